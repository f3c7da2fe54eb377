// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tabForms } from '../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { intentionFor, keepIntention, leadTo } from '../../core/session/intention.ts'
import { loadSettingsFx } from '../../core/settings/model.ts'
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
  localStorage.clear()
  callApi.mockReset()
})
afterEach(cleanup)

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const prices = { monthly: 999, quarterly: null, yearly: 499 }
const creator = { _id: 'creator', subscription: { isFree: false, prices } }

test('a visitor signs up first, and comes back to this page', async () => {
  beginScope({ state: 'signed-out' })
  show()
  const link = await screen.findByRole('link', { name: 'Sign up to subscribe' })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Fposts%2Fone')
  fireEvent.click(link)
  expect(intentionFor('/posts/one')).toMatchObject({ purpose: 'subscribe', id: 'creator' })
})

test('a visitor sees the least price on the page of the locked thing', async () => {
  beginScope({ state: 'signed-out' })
  callApi.mockResolvedValueOnce({ currency: 'USD' })
  await allSettled(loadSettingsFx, { scope: currentScope() })
  callApi.mockResolvedValue(creator)
  show('/posts/one')
  expect(await screen.findByRole('link', { name: 'Sign up to subscribe from $4.99' })).toBeDefined()
  expect(callApi.mock.lastCall).toMatchObject([{ path: '/performers/creator' }])
})

test('a row of a list asks for no price', async () => {
  beginScope({ state: 'signed-out' })
  show('/posts/another')
  await screen.findByRole('link', { name: 'Sign up to subscribe' })
  expect(callApi).not.toHaveBeenCalled()
})

test('the way back opens the terms of this creator, once', async () => {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: 'fan' } as Profile })
  keepIntention({ purpose: 'subscribe', id: 'creator', name: '', path: '/posts/one' })
  leadTo('/posts/one', 'fan')
  show()
  expect(await screen.findByText('Terms of creator')).toBeDefined()
  expect(intentionFor('/posts/one')).toBeNull()
})

function show(thing?: string): void {
  const root = createRootRoute()
  const page = () => (
    <>
      <SubscribeToOpen performerId="creator" {...(thing !== undefined && { page: thing })} />
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
        <ContentActionsContext value={{ menu: [], buy: subscribe, tip: subscribe, subscribe, follow: () => null }}>
          <SWRConfig value={{ provider: () => new Map() }}>
            <RouterProvider router={router as never} />
          </SWRConfig>
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}
