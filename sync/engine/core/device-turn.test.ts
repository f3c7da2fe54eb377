import { expect, test } from 'vitest'
import { isCopy } from './device-turn.ts'
import type { KnownTurn, Turn } from './device-turn.ts'

const pushing: Turn = { turn: 4, incarnation: 'a', next: 'b' }

test.each<[string, Turn, KnownTurn | undefined, boolean]>([
  ['a device that nobody knows yet', { turn: 0, incarnation: 'a' }, undefined, false],
  ['the next push', pushing, { turn: 4, incarnation: 'a' }, false],
  ['the same push again, its answer lost', pushing, { turn: 5, incarnation: 'b' }, false],
  ['a question while a push is under way', pushing, { turn: 5, incarnation: 'b' }, false],
  ['a server that had nothing to decide', pushing, { turn: 3, incarnation: 'z' }, false],
  ['a server that was restored without the device', pushing, undefined, false],
  ['an older copy', pushing, { turn: 7, incarnation: 'e' }, true],
  ['a clone that pushed once', pushing, { turn: 5, incarnation: 'of the other' }, true],
  [
    'a clone that pushed once, and this one asks only',
    { turn: 4, incarnation: 'a' },
    { turn: 5, incarnation: 'b' },
    true,
  ],
  ['a clone that went another way', pushing, { turn: 4, incarnation: 'of the other' }, true],
])('[TIME-1] %s', (...[, said, known, copy]) => {
  expect(isCopy(said, known)).toBe(copy)
})
