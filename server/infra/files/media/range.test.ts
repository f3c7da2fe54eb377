import { expect, test } from 'vitest'
import { parseRange } from './range.ts'

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
  ['bytes=0-', { kind: 'part', start: 0, end: 99 }],
  ['bytes=10-19', { kind: 'part', start: 10, end: 19 }],
  ['bytes=90-1000', { kind: 'part', start: 90, end: 99 }],
  ['bytes=-5', { kind: 'part', start: 95, end: 99 }],
  ['bytes=-500', { kind: 'part', start: 0, end: 99 }],
  ['BYTES=1-2', { kind: 'part', start: 1, end: 2 }],
  ['bytes=100-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=99999999999999999999-', { kind: 'unsatisfiable' }],
  ['bytes=5-2', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=a-b', { kind: 'whole' }],
  ['bytes=0-1,3-4', { kind: 'whole' }],
  ['items=0-1', { kind: 'whole' }],
])('%s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test('an empty file has no part', () => {
  expect(parseRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' })
  expect(parseRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' })
})
