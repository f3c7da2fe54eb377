// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { intentionFor, keepIntention, leadTo } from '../../core/session/intention.ts'
import { ContentActionsContext } from './content-actions.ts'
import type { ContentAction } from './content-actions.ts'
import { ContentDialog } from './content-dialog.tsx'
import { SubscribeToOpen } from './subscribe-to-open.tsx'

const subscribe: ContentAction = {
  label: { id: 'Subscribe' },
  icon: null,
  dialog: ({ content: { id } }) => <p>{`Terms of ${id}`}</p>,
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  tabForms.clear()
})
afterEach(cleanup)

test('a visitor signs up first, and comes back to this page', async () => {
  beginScope({ state: 'signed-out' })
  show()
  const link = await screen.findByRole('link', { name: 'Sign up to subscribe' })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Fposts%2Fone')
  fireEvent.click(link)
  expect(intentionFor('/posts/one')).toMatchObject({ purpose: 'subscribe', id: 'creator' })
})

test('the way back opens the terms of this creator, once', async () => {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: 'fan' } as Profile })
  keepIntention({ purpose: 'subscribe', id: 'creator', name: '', path: '/posts/one' })
  leadTo('/posts/one', 'fan')
  show()
  expect(await screen.findByText('Terms of creator')).toBeDefined()
  expect(intentionFor('/posts/one')).toBeNull()
})

function show(): void {
  const root = createRootRoute()
  const page = () => (
    <>
      <SubscribeToOpen performerId="creator" />
      <ContentDialog />
    </>
  )
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/posts/one', component: page }),
    createRoute({ getParentRoute: () => root, path: '/auth/register' }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/posts/one'] }) })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext value={{ menu: [], buy: subscribe, tip: subscribe, subscribe }}>
          <RouterProvider router={router as never} />
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}
