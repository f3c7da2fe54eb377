/** The pictures that the service worker keeps for an account. */
export function mediaCacheOf(account: string): string {
  return `media-${account}`
}

/** The videos that an account has asked to keep. */
export function keptVideosOf(account: string): string {
  return `videos-${account}`
}

/** So many stay when the device needs room: about what is on screen. */
const LEAST = 20

/** Drops the oldest beyond so many, or so many bytes. Keys come in the order in which they were put. */
export async function trimPictures(cache: Cache, most: { entries: number; bytes: number }): Promise<void> {
  let bytes = 0
  for (const [index, key] of (await cache.keys()).toReversed().entries()) {
    bytes += Number((await cache.match(key))?.headers.get('content-length') ?? 0)
    if (index >= most.entries || bytes > most.bytes) await cache.delete(key)
  }
}

/** Pictures make room for what is written. */
export async function dropPictures(account: string): Promise<void> {
  if (!globalThis.caches || !(await caches.has(mediaCacheOf(account)))) return
  await trimPictures(await caches.open(mediaCacheOf(account)), { entries: LEAST, bytes: Infinity })
}
