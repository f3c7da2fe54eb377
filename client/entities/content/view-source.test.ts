import { expect, test } from 'vitest'
import { noteOrigin, viewSource } from './view-source.ts'

test.each([
  ['/home', 'home'],
  ['/', 'home'],
  ['/explore', 'explore'],
  ['/search', 'search'],
  ['/mara', 'creator'],
  ['/bookmarks', 'other'],
  ['/creator/studio', 'other'],
  ['/posts/1', 'link'],
] as const)('a post on %s is seen at %s', (path, source) => {
  expect(viewSource(path, null)).toBe(source)
})

test.each([
  ['/home', 'home'],
  ['/messages/7', 'message'],
  ['/mara', 'creator'],
  ['/posts/2', 'other'],
  ['/orders/9', 'other'],
] as const)('the page of a post that is opened from %s stands for %s', (from, source) => {
  expect(viewSource('/posts/1', from)).toBe(source)
})

test('the page before is noted as the app leaves it', () => {
  let hear = (_moved: { pathChanged: boolean; fromLocation?: { pathname: string } }) => {}
  noteOrigin({ subscribe: (_event, given) => ((hear = given), () => {}) })
  hear({ pathChanged: true })
  expect(viewSource('/posts/1')).toBe('link')
  hear({ pathChanged: true, fromLocation: { pathname: '/messages/7' } })
  hear({ pathChanged: false, fromLocation: { pathname: '/posts/1' } })
  expect(viewSource('/posts/1')).toBe('message')
})
