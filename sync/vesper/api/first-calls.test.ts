import { expect, test } from 'vitest'
import { firstCalls, furtherCalls } from './first-calls.ts'

test.each([
  ['/explore', 'visitor', 3],
  ['/explore/', 'account', 3],
  ['/home', 'account', 2],
  ['/home', 'visitor', 0],
  ['/posts/0192', 'visitor', 1],
  ['/posts/0192/more', 'visitor', 0],
  ['/galleries/at-dawn-9f3a', 'visitor', 1],
  ['/videos/0192', 'account', 1],
  ['/products/0192', 'visitor', 1],
  ['/products/0192/edit', 'visitor', 0],
  ['/live/ada', 'visitor', 1],
  ['/live/ada', 'account', 0],
  ['/live', 'visitor', 1],
  ['/', 'visitor', 0],
  ['/toString', 'account', 1],
  ['/wallet', 'account', 0],
  ['/ada', 'visitor', 1],
  ['/ada/posts', 'visitor', 0],
] as const)('%s, as %s: %d calls', (path, caller, count) => {
  expect(firstCalls(path, caller)).toHaveLength(count)
})

test('the photos of a gallery are asked for in its order, and not while it is locked', () => {
  const call = '/performer-assets/galleries/at-dawn-9f3a'
  const photos = '/performer-assets/photos?galleryId=0192&pageSize=50&sortBy=position&sort=asc&current=1'
  expect(furtherCalls(call, { _id: '0192', isLocked: false })).toEqual([photos])
  expect(furtherCalls(call, { _id: '0192', isLocked: true })).toEqual([])
  expect(furtherCalls('/performer-assets/videos/0192', { _id: '0192', isLocked: false })).toEqual([])
})
