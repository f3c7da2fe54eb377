// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { intentionFor } from '../../../core/session/intention.ts'
import { VisitorStream } from './visitor-stream.tsx'

const live = vi.hoisted(() => ({ stream: {} }))
vi.mock('../../../entities/live/use-live-now.ts', () => ({
  useLiveNow: () => ({ streams: [live.stream], isLoading: false }),
}))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({
  ...(await load()),
  callApi: () => new Promise<never>(() => {}),
}))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  tabForms.clear()
  beginScope({ state: 'signed-out' })
})
afterEach(cleanup)

test.each([
  ['public', null, 'Sign up to watch', null],
  ['followers', null, 'Sign up to follow', { purpose: 'follow', id: 'mara' }],
  ['subscribers', null, 'Sign up to subscribe', { purpose: 'subscribe', id: 'mara' }],
  ['paid', 30, 'Sign up to unlock for 30 tokens', { purpose: 'buy', id: 'tonight' }],
])('a visitor at a stream for %s (%s) is led back to its door', async (...[access, price, name, meant]) => {
  const performer = { _id: 'mara', name: 'Mara', username: 'mara', avatar: null }
  live.stream = { _id: 'tonight', title: 'Tonight', access, price, performer }
  show()
  const link = await screen.findByRole('link', { name })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Flive%2Fmara')
  fireEvent.click(link)
  const kept = intentionFor('/live/mara')
  expect(kept && { purpose: kept.purpose, id: kept.id }).toEqual(meant)
})

function show(): void {
  const root = createRootRoute()
  const watch = createRoute({
    getParentRoute: () => root,
    path: '/live/$username',
    component: () => <VisitorStream username="mara" />,
  })
  const register = createRoute({ getParentRoute: () => root, path: '/auth/register', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([watch, register]),
    history: createMemoryHistory({ initialEntries: ['/live/mara'] }),
  })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>
    </Provider>,
  )
}
