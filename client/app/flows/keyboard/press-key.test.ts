// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentScope } from '../../../core/session/current-scope.ts'
import { startSession } from '../../../core/session/session.ts'
import { $keyDialog } from './model.ts'
import { pressKey } from './press-key.ts'

const open = vi.fn()
const press = (...keys: string[]) => keys.forEach((key) => pressKey(key, open))

beforeEach(async () => {
  vi.useRealTimers()
  open.mockReset()
  await startSession({ token: 'token', user: { _id: 'ada' } as Profile }, true)
})

test.each([
  ['h', '/home'],
  ['m', '/messages'],
  ['n', '/notifications'],
])('g, then %s, leads to %s', (key, path) => {
  press('g', key)
  expect(open.mock.calls).toEqual([[path]])
})

test('the second key alone, after another key, or twice, leads nowhere more', () => {
  press('h', 'g', 'j', 'h')
  expect(open).not.toHaveBeenCalled()
  press('g', 'h', 'h')
  expect(open).toHaveBeenCalledOnce()
})

test('a pair takes at most a second and a half', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  press('g')
  vi.advanceTimersByTime(1_500)
  press('h')
  expect(open).not.toHaveBeenCalled()
  press('g')
  vi.advanceTimersByTime(1_499)
  press('h')
  expect(open).toHaveBeenCalledOnce()
})

test.each([
  ['?', 'shortcuts'],
  ['/', 'find'],
  ['mod+k', 'find'],
])('%s opens its dialog', (key, dialog) => {
  press(key)
  expect(currentScope().getState($keyDialog)).toBe(dialog)
})

test('j and k go through the posts of a feed, and stop at its ends', () => {
  document.body.innerHTML = `<main>${[1, 2].map((id) => `<article data-post="${id}"></article>`).join('')}</main>`
  const posts = [...document.querySelectorAll('article')]
  posts.forEach((post, index) => {
    post.getBoundingClientRect = () => ({ top: index * 100, bottom: index * 100 + 90 }) as DOMRect
    post.scrollIntoView = () => {}
  })
  const focused = () => posts.indexOf(document.activeElement as HTMLElement)
  const places = ['j', 'j', 'j', 'k', 'k'].map((key) => (press(key), focused()))
  expect(places).toEqual([0, 1, 1, 0, 0])
})
