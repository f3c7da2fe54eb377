import { cleanup, render } from '@testing-library/react'
// @vitest-environment happy-dom
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { SeenPosts, useSeen } from './seen-posts.ts'

const sent: string[][] = []
let posts: SeenPosts
let look: IntersectionObserverCallback = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-26T10:10:00Z') })
  sent.length = 0
  posts = new SeenPosts((ids) => sent.push(ids))
  class Observer extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      super(callback)
      look = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const user = { _id: v7() } as Profile
  beginScope({ state: 'signed-in', token: 'token', remember: true, user })
})
afterEach(() => {
  cleanup()
  look = () => {}
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const post = (given: Partial<Post> = {}): Post => ({
  ...{ _id: v7(), performerId: v7(), seq: 4, status: 'published', access: 'public', price: 0, isLocked: false },
  ...noContent,
  ...{ scheduledAt: null, publishedAt: '2026-11-26T09:00:00.000Z', createdAt: '', updatedAt: '', ...given },
})

function Card({ of }: { of: Post }) {
  return <article ref={useSeen(of, posts)} />
}

function show(of: Post): void {
  render(
    <Provider value={currentScope()}>
      <Card of={of} />
    </Provider>,
  )
}

function seeShare(intersectionRatio: number, height = 100): void {
  const entry = { isIntersecting: intersectionRatio > 0, intersectionRatio, intersectionRect: { height } }
  const entries = [{ ...entry, rootBounds: { height: 800 } }] as unknown as IntersectionObserverEntry[]
  look(entries, {} as IntersectionObserver)
}

test('a post in view for a second is reported', () => {
  const shown = post()
  show(shown)
  seeShare(0.6)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([[shown._id]])
})

test('a post that passes by, and one of which little is seen, are not', () => {
  show(post())
  seeShare(0.6)
  vi.advanceTimersByTime(900)
  seeShare(0)
  vi.advanceTimersByTime(10_000)
  seeShare(0.3)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([])
})

test('a post that is higher than the screen is seen when it fills half of that', () => {
  show(post())
  seeShare(0.2, 500)
  vi.advanceTimersByTime(10_000)
  expect(sent).toHaveLength(1)
})

test.for([
  ['locked', { isLocked: true }],
  ['waiting', { seq: 2 ** 52 }],
  ['scheduled', { status: 'scheduled' }],
] as const)('a post that is %s is not reported', ([, given]) => {
  show(post(given))
  seeShare(1)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([])
})

test('an own post is not reported', () => {
  const performerId = v7()
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: performerId } as Profile })
  show(post({ performerId }))
  seeShare(1)
  vi.advanceTimersByTime(10_000)
  expect(sent).toEqual([])
})

test('posts are reported together, each once an hour', () => {
  posts.add('a')
  posts.add('b')
  posts.add('a')
  vi.advanceTimersByTime(5_000)
  posts.add('a')
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([['a', 'b']])
  vi.setSystemTime(Date.parse('2026-11-26T11:00:00Z'))
  posts.add('a')
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([['a', 'b'], ['a']])
})

test('a report names no more posts than the server takes', () => {
  for (let n = 0; n < 60; n += 1) posts.add(String(n))
  vi.advanceTimersByTime(5_000)
  expect(sent.map(({ length }) => length)).toEqual([50, 10])
})
