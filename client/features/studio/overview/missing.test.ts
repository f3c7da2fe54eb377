import { expect, test } from 'vitest'
import { missingOf } from './missing.ts'

const done = {
  user: { avatar: '/media/a/avatar', cover: '/media/c/cover', bio: 'Fog.' },
  creator: { categories: ['art'] },
  hasPost: true,
}

test('nothing is missing from a page that is complete', () => {
  expect(missingOf(done)).toEqual([])
})

test('each step that is left is named, in order', () => {
  const user = { avatar: null, cover: null, bio: ' ' }
  expect(missingOf({ user, creator: {}, hasPost: false })).toEqual(['picture', 'cover', 'text', 'categories', 'post'])
  expect(missingOf({ ...done, hasPost: false })).toEqual(['post'])
})
