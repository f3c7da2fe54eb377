// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { rememberLeaving } from '../../app/flows/session/leaving-note.ts'
import { CACHED_RESPONSES_MAX, cacheResponse, readCachedResponse } from './response-cache.ts'

const Page = v.object({ data: v.array(v.string()) })

beforeEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('an answer is there for a start without a line, for the account that it was kept for', () => {
  cacheResponse('ada', 'posts', { data: ['a post'] })
  expect([readCachedResponse('ada', 'posts', Page), readCachedResponse('ben', 'posts', Page)]).toEqual([
    { data: ['a post'] },
    null,
  ])
})

test.each([
  ['without its time, and with spaces', '{"data":["a post of 2 words"]}', { data: ['a post of 2 words'] }],
  ['without its time, a text', '"1 post"', '1 post'],
  ['with its time', '1764000000000 {"data":["a post of 2 words"]}', { data: ['a post of 2 words'] }],
  ['as rubbish', 'a post of 2 words', null],
  ['as a time alone', '1764000000000 ', null],
])('an answer that is kept %s is read as what it is', (_how, kept, answer) => {
  localStorage.setItem('vesper-kept:ada:posts', kept)
  expect(readCachedResponse('ada', 'posts', v.unknown())).toEqual(answer)
})

test('an answer that an older app kept, and this one does not know, is none', () => {
  cacheResponse('ada', 'posts', { posts: ['a post'] })
  expect(readCachedResponse('ada', 'posts', Page)).toBeNull()
})

test('answers take a bounded part of the storage, and the oldest go first', () => {
  const clock = vi.spyOn(Date, 'now')
  const page = 'p'.repeat(CACHED_RESPONSES_MAX / 4)
  localStorage.setItem('vesper-form:ada:profile', 'what is typed')
  for (const [name, at] of [
    ['c', 3],
    ['a', 1],
    ['b', 2],
    ['d', 4],
  ] as const) {
    clock.mockReturnValue(at)
    cacheResponse('visitor', name, page)
  }
  expect(['a', 'b', 'c', 'd'].map((name) => readCachedResponse('visitor', name, v.string()) !== null)).toEqual([
    false,
    true,
    true,
    true,
  ])
  expect(localStorage.getItem('vesper-form:ada:profile')).toBe('what is typed')
  cacheResponse('visitor', 'd', page.repeat(5))
  expect(readCachedResponse('visitor', 'd', v.string())).toBe(page)
})

test('a storage that takes nothing more keeps nobody signed in', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem, removeItem: () => {} })
  expect(() => rememberLeaving('ada')).not.toThrow()
})
