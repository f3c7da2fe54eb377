import { useEffect, useState, useSyncExternalStore } from 'react'
import type { KeepingWatch } from './kept-copies.ts'
import { keepFiles, listKeptFiles, removeKeptFiles } from './kept-files.ts'
import type { FilesToKeep, KeptFiles } from './kept-files.ts'
import { keepVideo, listKeptVideos, readKeptVideo, removeKeptVideo } from './kept-videos.ts'
import type { KeptVideo, VideoToKeep } from './kept-videos.ts'

/** A video or files that are being fetched. Bytes; `total` is null while the server has not told it. */
export type Keeping = { received: number; total: number | null }

type Running = Keeping & { abort: AbortController }

/** By account and video, or product. A fetch goes on while its user looks at other pages. */
const running = new Map<string, Running>()
const listeners = new Set<() => void>()
/** Counts what was kept or removed, so that lists are read again. */
let changes = 0

/** Begins to keep a video, unless it is being fetched already. Rejects as `keepVideo` does; one that is cancelled resolves. */
export function startKeeping(account: string, video: VideoToKeep): Promise<void> {
  return keeping(keyOf(account, video.videoId), (watch) => keepVideo(account, video, watch))
}

/** The same for the files of a product. */
export function startKeepingFiles(account: string, files: FilesToKeep): Promise<void> {
  return keeping(keyOf(account, files.productId), (watch) => keepFiles(account, files, watch))
}

async function keeping(key: string, work: (watch: KeepingWatch) => Promise<void>): Promise<void> {
  if (running.has(key)) return
  const abort = new AbortController()
  const show = (received: number, total: number | null) => {
    running.set(key, { received, total, abort })
    tell()
  }
  show(0, null)
  try {
    await work({ signal: abort.signal, onBytes: show })
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    running.delete(key)
    changes += 1
    tell()
  }
}

/** `id` is that of a video, or of a product. */
export function cancelKeeping(account: string, id: string): void {
  running.get(keyOf(account, id))?.abort.abort()
}

export async function stopKeeping(account: string, videoId: string): Promise<void> {
  await removeKeptVideo(account, videoId)
  changes += 1
  tell()
}

export async function stopKeepingFiles(account: string, productId: string): Promise<void> {
  await removeKeptFiles(account, productId)
  changes += 1
  tell()
}

/** How far a video, or the files of a product, have come that are being fetched; null for none. */
export function useKeeping(account: string | null, id: string): Keeping | null {
  return useSyncExternalStore(subscribe, () => (account && running.get(keyOf(account, id))) || null)
}

/** The videos that are kept; undefined until the device has been read. */
export function useKeptVideos(account: string): KeptVideo[] | undefined {
  return useKept(account, listKeptVideos)
}

/** The products whose files are kept; undefined until the device has been read. */
export function useKeptFiles(account: string): KeptFiles[] | undefined {
  return useKept(account, listKeptFiles)
}

function useKept<Kept>(account: string, list: (account: string) => Promise<Kept[]>): Kept[] | undefined {
  const [held, setHeld] = useState<Kept[]>()
  const seen = useSyncExternalStore(subscribe, () => changes)
  useEffect(() => {
    let isCurrent = true
    const read = list(account).catch(() => [])
    void read.then((kept) => isCurrent && setHeld(kept))
    return () => void (isCurrent = false)
  }, [account, list, seen])
  return held
}

/** A kept video with an address for its bytes; null where it is not kept, undefined until the device has been read. */
export function useKeptVideo(
  account: string | null,
  videoId: string,
): { kept: KeptVideo; url: string } | null | undefined {
  const [found, setFound] = useState<{ kept: KeptVideo; url: string } | null>()
  const seen = useSyncExternalStore(subscribe, () => changes)
  useEffect(() => {
    if (account === null) return setFound(null)
    let url: string | null = null
    let isCurrent = true
    const read = readKeptVideo(account, videoId).catch(() => null)
    void read.then((held) => {
      if (!isCurrent) return
      url = held && URL.createObjectURL(held.bytes)
      setFound(held && url ? { kept: held.kept, url } : null)
    })
    return () => {
      isCurrent = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [account, videoId, seen])
  return found
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

function keyOf(account: string, id: string): string {
  return `${account} ${id}`
}
