import { PAGE_SEGMENTS } from './username.ts'

/** Posts of the first page of a feed. */
const FEED = 'pageSize=20'

/** The first page of a gallery, in its order. */
const PHOTOS = 'pageSize=50&sortBy=position&sort=asc&current=1'

const CREATOR = '/performers/'
const segments: ReadonlySet<string> = new Set(PAGE_SEGMENTS)

const explore = [
  '/performers/top?pageSize=12',
  '/performers/search/random?pageSize=24',
  `/user/feeds/latest?${FEED}`,
] as const

/** The streams that are live now, as the pages of streams ask for them. */
export const LIVE_NOW = '/streaming/user/search?pageSize=50'

const ASSETS = '/performer-assets/'
const GALLERY = `${ASSETS}galleries/`
const assets: ReadonlySet<string> = new Set(['galleries', 'videos', 'products'])

const openToAll: Readonly<Record<string, readonly string[]>> = { '/explore': explore, '/live': [LIVE_NOW] }
// Announcements stand above the feed: it would move when they came later.
const home = ['/site-promo/search?position=home&pageSize=5', `/user/feeds?${FEED}`] as const
const ofAccounts: Readonly<Record<string, readonly string[]>> = { ...openToAll, '/home': home }

/**
 * The calls, below `/api` and with their queries, whose answers the page at an address shows first; none where the page
 * shows nothing of the server. A visitor gets the answers with the page; an account asks for them before its app runs.
 */
export function firstCalls(path: string, caller: 'visitor' | 'account'): readonly string[] {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const [, first = '', name, ...rest] = bare.split('/')
  if (name && rest.length === 0) {
    if (first === 'posts') return [`/user/feeds/${name}`]
    if (assets.has(first)) return [`${ASSETS}${first}/${name}`]
    // An account watches at once.
    if (first === 'live' && caller === 'visitor') return [LIVE_NOW]
  }
  if (first && name === undefined && !segments.has(first)) return [`${CREATOR}${first}`]
  const calls = caller === 'visitor' ? openToAll : ofAccounts
  return Object.hasOwn(calls, bare) ? (calls[bare] ?? []) : []
}

/** The calls that the same page makes once it has the answer of one. */
export function furtherCalls(call: string, answer: unknown): readonly string[] {
  if (typeof answer !== 'object' || answer === null || !('_id' in answer)) return []
  if (call.startsWith(GALLERY)) {
    const isLocked = 'isLocked' in answer && answer.isLocked === true
    return isLocked ? [] : [`${ASSETS}photos?galleryId=${String(answer._id)}&${PHOTOS}`]
  }
  const isCreator = call.startsWith(CREATOR) && /^[^/?]+$/.test(call.slice(CREATOR.length))
  if (!isCreator) return []
  const feed = `/user/feeds/search/${String(answer._id)}`
  return [`${feed}?${FEED}`, `${feed}?pinned=true&${FEED}`]
}
