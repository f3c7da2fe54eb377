import { expect, test } from 'vitest'
import { linkOf } from './link-of.ts'

const none = { kind: 'like', pageType: null, pageId: null, actors: [] } as const

test('a notification leads to its thing, or to the page that shows it', () => {
  expect(linkOf({ ...none, objectType: 'feed', objectId: 'a' })).toBe('/posts/a')
  expect(linkOf({ ...none, objectType: 'order', objectId: 'a' })).toBe('/orders/a')
  expect(linkOf({ ...none, objectType: 'photo', objectId: 'a', pageType: 'gallery', pageId: 'b' })).toBe('/galleries/b')
  expect(linkOf({ ...none, objectType: 'comment', objectId: 'a', pageType: 'video', pageId: 'b' })).toBe('/videos/b')
  expect(linkOf({ ...none, kind: 'system', objectType: 'broadcast', objectId: 'a' })).toBe('/creator/messages/a')
  expect(linkOf({ ...none, kind: 'system', objectType: 'show', objectId: 'a' })).toBe('/show/a')
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

test('money leads to where its words and its sum are listed', () => {
  const fan = { ...none, actors: [{ username: 'fan', isPerformer: false }] }
  const tip = { ...fan, kind: 'tip', objectType: 'tip', objectId: 'a', pageType: 'user', pageId: 'b' } as const
  expect(linkOf(tip)).toBe('/creator/earnings')
  expect(linkOf({ ...fan, kind: 'sale', objectType: 'stream', objectId: 'a' })).toBe('/creator/earnings')
  expect(linkOf({ ...fan, kind: 'sale', objectType: 'feed', objectId: 'a' })).toBe('/posts/a')
  expect(linkOf({ ...none, kind: 'sale', objectType: 'earning', objectId: 'a' })).toBe('/creator/earnings')
  expect(linkOf({ ...fan, kind: 'subscription', objectType: 'performer', objectId: 'me' })).toBe('/creator/subscribers')
  expect(linkOf({ ...fan, kind: 'subscription', objectType: 'subscription', objectId: 'a' })).toBe('/subscriptions')
})
