import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TypingSignal } from './typing-signal.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function signal() {
  const said: string[] = []
  return { said, typing: new TypingSignal((id, is) => void said.push(`${id} ${is}`)) }
}

test('many keys are told at most every three seconds', () => {
  const { said, typing } = signal()
  for (let key = 0; key < 31; key += 1) {
    typing.typing('a', true)
    vi.advanceTimersByTime(200)
  }
  expect(said).toEqual(['a true', 'a true', 'a true'])
})

test('the end is told once: after a pause, or with an empty box', () => {
  const { said, typing } = signal()
  typing.typing('a', true)
  vi.advanceTimersByTime(4_000)
  expect(said).toEqual(['a true', 'a false'])
  typing.typing('a', true)
  typing.typing('a', false)
  typing.typing('a', false)
  vi.advanceTimersByTime(10_000)
  expect(said.slice(2)).toEqual(['a true', 'a false'])
})

test('writing elsewhere ends writing here', () => {
  const { said, typing } = signal()
  typing.typing('a', true)
  typing.typing('b', true)
  expect(said).toEqual(['a true', 'a false', 'b true'])
})
