// @vitest-environment happy-dom
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentScope } from '../../core/session/current-scope.ts'
import { startSession } from '../../core/session/session.ts'
import { takeCaught } from '../flows/keyboard/catch-key.ts'
import { $keyDialog } from '../flows/keyboard/model.ts'
import { listenToKeys } from './listen-to-keys.ts'

const slow = vi.hoisted(() => ({ line: Promise.resolve() }))
vi.mock('../../ui/import-with-retry.ts', () => ({
  importWithRetry: async (load: () => Promise<unknown>) => {
    await slow.line
    return load()
  },
}))

const openPath = vi.fn()
listenToKeys(openPath)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await startSession({ token: 'token', user: { _id: 'ada' } as Profile }, true)
})
afterEach(() => {
  document.body.innerHTML = ''
  takeCaught()
  openPath.mockReset()
})

test('keys that are typed while the search loads are its own, and no shortcuts', async () => {
  const { resolve, promise } = Promise.withResolvers<void>()
  slow.line = promise
  press('k', { ctrlKey: true })
  const typed = 'g hm'.split('').map((key) => press(key))
  resolve()
  await vi.waitFor(() => expect(currentScope().getState($keyDialog)).toBe('find'))
  // Its field comes with another piece of code.
  typed.push(press('n'))
  expect(typed).toEqual([true, true, true, true, true])
  expect(takeCaught()).toBe('g hmn')
  expect(openPath).not.toHaveBeenCalled()
})

test('a field that had the focus gets none of them', () => {
  document.body.innerHTML = '<textarea></textarea>'
  press('k', { ctrlKey: true, on: 'textarea' })
  expect(press('a', { on: 'textarea' })).toBe(true)
  expect(takeCaught()).toBe('a')
  expect(press('b', { on: 'textarea' })).toBe(false)
})

test('the last sign can be taken back, and Escape ends it', () => {
  press('k', { metaKey: true })
  for (const key of ['a', 'b', 'Backspace', 'c', 'Enter']) press(key)
  expect(takeCaught()).toBe('ac')
  press('k', { metaKey: true })
  press('a')
  press('Escape')
  expect(press('b', { on: 'body' })).toBe(false)
  expect(takeCaught()).toBe('')
})

test('nothing is caught for longer than ten seconds', () => {
  press('k', { ctrlKey: true })
  vi.advanceTimersByTime(9_999)
  expect(press('a')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(press('b')).toBe(false)
  expect(takeCaught()).toBe('')
})

test('a key that opens no search catches nothing', async () => {
  slow.line = Promise.resolve()
  document.body.innerHTML = '<div role="dialog"></div>'
  press('k', { ctrlKey: true })
  expect(press('a')).toBe(false)
  document.body.innerHTML = ''
  press('k', { ctrlKey: true, repeat: true })
  await vi.waitFor(() => expect(press('a')).toBe(false))
})

type Given = KeyboardEventInit & { on?: string }

/** Tells if the page kept the key from where it would have gone. */
function press(key: string, { on = 'body', ...init }: Given = {}): boolean {
  const code = /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : ''
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...init })
  document.querySelector(on)?.dispatchEvent(event)
  return event.defaultPrevented
}
