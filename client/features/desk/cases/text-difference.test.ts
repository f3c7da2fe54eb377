import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textDifference } from './text-difference.ts'

test('names the words that have gone and those that have come', () => {
  expect(textDifference('You are bad and ugly', 'You are good and ugly')).toEqual([
    { kind: 'same', text: 'You are ' },
    { kind: 'gone', text: 'bad' },
    { kind: 'new', text: 'good' },
    { kind: 'same', text: ' and ugly' },
  ])
})

test('equal texts have no difference', () => {
  expect(textDifference('Same', 'Same')).toEqual([{ kind: 'same', text: 'Same' }])
  expect(textDifference('', '')).toEqual([])
})

test('a very long text is compared between its common ends', () => {
  const [a, b] = [
    Array.from({ length: 3_000 }, (_, at) => `a${at}`),
    Array.from({ length: 3_000 }, (_, at) => `b${at}`),
  ]
  const parts = textDifference(`start ${a.join(' ')} end`, `start ${b.join(' ')} end`)
  expect(parts.map(({ kind }) => kind)).toEqual(['same', 'gone', 'new', 'same'])
})

test('both versions can be read off the parts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'ab'), { maxLength: 30 })
    .map((words) => words.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = textDifference(before, after)
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join('')
      expect([without('new'), without('gone')]).toEqual([before, after])
    }),
  )
})
