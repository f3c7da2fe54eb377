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
import { intentionFor } from '../../core/session/intention.ts'
import { ContentActionsContext } from './content-actions.ts'
import type { ContentAction } from './content-actions.ts'
import { FollowToOpen } from './follow-to-open.tsx'

const none: ContentAction = { label: { id: 'None' }, icon: null, dialog: () => null }
const actions = {
  ...{ menu: [], buy: none, tip: none, subscribe: none },
  follow: ({ performerId, thingId }: { performerId: string; thingId: string }) => (
    <button type="button">{`Follow ${performerId} for ${thingId}`}</button>
  ),
}

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  tabForms.clear()
})
afterEach(cleanup)

test('a visitor signs up first, and comes back to the thing from a list as well', async () => {
  beginScope({ state: 'signed-out' })
  show('/posts/one')
  const link = await screen.findByRole('link', { name: 'Sign up to follow' })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Fposts%2Fone')
  fireEvent.click(link)
  expect(intentionFor('/posts/one')).toMatchObject({ purpose: 'follow', id: 'creator' })
})

test('a visitor at a thing without a page comes back to where it stands', async () => {
  beginScope({ state: 'signed-out' })
  show(null)
  const link = await screen.findByRole('link', { name: 'Sign up to follow' })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Fexplore')
})

test('a fan follows there', async () => {
  signIn('fan')
  show('/posts/one')
  expect(await screen.findByRole('button', { name: 'Follow creator for one' })).toBeDefined()
})

test('nobody follows themselves', async () => {
  signIn('creator')
  show('/posts/one')
  await screen.findByText('The list')
  expect([screen.queryByRole('button'), screen.queryByRole('link')]).toEqual([null, null])
})

function signIn(_id: string): void {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}

function show(page: string | null): void {
  const root = createRootRoute()
  const list = () => (
    <>
      <h1>The list</h1>
      <FollowToOpen performerId="creator" thingId="one" page={page} />
    </>
  )
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/explore', component: list }),
    createRoute({ getParentRoute: () => root, path: '/auth/register' }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/explore'] }) })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext value={actions}>
          <RouterProvider router={router as never} />
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}
