import { fetchWithTimeouts } from '@vesper/sync/engine/browser/fetch-with-timeouts.ts'
import { firstCalls } from '@vesper/sync/vesper/api/first-calls.ts'
import { holdFirstAnswer } from '../../core/api/first-answers.ts'
import { fetchCatalogues } from '../../core/i18n/i18n.ts'
import { readLanguage } from '../../core/preferences/languages.ts'
import { accountNamedIn, isToken, readCookie } from '../../core/session/session-cookie.ts'
import { beginFirstPull } from '../../core/sync/first-pull.ts'
import { loadLayout } from '../layouts/load-layouts.ts'
import { router } from '../router.tsx'

/** A page that is a file of its own. */
type Page = { preload?: () => Promise<unknown> }

/** As long (milliseconds) as a call of the app itself waits. */
const ANSWER_MS = 15_000

/**
 * Where somebody seems to be signed in, fetches at once what the page at this address is made of, and what it shows first:
 * otherwise one file would name the next, while the session is read and the first page drawn. A failed fetch is repeated when
 * it is needed.
 */
export function preloadFirstPage(): void {
  const token = readCookie()
  if (!token) return
  if (isToken(token)) askFirst(token)
  const [routes] = router.getMatchedRoutes(location.pathname)
  const pages = routes.map(({ options }) => (options.component as Page | undefined)?.preload?.())
  void Promise.allSettled([
    import('./start-session-services.ts'),
    ...pages,
    loadLayout(),
    fetchCatalogues(
      readLanguage(),
      routes.flatMap(({ options }) => options.staticData?.catalogues ?? []),
    ),
  ])
}

/** Asks for the first answers of the page, and for all that the account has where this device has nothing of it. */
function askFirst(token: string): void {
  for (const call of firstCalls(location.pathname, 'account')) {
    const url = `/api${call}`
    holdFirstAnswer(url, token, ask(url, token))
  }
  const account = accountNamedIn(token)
  if (account) void beginFirstPull(account, token)
}

async function ask(url: string, token: string) {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  const limits = { answerMs: ANSWER_MS, pauseMs: ANSWER_MS }
  const { response, body } = await fetchWithTimeouts(url, { headers, signal: new AbortController().signal }, limits)
  return { status: response.status, body }
}
