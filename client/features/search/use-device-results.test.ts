import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { expect, test } from 'vitest'
import { matching } from './use-device-results.ts'

const mara = { _id: 'm', name: 'Mara Ndongo', username: 'mara' } as Creator
const post = (given: Partial<Post>) =>
  ({
    _id: 'p',
    performerId: 'm',
    status: 'published',
    isLocked: false,
    text: '',
    tags: [],
    publishedAt: '',
    ...given,
  }) as Post

test('finds creators by name and username, posts by text and tags, without accents', () => {
  const posts = [post({ text: 'Crème de la mer', tags: ['late_night'] })]
  const found = (q: string) => {
    const { creators, posts: texts } = matching({ creators: [mara], posts }, q)
    return [creators.length, texts.length]
  }
  expect(found('NDONGO mara')).toEqual([1, 0])
  expect(found('creme mer')).toEqual([0, 1])
  expect(found('late')).toEqual([0, 1])
  expect(found('creme nothing')).toEqual([0, 0])
  expect(found('  ')).toEqual([0, 0])
})

test('locked, removed and unpublished posts, and those of unknown authors are left out', () => {
  const posts = [
    post({ text: 'fog', isLocked: true }),
    post({ text: 'fog', status: 'removed' }),
    post({ text: 'fog', status: 'scheduled' }),
    post({ text: 'fog', performerId: 'other' }),
  ]
  expect(matching({ creators: [mara], posts }, 'fog').posts).toEqual([])
})

test('the newest posts come first', () => {
  const posts = ['2026-01-01', '2026-03-01', '2026-02-01'].map((publishedAt) => post({ text: 'fog', publishedAt }))
  const order = matching({ creators: [mara], posts }, 'fog').posts.map(({ publishedAt }) => publishedAt)
  expect(order).toEqual(['2026-03-01', '2026-02-01', '2026-01-01'])
})
