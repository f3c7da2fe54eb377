import { expect, test } from 'vitest'
import { notePageBefore } from '../../core/page/page-before.ts'
import { viewSource } from './view-source.ts'

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
  ['/videos/2', 'other'],
] as const)('the page of a thing that is opened from %s stands for %s', (from, source) => {
  for (const page of ['/posts/1', '/galleries/1', '/videos/1', '/products/1']) {
    expect(viewSource(page, from)).toBe(source)
  }
})

test('the page that the app has left is the one before', () => {
  expect(viewSource('/posts/1')).toBe('link')
  notePageBefore('/messages/7')
  expect(viewSource('/posts/1')).toBe('message')
})
