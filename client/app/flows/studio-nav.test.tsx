// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { StudioNav } from './studio-nav.tsx'

vi.mock('./new-menu.tsx', () => ({ NewMenu: () => null }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function studioAt(path: string) {
  const rootRoute = createRootRoute({ component: StudioNav })
  const pages = createRoute({ getParentRoute: () => rootRoute, path: '/creator/$page', component: () => null })
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: rootRoute.addChildren([pages]), history })
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router as never} />
    </I18nProvider>,
  )
  return (to: string) => router.navigate({ to: to as never })
}

const current = () =>
  screen.getAllByRole('link').flatMap((link) => (link.hasAttribute('aria-current') ? link.textContent : []))

test.each([
  ['/creator/calendar', 'Calendar'],
  ['/creator/messages', 'Fans'],
  ['/creator/statements', 'Earnings'],
])('%s stands under %s', async (path, label) => {
  studioAt(path)
  await waitFor(() => expect(current()).toEqual([label]))
})

test('the row scrolls to the place of each page that is opened under it', async () => {
  const go = studioAt('/creator/payouts')
  await waitFor(() => expect(current()).toEqual(['Payouts']))
  const nav = screen.getByRole('navigation')
  nav.scrollLeft = 500
  vi.spyOn(nav, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect)
  const place = { left: -200, width: 100 } as DOMRect
  vi.spyOn(screen.getByRole('link', { name: 'Calendar' }), 'getBoundingClientRect').mockReturnValue(place)
  await go('/creator/calendar')
  await waitFor(() => expect(nav.scrollLeft).toBe(200))
})
