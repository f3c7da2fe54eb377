import { keptVideosOf } from '../../../core/media/media-cache.ts'
import { readSession } from '../../../core/session/stored-session.ts'

/*
 * A cache of its own beside the pictures: those make room for each other, and what is kept makes room for nothing.
 *
 *   /media/<file>/<variant>   the bytes, whole
 *   an entry                  what is known of them as JSON, written last: bytes without it are not kept
 */

/** Told of the bytes that have come, and of their number where it is known. */
export type KeepingWatch = { signal: AbortSignal; onBytes: (received: number, total: number | null) => void }

/**
 * Fetches a file whole into the account's cache, under `path`; answers its bytes. Rejects, and leaves nothing, when the
 * connection breaks off or the device is full.
 */
export async function storeWhole(
  account: string,
  { url, path }: { url: string; path: string },
  { signal, onBytes }: KeepingWatch,
): Promise<number> {
  const answer = await fetch(url, { signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`The file was answered with ${answer.status}.`)
  const total = Number(answer.headers.get('content-length')) || null
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
  return size
}

/** Makes stored bytes kept: `what` is known of them under `entry`. */
export async function describe(account: string, entry: string, what: object): Promise<void> {
  const cache = await caches.open(keptVideosOf(account))
  await cache.put(entry, Response.json(what))
  // A logout deletes the cache after the session. Opening may have made it again since.
  if ((await readSession())?.user._id !== account) await caches.delete(keptVideosOf(account))
}

/** Null in a browser without such caches, and before the first copy: looking makes no cache. */
export async function openKept(account: string): Promise<Cache | null> {
  const name = keptVideosOf(account)
  return globalThis.caches && (await caches.has(name)) ? caches.open(name) : null
}
