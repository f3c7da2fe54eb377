import { fetchCatalogues } from '../../core/i18n/i18n.ts'
import { readLanguage } from '../../core/preferences/languages.ts'
import { isToken, readCookie } from '../../core/session/session-cookie.ts'
import { loadLayout } from '../layouts/load-layouts.ts'
import { router } from '../router.tsx'
import { preloadServices } from './start-services.ts'

/** A page that is a file of its own. */
type Page = { preload?: () => Promise<unknown> }

/**
 * Where somebody seems to be signed in, fetches at once what the page at this address is made of, and what it shows first:
 * otherwise one file would name the next, while the session is read and the first page drawn. A failed fetch is repeated when
 * it is needed.
 */
export function preloadFirstPage(): void {
  const token = readCookie()
  if (!token) return
  const [routes] = router.getMatchedRoutes(location.pathname)
  const pages = routes.map(({ options }) => (options.component as Page | undefined)?.preload?.())
  void Promise.allSettled([
    // The login page does without it.
    isToken(token) && import('./ask-first.ts').then(({ askFirst }) => askFirst(token)),
    preloadServices(routes.map(({ options }) => options.staticData)),
    ...pages,
    loadLayout(),
    fetchCatalogues(
      readLanguage(),
      routes.flatMap(({ options }) => options.staticData?.catalogues ?? []),
    ),
  ])
}
