// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { FeedPost } from '@vesper/sync/vesper/api/posts.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { keptAnswer, VISITOR } from '../../core/api/use-cached-query.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { HomeFeed } from './home-feed.tsx'
import { useFeed } from './use-feed.ts'

/** The device as the page finds it; `posts`: undefined until they have been read. */
const device = vi.hoisted(() => ({ isNew: true, isOpen: false, posts: undefined as Post[] | undefined }))

vi.mock('./use-feed.ts', () => ({ useFeed: vi.fn() }))
vi.mock('./use-fresh-counts.ts', () => ({ useFreshFeedCounts: () => {} }))
vi.mock('./use-awaited-posts.ts', async (original) => ({
  ...(await original<object>()),
  useAwaitedPosts: () => undefined,
}))
vi.mock('./post-card.tsx', () => ({
  PostCard: ({ post }: { post: Post }) => <input aria-label={post.text} />,
  pollHeight: () => 0,
}))
vi.mock('../../core/session/session.ts', () => ({ signedInUser: () => null }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  WithSync: ({ fallback, children }: { fallback: ReactNode; children: ReactNode }) =>
    device.isOpen ? children : fallback,
  useSync: () => ({}),
}))
vi.mock('../../core/sync/first-pull.ts', async (original) => ({
  ...(await original<object>()),
  isNewHere: () => device.isNew,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const MARA = '0199d2a8-0000-7000-8000-00000000000a'
const mara = { _id: MARA, name: 'Mara', username: 'mara', avatar: null, isPerformer: true }
const posts = [3, 2, 1].map((seq): Post => {
  const at = `2026-11-0${seq}T10:00:00.000Z`
  return {
    ...{
      _id: `0199d2a8-0000-7000-8000-00000000000${seq}`,
      performerId: MARA,
      seq,
      status: 'published',
      access: 'public',
      price: 0,
    },
    ...{ ...noContent, isLocked: false, text: `Post ${seq}`, scheduledAt: null },
    ...{ publishedAt: at, createdAt: at, updatedAt: at },
  }
})
const answer = { data: posts.map((post) => ({ ...post, performer: mara })), total: 3 }

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
beforeEach(() => {
  Object.assign(device, { isNew: true, isOpen: false, posts: undefined })
  vi.mocked(callApi).mockReset()
  vi.mocked(callApi).mockResolvedValue(answer)
  const [authors, showOlder] = [new Map([[MARA, mara]]), () => {}]
  vi.mocked(useFeed).mockImplementation(() => ({ posts: device.posts, authors, older: 'end', showOlder }))
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  cleanup()
})

function page(contents: Contents) {
  return (
    <SWRConfig value={{ provider }}>
      <I18nProvider i18n={i18n}>
        <HomeFeed viewerId="me" contents={contents} />
      </I18nProvider>
    </SWRConfig>
  )
}
let cache = new Map()
const provider = () => cache
beforeEach(() => void (cache = new Map()))

const shown = () => screen.queryAllByRole('textbox').map((card) => card.getAttribute('aria-label'))
const all = ['Post 3', 'Post 2', 'Post 1']

test('a device without posts shows those of the server at once, and its own take their places without a change', async () => {
  const { rerender } = render(page('coming'))
  const [card] = await screen.findAllByRole<HTMLInputElement>('textbox')
  expect(shown()).toEqual(all)
  card?.focus()
  // The engine opens, and reads an empty device.
  Object.assign(device, { isOpen: true, posts: [] })
  rerender(page('coming'))
  expect(shown()).toEqual(all)
  // A part has arrived: it would lack posts in between.
  device.posts = posts.slice(1)
  rerender(page('coming'))
  expect(shown()).toEqual(all)
  // All is here before the list has been read again.
  rerender(page('here'))
  expect(shown()).toEqual(all)
  device.posts = posts.map((post) => ({ ...post, $space: `p:${MARA}` }))
  rerender(page('here'))
  expect(shown()).toEqual(all)
  expect(document.activeElement).toBe(card)
  device.posts = posts.slice(0, 2)
  rerender(page('here'))
  expect(shown()).toEqual(all.slice(0, 2))
})

test('posts that the device does not get are gone a moment after all is here', async () => {
  const { rerender } = render(page('coming'))
  await screen.findAllByRole('textbox')
  vi.useFakeTimers()
  Object.assign(device, { isOpen: true, posts: posts.slice(1) })
  rerender(page('here'))
  expect(shown()).toEqual(all)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(shown()).toEqual(all.slice(1))
})

test('a device with posts asks nothing, and waits for its own', async () => {
  Object.assign(device, { isNew: false })
  const { rerender } = render(page('coming'))
  expect(shown()).toEqual([])
  Object.assign(device, { isOpen: true, posts: posts.slice(1) })
  rerender(page('coming'))
  expect(shown()).toEqual(all.slice(1))
  expect(callApi).not.toHaveBeenCalled()
})

test('posts of the server stay when the connection breaks off before the device has its own', async () => {
  const { rerender } = render(page('coming'))
  await screen.findAllByRole('textbox')
  Object.assign(device, { isOpen: true, posts: [] })
  rerender(page('away'))
  expect(shown()).toEqual(all)
})

test('where the server cannot be asked, the page waits for the device', async () => {
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  const { rerender } = render(page('coming'))
  await act(async () => {})
  expect(screen.getByRole('region', { name: 'From creators you follow' }).getAttribute('aria-busy')).toBe('true')
  Object.assign(device, { isOpen: true, posts })
  rerender(page('coming'))
  expect(shown()).toEqual(all)
})

test('posts that were seen once are there without a line while the device has none of its own, and are forgotten later', async () => {
  const seen = render(page('coming'))
  await screen.findAllByRole('textbox')
  seen.unmount()
  cache = new Map()
  // The page is opened again: the line is gone, and the first pull brought nothing.
  vi.mocked(callApi).mockRejectedValue(new ConnectionError('gone'))
  Object.assign(device, { isOpen: true, posts: [] })
  const { rerender } = render(page('away'))
  expect(shown()).toEqual(all)
  await act(async () => {})
  expect(shown()).toEqual(all)
  expect(keptAnswer(VISITOR, { path: `/user/feeds/${posts[0]?._id}`, query: {} }, FeedPost)).toEqual(answer.data[0])
  vi.useFakeTimers()
  device.posts = posts
  rerender(page('here'))
  act(() => void vi.advanceTimersByTime(2_000))
  cleanup()
  vi.useRealTimers()
  cache = new Map()
  device.posts = []
  render(page('away'))
  await act(async () => {})
  expect(shown()).toEqual([])
})
