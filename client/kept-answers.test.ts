// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { rememberLeaving } from './finish-leaving.ts'
import { KEPT_MAX, keepAnswer, readKept } from './kept-answers.ts'

beforeEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('[KEPT-1] an answer is there for a start without a line, for the account that it was kept for', () => {
  keepAnswer('ada', 'posts', { data: ['a post'] })
  expect([readKept('ada', 'posts'), readKept('ben', 'posts')]).toEqual([{ data: ['a post'] }, null])
})

test('[KEPT-2] answers take a bounded part of the storage, and the oldest go first', () => {
  const clock = vi.spyOn(Date, 'now')
  const page = 'p'.repeat(KEPT_MAX / 4)
  localStorage.setItem('vesper-form:ada:profile', 'what is typed')
  for (const [name, at] of [
    ['c', 3],
    ['a', 1],
    ['b', 2],
    ['d', 4],
  ] as const) {
    clock.mockReturnValue(at)
    keepAnswer('visitor', name, page)
  }
  expect(['a', 'b', 'c', 'd'].map((name) => readKept('visitor', name) !== null)).toEqual([false, true, true, true])
  expect(localStorage.getItem('vesper-form:ada:profile')).toBe('what is typed')
  keepAnswer('visitor', 'd', page.repeat(5))
  expect(readKept('visitor', 'd')).toBe(page)
})

test('[LEAVE-6] a storage that takes nothing more keeps nobody signed in', () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem, removeItem: () => {} })
  expect(() => rememberLeaving('ada')).not.toThrow()
})
