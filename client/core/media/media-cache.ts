import { PICTURE_WIDTHS } from '@vesper/sync/media/picture-widths.ts'
import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'

/** A picture at an address without a query, in one width; null for the picture itself. */
type Sized = { path: string; width: PictureWidth | null }

/** The pictures that the service worker keeps for an account. */
export function mediaCacheOf(account: string): string {
  return `media-${account}`
}

/** The videos that an account has asked to keep. */
export function keptVideosOf(account: string): string {
  return `videos-${account}`
}

/** The key under which a picture is kept. */
export function pictureKey({ path, width }: Sized): string {
  return width === null ? path : `${path}?w=${width}`
}

/** The keys of a picture and of its wider copies, the smallest first. */
export function widerKeys({ path, width }: Sized): string[] {
  const wider = width === null ? [] : PICTURE_WIDTHS.filter((copy) => copy >= width)
  return [...wider, null].map((copy) => pictureKey({ path, width: copy }))
}

/** The keys of its narrower copies, the largest first. */
export function narrowerKeys({ path, width }: Sized): string[] {
  const narrower = PICTURE_WIDTHS.filter((copy) => width === null || copy < width)
  return narrower.toReversed().map((copy) => pictureKey({ path, width: copy }))
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
