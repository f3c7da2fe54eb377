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
import { UnlockButton } from './unlock-button.tsx'

const content = { type: 'feed', id: 'post-1', ownerId: 'creator', price: 30 } as const

const buy: ContentAction = { label: { id: 'Buy' }, icon: null, dialog: ({ content: { id } }) => <p>{`Buy ${id}`}</p> }

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  tabForms.clear()
})
afterEach(cleanup)

test('a visitor signs up first, and the tab keeps the meaning of the tap', async () => {
  beginScope({ state: 'signed-out' })
  show()
  const link = await screen.findByRole('link', { name: 'Sign up to unlock for 30 tokens' })
  expect(link.getAttribute('href')).toBe('/auth/register?next=%2Fposts%2Fpost-1')
  expect(intentionFor('/posts/post-1')).toBeNull()
  fireEvent.click(link)
  expect(intentionFor('/posts/post-1')).toEqual({ purpose: 'buy', id: 'post-1', name: '', path: '/posts/post-1' })
})

test('the way back opens the dialog of this thing, once', async () => {
  signIn('fan')
  keepIntention({ purpose: 'buy', id: 'post-1', name: '', path: '/posts/post-1' })
  leadTo('/posts/post-1', 'fan')
  show()
  expect(await screen.findByText('Buy post-1')).toBeDefined()
  expect(intentionFor('/posts/post-1')).toBeNull()
})

test.each([
  ['another thing', { purpose: 'buy', id: 'post-2' }],
  ['another purpose', { purpose: 'follow', id: 'post-1' }],
] as const)('the meaning of %s opens nothing', async (_what, meant) => {
  signIn('fan')
  keepIntention({ ...meant, name: '', path: '/posts/post-1' })
  leadTo('/posts/post-1', 'fan')
  show()
  expect(await screen.findByRole('button', { name: 'Unlock for 30 tokens' })).toBeDefined()
  expect(screen.queryByText('Buy post-1')).toBeNull()
})

test('its creator is offered nothing, and asked for nothing', async () => {
  signIn('creator')
  keepIntention({ purpose: 'buy', id: 'post-1', name: '', path: '/posts/post-1' })
  leadTo('/posts/post-1', 'creator')
  show()
  await screen.findByText('The end')
  expect([screen.queryByRole('button'), screen.queryByRole('link'), screen.queryByText('Buy post-1')]).toEqual([
    null,
    null,
    null,
  ])
})

test('a visitor is not sent to sign up for what is not for sale yet', async () => {
  beginScope({ state: 'signed-out' })
  show('processing')
  expect(await screen.findByText('Not for sale yet: it is being prepared')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

function signIn(_id: string): void {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}

function show(unready?: 'processing'): void {
  const root = createRootRoute()
  const page = () => (
    <>
      <UnlockButton content={content} unready={unready} />
      <ContentDialog />
      <p>The end</p>
    </>
  )
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: page }),
    createRoute({ getParentRoute: () => root, path: '/auth/register' }),
  ])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext value={{ menu: [], buy, tip: buy, subscribe: buy, follow: () => null }}>
          <RouterProvider router={router as never} />
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}
