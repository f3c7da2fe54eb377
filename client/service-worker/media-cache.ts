/// <reference lib="webworker" />
import { askedWidth } from '@vesper/sync/media/picture-widths.ts'
import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'
import { mediaCacheOf, narrowerKeys, pictureKey, trimPictures, widerKeys } from '../core/media/media-cache.ts'
import { readSession } from '../core/session/stored-session.ts'

/** Cache Storage has been seen to freeze on iOS: after this long the network answers alone. */
const CACHE_LIMIT_MS = 3_000
const BUDGET = { entries: 400, bytes: 250 * 1024 * 1024 }
/** How often it is looked at whether what is kept is within its budget, in pictures. */
const LOOK_EVERY = 20
/** Larger files are streamed by the browser itself, and only kept when somebody asks for it. */
const MAX_BYTES = 4 * 1024 * 1024

let kept = 0

type Context = { request: Request; url: URL }

/** Whole pictures of `/media`. A request for a part of a file goes past the worker: a part never answers for another. */
export function isMedia({ request, url }: Context): boolean {
  return (
    request.method === 'GET' &&
    url.origin === location.origin &&
    url.pathname.startsWith('/media/') &&
    !request.headers.has('range') &&
    request.destination !== 'video' &&
    request.destination !== 'audio'
  )
}

/**
 * The cache first, then the network. Each account has a cache of its own, and a key bears no signature. A picture is kept in one
 * width: the largest that was shown. It answers for smaller ones, and without a connection for any.
 */
export async function answerMedia({ request, url }: Context): Promise<Response> {
  const account = await withinLimit(accountFor(url))
  const picture = { path: url.origin + url.pathname, width: askedWidth(url.searchParams) }
  const stored = account && (await withinLimit(firstOf(account, keysFor(picture))))
  if (stored) return stored
  try {
    const response = await fetch(readably(request))
    if (account && isWorthKeeping(response)) void keep(account, picture, response.clone()).catch(() => undefined)
    return response
  } catch (error) {
    const other = account && (await withinLimit(firstOf(account, substitutesOf(picture))))
    if (other) return other
    throw error
  }
}

/**
 * Keys that show the picture as well as it is asked for, the best first. A thumbnail is there to spare data: any width of its
 * picture that this device has shows more for nothing.
 */
function keysFor(picture: Picture): string[] {
  const isThumbnail = picture.width === null && picture.path.endsWith('/thumbnail')
  const original = { path: picture.path.replace(/thumbnail$/, 'original'), width: null }
  return [...widerKeys(picture), ...(isThumbnail ? narrowerKeys(original) : [])]
}

type Picture = { path: string; width: PictureWidth | null }

/** Keys that may show the same picture, the largest first. In its full size it is no thumbnail. */
function substitutesOf({ path, width }: Picture): string[] {
  const file = path.slice(0, path.lastIndexOf('/'))
  const paths =
    width === null ? [path] : [path, ...['original', 'poster', 'thumbnail'].map((name) => `${file}/${name}`)]
  return paths.flatMap((one) => [one, ...narrowerKeys({ path: one, width: null })])
}

/** The first of these keys that is kept. */
async function firstOf(account: string, keys: readonly string[]): Promise<Response | null> {
  const found = await Promise.all(keys.map((key) => caches.match(key, { cacheName: mediaCacheOf(account) })))
  return found.find((response) => response !== undefined) ?? null
}

/** A picture belongs to the viewer that its link names; only the viewer who is signed in has a cache. */
async function accountFor(url: URL): Promise<string | null> {
  const account = (await readSession())?.user._id
  const viewer = url.searchParams.get('v')
  return !account || (viewer && viewer !== account) ? null : account
}

/** A network of copies may answer in the place of the site: what another origin answers is read and kept only so. */
function readably(request: Request): Request {
  return request.mode === 'no-cors' ? new Request(request, { mode: 'cors', credentials: 'same-origin' }) : request
}

function isWorthKeeping(response: Response): boolean {
  const size = Number(response.headers.get('content-length') ?? 0)
  const type = response.headers.get('content-type') ?? ''
  const isReadable = response.type === 'basic' || response.type === 'cors'
  return response.status === 200 && isReadable && type.startsWith('image/') && size <= MAX_BYTES
}

async function keep(account: string, picture: Picture, response: Response): Promise<void> {
  const cache = await caches.open(mediaCacheOf(account))
  try {
    await cache.put(pictureKey(picture), response)
    await Promise.all(narrowerKeys(picture).map((key) => cache.delete(key)))
    if (kept % LOOK_EVERY === 0) await trimPictures(cache, BUDGET)
    kept += 1
  } catch {
    // The quota is used up: pictures make room, nothing else does.
    const keys = await cache.keys()
    await trimPictures(cache, { entries: Math.floor(keys.length / 2), bytes: Infinity })
  }
  // A logout deletes the cache after the session. Opening may have made it again since.
  if ((await readSession())?.user._id !== account) await caches.delete(mediaCacheOf(account))
}

async function withinLimit<Result>(work: Promise<Result>): Promise<Result | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), CACHE_LIMIT_MS))
  return Promise.race([work.catch(() => null), limit])
}
