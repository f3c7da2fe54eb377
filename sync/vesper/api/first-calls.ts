/** Posts of the first page of a feed. */
const FEED = 'pageSize=20'

const explore = [
  '/performers/top?pageSize=12',
  '/performers/search/random?pageSize=24',
  `/user/feeds/latest?${FEED}`,
] as const

const openToAll: Readonly<Record<string, readonly string[]>> = { '/explore': explore }
const ofAccounts: Readonly<Record<string, readonly string[]>> = { ...openToAll, '/home': [`/user/feeds?${FEED}`] }

/**
 * The calls, below `/api` and with their queries, whose answers the page at an address shows first; none where the page
 * shows nothing of the server. A visitor gets the answers with the page; an account asks for them before its app runs.
 */
export function firstCalls(path: string, caller: 'visitor' | 'account'): readonly string[] {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const named = /^\/posts\/([^/]+)$/.exec(bare)
  if (named) return [`/user/feeds/${named[1]}`]
  const calls = caller === 'visitor' ? openToAll : ofAccounts
  return Object.hasOwn(calls, bare) ? (calls[bare] ?? []) : []
}
