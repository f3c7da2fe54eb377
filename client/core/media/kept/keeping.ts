import { useEffect, useState, useSyncExternalStore } from 'react'
import { keepVideo, listKeptVideos, readKeptVideo, removeKeptVideo } from './kept-videos.ts'
import type { KeptVideo, VideoToKeep } from './kept-videos.ts'

/** A video that is being fetched. Bytes; `total` is null while the server has not told it. */
export type Keeping = { received: number; total: number | null }

type Running = Keeping & { abort: AbortController }

/** By account and video. A fetch goes on while its user looks at other pages. */
const running = new Map<string, Running>()
const listeners = new Set<() => void>()
/** Counts what was kept or removed, so that lists are read again. */
let changes = 0

/** Begins to keep a video, unless it is being fetched already. Rejects as `keepVideo` does; one that is cancelled resolves. */
export async function startKeeping(account: string, video: VideoToKeep): Promise<void> {
  const key = keyOf(account, video.videoId)
  if (running.has(key)) return
  const abort = new AbortController()
  const show = (received: number, total: number | null) => {
    running.set(key, { received, total, abort })
    tell()
  }
  show(0, null)
  try {
    await keepVideo(account, video, { signal: abort.signal, onBytes: show })
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    running.delete(key)
    changes += 1
    tell()
  }
}

export function cancelKeeping(account: string, videoId: string): void {
  running.get(keyOf(account, videoId))?.abort.abort()
}

export async function stopKeeping(account: string, videoId: string): Promise<void> {
  await removeKeptVideo(account, videoId)
  changes += 1
  tell()
}

/** How far a video has come that is being fetched; null for none. */
export function useKeeping(account: string | null, videoId: string): Keeping | null {
  return useSyncExternalStore(subscribe, () => (account && running.get(keyOf(account, videoId))) || null)
}

/** The videos that are kept; undefined until the device has been read. */
export function useKeptVideos(account: string): KeptVideo[] | undefined {
  const [videos, setVideos] = useState<KeptVideo[]>()
  const seen = useSyncExternalStore(subscribe, () => changes)
  useEffect(() => {
    let isCurrent = true
    const read = listKeptVideos(account).catch(() => [])
    void read.then((kept) => isCurrent && setVideos(kept))
    return () => void (isCurrent = false)
  }, [account, seen])
  return videos
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

function keyOf(account: string, videoId: string): string {
  return `${account} ${videoId}`
}
