import { describe, openKept, storeWhole } from './kept-copies.ts'
import type { KeepingWatch } from './kept-copies.ts'

/** `/kept-video/<video>` is its entry. */
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
  watch: KeepingWatch,
): Promise<void> {
  const path = new URL(url, location.href).pathname
  const size = await storeWhole(account, { url, path }, watch)
  const kept: KeptVideo = { videoId, title, size, path, view }
  await describe(account, entryOf(videoId), kept)
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
