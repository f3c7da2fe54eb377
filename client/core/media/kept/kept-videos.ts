import { readSession } from '../../session/session-database.ts'
import { keptVideosOf } from '../media-cache.ts'

/*
 * A cache of its own beside the pictures: those make room for each other, and a kept video makes room for nothing.
 *
 *   /media/<file>/<variant>   the bytes, whole
 *   /kept-video/<video>       `KeptVideo` as JSON, written last: a video without it is not kept
 */

export type KeptVideo = {
  videoId: string
  title: string
  /** Bytes. */
  size: number
  /** The path of the bytes. */
  path: string
  /** The view that the page of the video showed. */
  view: unknown
}

/** A video to be kept: `url` is the address of one whole file. */
export type VideoToKeep = Pick<KeptVideo, 'videoId' | 'title' | 'view'> & { url: string }

/**
 * Fetches a video whole into the account's cache. Calls `onBytes` with what has come so far, and with the length where it is
 * known. Rejects, and leaves nothing, when the connection breaks off or the device is full.
 */
export async function keepVideo(
  account: string,
  { url, videoId, title, view }: VideoToKeep,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (received: number, total: number | null) => void },
): Promise<void> {
  const answer = await fetch(url, { signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`The video was answered with ${answer.status}.`)
  const total = Number(answer.headers.get('content-length')) || null
  const path = new URL(url, location.href).pathname
  let size = 0
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      onBytes(size, total)
      controller.enqueue(chunk)
    },
  })
  const cache = await caches.open(keptVideosOf(account))
  const headers = { 'content-type': answer.headers.get('content-type') ?? 'video/mp4' }
  await cache.put(path, new Response(answer.body.pipeThrough(counted), { headers }))
  const kept: KeptVideo = { videoId, title, size, path, view }
  await cache.put(entryOf(videoId), Response.json(kept))
  // A logout deletes the cache after the session. Opening may have made it again since.
  if ((await readSession())?.user._id !== account) await caches.delete(keptVideosOf(account))
}

/** The videos that the account keeps on this device and may still see. */
export async function listKeptVideos(account: string): Promise<KeptVideo[]> {
  const cache = await openKept(account)
  if (!cache) return []
  const entries = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(ENTRIES))
  const read = await Promise.all(entries.map(async (entry) => (await cache.match(entry))?.json() as Promise<KeptVideo>))
  const held = await Promise.all(read.map(({ path }) => cache.match(path)))
  return read.filter((_, index) => held[index])
}

/** The video with its bytes; null where it is not kept. */
export async function readKeptVideo(
  account: string,
  videoId: string,
): Promise<{ kept: KeptVideo; bytes: Blob } | null> {
  const cache = await openKept(account)
  const kept = (await (await cache?.match(entryOf(videoId)))?.json()) as KeptVideo | undefined
  const bytes = kept && (await (await cache?.match(kept.path))?.blob())
  return kept && bytes ? { kept, bytes } : null
}

export async function removeKeptVideo(account: string, videoId: string): Promise<void> {
  const cache = await openKept(account)
  const kept = (await (await cache?.match(entryOf(videoId)))?.json()) as KeptVideo | undefined
  if (kept) await cache?.delete(kept.path)
  await cache?.delete(entryOf(videoId))
}

const ENTRIES = '/kept-video/'

function entryOf(videoId: string): string {
  return ENTRIES + videoId
}

/** Null in a browser without such caches, and before the first video: looking makes no cache. */
async function openKept(account: string): Promise<Cache | null> {
  const name = keptVideosOf(account)
  return globalThis.caches && (await caches.has(name)) ? caches.open(name) : null
}
