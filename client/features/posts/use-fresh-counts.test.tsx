// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { serverMissed, serverReached } from '../../core/connection/model.ts'
import { beginScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { CreatorFeed } from './creator-feed.tsx'
import { HomeFeed } from './home-feed.tsx'
import { PostPage } from './post-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  useSync: () => engine.sync,
  WithSync: ({ children }: { children: ReactNode }) => children,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../entities/content/use-grant-key.ts', () => ({ useGrantKey: () => '', useReadWhenGranted: () => {} }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useRouter: () => ({}),
  useCanGoBack: () => false,
}))
vi.mock('./post-card.tsx', () => ({
  PostCard: ({ post: { text, comments, likes } }: { post: Post }) => (
    <article>{`${text}: ${comments} comments, ${likes} likes`}</article>
  ),
}))

const creator = { _id: v7(), name: 'Mara', username: 'mara', avatar: null }
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const posts = Array.from({ length: 25 }, (_, index): Post => {
  const time = at(index + 1)
  return {
    ...{ _id: v7(), performerId: creator._id, seq: index + 1, status: 'published', access: 'public', price: 0 },
    ...{ isLocked: false, ...noContent, text: `Post ${index + 1}`, scheduledAt: null },
    ...{ publishedAt: time, createdAt: time, updatedAt: time, comments: 12, likes: 3 },
  }
})
const newest = posts.toReversed()
const last = newest[0] as Post

let isReachable = true
/** The posts as the server has them. */
let counted: Post[]

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
})
beforeEach(async () => {
  isReachable = true
  counted = newest.map((post) => ({ ...post, comments: 14, likes: 5 }))
  vi.mocked(callApi).mockReset()
  vi.mocked(callApi).mockImplementation(async ({ path, query = {} }) => {
    if (!isReachable) throw new ConnectionError()
    const one = counted.find(({ _id }) => path === `/user/feeds/${_id}`)
    if (one) return { ...one, performer: creator }
    const { before = '9', pinned } = query as { before?: string; pinned?: string }
    const after = counted.filter((post) => (post.publishedAt ?? '') < before && (!pinned || post.isPinned))
    return { data: after.slice(0, 20), total: after.length }
  })
  engine.sync = await syncWithoutLine()
  const space = spaceOfPerformer(creator._id)
  await engine.sync.db.spaces.put({ space, version: '1' } as never)
  await engine.sync.db.posts.bulkPut(posts.map((post) => ({ ...post, $space: space })))
})
afterEach(cleanup)

function show(page: ReactNode) {
  const scope = fork()
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
  return scope
}

const pages: Record<string, ReactNode> = {
  'the page of a post': <PostPage postId={last._id} isVisitor={false} viewerId="fan" comments={() => null} />,
  'the start page': <HomeFeed viewerId="fan" contents="here" />,
  'the page of a creator': <CreatorFeed author={creator} isVisitor={false} />,
}

test.each(Object.entries(pages))('%s shows the counts of the server, and keeps them on the device', async (_, page) => {
  show(page)
  expect(await screen.findByText('Post 25: 14 comments, 5 likes')).toBeTruthy()
  isReachable = false
  cleanup()
  show(page)
  expect(await screen.findByText('Post 25: 14 comments, 5 likes')).toBeTruthy()
})

test.each(Object.entries(pages))('%s reads the counts when the connection is back', async (_, page) => {
  isReachable = false
  const scope = show(page)
  expect(await screen.findByText('Post 25: 12 comments, 3 likes')).toBeTruthy()
  await act(() => allSettled(serverMissed, { scope }))
  isReachable = true
  await act(() => allSettled(serverReached, { scope }))
  expect(await screen.findByText('Post 25: 14 comments, 5 likes')).toBeTruthy()
})

test('a feed reads the counts of all posts that it shows, each page once', async () => {
  show(<HomeFeed viewerId="fan" contents="here" />)
  expect(await screen.findByText('Post 6: 14 comments, 5 likes')).toBeTruthy()
  expect(vi.mocked(callApi).mock.calls.map(([{ query }]) => query)).toEqual([{ pageSize: 20 }])
})

test('counts do not bring back the lock of a post that opens while they are stored', async () => {
  const { sync } = engine
  const { db } = sync
  await db.posts.put({ ...last, isLocked: true, text: 'Locked', $space: spaceOfPerformer(last.performerId) })
  const pullThenStore = async (...page: Parameters<Sync['storePage']>) => {
    // The purchase changes no version of the post.
    await db.posts.update(last._id, { isLocked: false, text: 'Post 25' })
    await sync.storePage(...page)
  }
  engine.sync = { ...sync, storePage: pullThenStore }
  show(pages['the page of a post'])
  expect(await screen.findByText('Post 25: 14 comments, 5 likes')).toBeTruthy()
  expect(await db.posts.get(last._id)).toMatchObject({ isLocked: false, text: 'Post 25', comments: 14 })
})

test('a count of another version of a post is left alone', async () => {
  counted = counted.map((post) => (post._id === last._id ? { ...post, updatedAt: at(0) } : post))
  show(<HomeFeed viewerId="fan" contents="here" />)
  expect(await screen.findByText('Post 24: 14 comments, 5 likes')).toBeTruthy()
  expect(screen.getByText('Post 25: 12 comments, 3 likes')).toBeTruthy()
})

test('a queued edit does not become the row of the server with the counts', async () => {
  const { db, inside, ...sync } = engine.sync
  const { account } = inside.replica
  const own = { ...last, performerId: account, seq: 1, $space: spaceOfPerformer(account) }
  await db.spaces.put({ space: own.$space, version: '1' } as never)
  await db.posts.put(own)
  const { id } = await sync.mutate('post.update', { _id: own._id, changes: { text: 'Edited' } })
  counted = counted.map((post) => (post._id === own._id ? { ...post, performerId: account } : post))
  show(<HomeFeed viewerId="fan" contents="here" />)
  expect(await screen.findByText('Post 24: 14 comments, 5 likes')).toBeTruthy()
  expect(screen.getByText('Edited: 12 comments, 3 likes')).toBeTruthy()
  await act(() => sync.discard(id))
  expect(await screen.findByText('Post 25: 12 comments, 3 likes')).toBeTruthy()
})

test('a post that reaches the device while it is shown from the server stays in its place, with its comments', async () => {
  const { db } = engine.sync
  beginScope({ state: 'signed-out' })
  await db.posts.delete(last._id)
  show(<PostPage postId={last._id} isVisitor={false} viewerId="fan" comments={() => <textarea />} />)
  const fromServer = await screen.findByText('Post 25: 14 comments, 5 likes')
  const field = screen.getByRole('textbox')
  await act(() => db.posts.put({ ...last, text: 'Held', $space: spaceOfPerformer(creator._id) }))
  expect(await screen.findByText('Held: 14 comments, 5 likes')).toBe(fromServer)
  expect(screen.getByRole('textbox')).toBe(field)
})
