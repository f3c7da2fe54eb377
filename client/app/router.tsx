import { createRouter } from '@tanstack/react-router'
import { isNewPlace } from './boot/keep-places.ts'
import { ErrorScreen } from './layouts/error-screen.tsx'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { PendingScreen } from './layouts/pending-screen.tsx'
import { routeTree } from './route-tree.gen.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: isNewPlace,
  defaultPendingMs: 200,
  // The skeleton has the outlines of its page, so it may go as soon as the page is there.
  defaultPendingMinMs: 0,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
})
