import type { MessageDescriptor } from '@lingui/core'
import { createRouter } from '@tanstack/react-router'
import { ErrorScreen } from './layouts/error-screen.tsx'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { PendingScreen } from './layouts/pending-screen.tsx'
import type { Catalogue } from '../core/i18n/i18n.ts'
import type { PageRules } from '../core/session/guard.ts'
import { routeTree } from './route-tree.gen.ts'

export type Layout = 'primary' | 'public' | 'blank' | 'home' | 'maintenance' | 'geo-block'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageRules {
    layout?: Layout
    /** Name of the page, for the browser's title. */
    title?: MessageDescriptor
    /** False where a page takes the whole height of a phone, such as an open conversation. */
    tabBar?: boolean
    /** How much of the texts the page needs; `app` unless said otherwise. */
    catalogue?: Catalogue
  }

  interface Register {
    router: typeof router
  }
}

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 200,
  // What stands in for a page has its outlines: it may go as soon as the page is there.
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})
