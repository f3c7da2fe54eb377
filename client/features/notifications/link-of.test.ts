import { expect, test } from 'vitest'
import { linkOf } from './link-of.ts'

const none = { pageType: null, pageId: null, actors: [] }

test('a notification leads to its thing, or to the page that shows it', () => {
  expect(linkOf({ ...none, objectType: 'feed', objectId: 'a' })).toBe('/posts/a')
  expect(linkOf({ ...none, objectType: 'order', objectId: 'a' })).toBe('/orders/a')
  expect(linkOf({ ...none, objectType: 'photo', objectId: 'a', pageType: 'gallery', pageId: 'b' })).toBe('/galleries/b')
  expect(linkOf({ ...none, objectType: 'comment', objectId: 'a', pageType: 'video', pageId: 'b' })).toBe('/videos/b')
})

test('a thing without a page of its own has no link', () => {
  expect(linkOf({ ...none, objectType: 'comment', objectId: 'a' })).toBeNull()
  expect(linkOf({ ...none, objectType: 'photo', objectId: 'a' })).toBeNull()
})

test('a follow leads to the creator who follows, else to the list of followers', () => {
  const follow = { ...none, objectType: 'user', objectId: 'me' } as const
  expect(linkOf({ ...follow, actors: [{ username: 'mira', isPerformer: true }] })).toBe('/mira')
  expect(linkOf({ ...follow, actors: [{ username: 'fan', isPerformer: false }] })).toBe('/creator/followers')
  expect(linkOf(follow)).toBe('/creator/followers')
})
