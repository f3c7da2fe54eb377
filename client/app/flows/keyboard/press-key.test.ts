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
  const { focused } = feedOf(2)
  const places = ['j', 'j', 'j', 'k', 'k'].map((key) => (press(key), focused()))
  expect(places).toEqual([0, 1, 1, 0, 0])
})

test.each(['j', 'k'])('%s from a post that was scrolled off the screen begins with the first one on it', (key) => {
  const { scroll, focused } = feedOf(60)
  press('j', 'j')
  expect(focused()).toBe(1)
  scroll(4050)
  press(key)
  expect(focused()).toBe(40)
})

/** A feed of posts of 90 px, one each 100 px. */
function feedOf(count: number) {
  const ids = Array.from({ length: count }, (_, index) => index)
  document.body.innerHTML = `<main>${ids.map((id) => `<article data-post="${id}"></article>`).join('')}</main>`
  let scrolled = 0
  const posts = [...document.querySelectorAll('article')]
  posts.forEach((post, index) => {
    const top = () => index * 100 - scrolled
    post.getBoundingClientRect = () => ({ top: top(), bottom: top() + 90 }) as DOMRect
    post.scrollIntoView = () => {}
  })
  return {
    scroll: (to: number) => (scrolled = to),
    focused: () => posts.indexOf(document.activeElement as HTMLElement),
  }
}
