// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { serverMissed } from '../../core/connection/model.ts'
import { HomeFeed } from './home-feed.tsx'
import { useAwaitedPosts } from './use-awaited-posts.ts'
import { useFeed } from './use-feed.ts'
import type { OlderState } from './use-feed.ts'

vi.mock('./use-feed.ts', () => ({ useFeed: vi.fn() }))
vi.mock('./use-awaited-posts.ts', async (original) => ({ ...(await original<object>()), useAwaitedPosts: vi.fn() }))
vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  WithSync: ({ children }: { children: unknown }) => children,
  useSync: () => ({}),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each<[OlderState, boolean]>([
  ['idle', false],
  ['offline', false],
  ['end', true],
])('where the newest posts are all removed ones, and what follows is %s, the feed is empty: %s', (older, isEmpty) => {
  vi.mocked(useFeed).mockReturnValue({ posts: [], authors: new Map(), older, showOlder: () => {} })
  render(
    <I18nProvider i18n={i18n}>
      <HomeFeed viewerId="me" contents="here" />
    </I18nProvider>,
  )
  expect(screen.queryByText('No posts yet') !== null).toBe(isEmpty)
  expect(screen.queryByRole('list', { name: 'Posts' }) === null).toBe(isEmpty)
})

const mara = { _id: 'mara', name: 'Mara Lindqvist' } as Creator
const teo = { _id: 'teo', name: 'Teo Almeida' } as Creator

test.each([
  ['one', [mara], "Mara Lindqvist's posts arrive when you're online."],
  ['several', [mara, teo], "Posts of the creators you follow arrive when you're online."],
])('the posts of %s followed without a connection are said to arrive', async (_many, creators, said) => {
  const scope = fork()
  await allSettled(serverMissed, { scope })
  vi.mocked(useFeed).mockReturnValue({ posts: [], authors: new Map(), older: 'end', showOlder: () => {} })
  vi.mocked(useAwaitedPosts).mockReturnValue({ creators, posts: [] })
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <HomeFeed viewerId="me" contents="here" />
      </I18nProvider>
    </Provider>,
  )
  expect(screen.getByText(said)).toBeTruthy()
  expect(screen.queryByText('No posts yet')).toBeNull()
})
