/// <reference lib="webworker" />
import { readSession } from '../features/session/session-database.ts'

/** Cache Storage has been seen to freeze on iOS: after this long the network answers alone. */
const CACHE_LIMIT_MS = 3_000
const MAX_ENTRIES = 400
/** Larger files are streamed by the browser itself, and only kept when somebody asks for it. */
const MAX_BYTES = 4 * 1024 * 1024

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

/** The cache first, then the network. Each account has a cache of its own, and a key bears no signature. */
export async function answerMedia({ request, url }: Context): Promise<Response> {
  const cache = await withinLimit(cacheOfAccount(url))
  const key = url.origin + url.pathname
  const stored = cache && (await withinLimit(cache.match(key)))
  if (stored) return stored
  const response = await fetch(request)
  if (cache && isWorthKeeping(response)) void keep(cache, key, response.clone())
  return response
}

/** A picture belongs to the viewer that its link names; only the viewer who is signed in has a cache. */
async function cacheOfAccount(url: URL): Promise<Cache | null> {
  const account = (await readSession())?.user._id
  const viewer = url.searchParams.get('v')
  if (!account || (viewer && viewer !== account)) return null
  return caches.open(`media-${account}`)
}

function isWorthKeeping(response: Response): boolean {
  const size = Number(response.headers.get('content-length') ?? 0)
  const type = response.headers.get('content-type') ?? ''
  return response.status === 200 && response.type === 'basic' && type.startsWith('image/') && size <= MAX_BYTES
}

async function keep(cache: Cache, key: string, response: Response): Promise<void> {
  try {
    await cache.put(key, response)
    const keys = await cache.keys()
    // Keys come in the order in which they were put: the oldest go first.
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((old) => cache.delete(old)))
  } catch {
    // The quota is used up: pictures make room, nothing else does.
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.ceil(keys.length / 2)).map((old) => cache.delete(old)))
  }
}

async function withinLimit<Result>(work: Promise<Result>): Promise<Result | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), CACHE_LIMIT_MS))
  return Promise.race([work.catch(() => null), limit])
}
