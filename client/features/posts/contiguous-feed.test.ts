import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { expect, test } from 'vitest'
import { placesBelow, contiguousFeed } from './contiguous-feed.ts'

test.each([
  ['nothing', '', '', '', null],
  ['a whole feed', 'a3 b2 a2 b1 a1', '', 'a3 b2 a2 b1 a1', null],
  ['one whose rest is held below', 'a9 b4 a8', 'a7 b3', 'a9 b4 a8', null],
  ['one whose rest is on the server', 'a9 b4 a8', 'b3', 'a9 b4 a8', 'a8'],
  ['a gap between', 'a9 b4 a8 b3 a6 b2 b1 a5', 'a4', 'a9 b4 a8', 'a8'],
  ['the first gap of two', 'a9 b4 a8 b2', 'a7 b1', 'a9 b4', 'b4'],
  ['a tombstone, which holds its place', 'a3 a2x a1', '', 'a3 a1', null],
  ['a stray that was changed long after', 'a30 a29 a4', 'a3', 'a30 a29', 'a29'],
])('of %s what is shown has no hole', (...[, held, below, shown, gap]) => {
  const isHeld = ([performer, seq]: readonly [string, number]) => below.split(' ').includes(`${performer}${seq}`)
  const run = contiguousFeed(postsOf(held), isHeld)
  expect(run.posts.map(nameOf).join(' ')).toBe(shown)
  expect(run.gap && `${run.gap.performerId}${run.gap.seq}`).toBe(gap)
})

test('asks the store for one place of each creator', () => {
  expect(placesBelow(postsOf('a9 b1 a8 c5'))).toEqual([
    ['a', 7],
    ['c', 4],
  ])
})

function postsOf(names: string): Post[] {
  return names.split(' ').flatMap((name, index) => {
    const [, performerId = '', seq] = /^([a-z])(\d+)/.exec(name) ?? []
    if (!seq) return []
    const publishedAt = new Date(Date.UTC(2026, 0, 31) - index * 60_000).toISOString()
    const status = name.endsWith('x') ? 'removed' : 'published'
    return [{ performerId, seq: Number(seq), publishedAt, status } as Post]
  })
}

function nameOf({ performerId, seq }: Post): string {
  return `${performerId}${seq}`
}
