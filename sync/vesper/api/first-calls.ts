import { PAGE_SEGMENTS } from './username.ts'

/** Posts of the first page of a feed. */
const FEED = 'pageSize=20'

const CREATOR = '/performers/'
const segments: ReadonlySet<string> = new Set(PAGE_SEGMENTS)

const explore = [
  '/performers/top?pageSize=12',
  '/performers/search/random?pageSize=24',
  `/user/feeds/latest?${FEED}`,
] as const

const openToAll: Readonly<Record<string, readonly string[]>> = { '/explore': explore }
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
  if (first === 'posts' && name && rest.length === 0) return [`/user/feeds/${name}`]
  if (first && name === undefined && !segments.has(first)) return [`${CREATOR}${first}`]
  const calls = caller === 'visitor' ? openToAll : ofAccounts
  return Object.hasOwn(calls, bare) ? (calls[bare] ?? []) : []
}

/** The calls that the same page makes once it has the answer of one. */
export function furtherCalls(call: string, answer: unknown): readonly string[] {
  const isCreator = call.startsWith(CREATOR) && /^[^/?]+$/.test(call.slice(CREATOR.length))
  if (!isCreator || typeof answer !== 'object' || answer === null || !('_id' in answer)) return []
  const feed = `/user/feeds/search/${String(answer._id)}`
  return [`${feed}?${FEED}`, `${feed}?pinned=true&${FEED}`]
}
