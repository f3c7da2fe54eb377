import type { ChatMode } from '@vesper/sync/vesper/api/live-streams.ts'
import { expect, test } from 'vitest'
import { changesOf, termsOf, typedMode } from './typed-mode.ts'

const mode: ChatMode = { slowSeconds: 7, followersMinutes: 20, subscribersOnly: false, blockedTerms: ['raid'] }

test('a form that nobody has touched changes nothing', () => {
  expect(changesOf(mode, {})).toEqual({})
  expect(changesOf(mode, typedMode(mode))).toEqual({})
})

test('the rules that were touched are sent alone', () => {
  expect(changesOf(mode, { pause: '30' })).toEqual({ slowSeconds: 30 })
  expect(changesOf(mode, { terms: 'raid\n  spoiler \n\nraid' })).toEqual({ blockedTerms: ['raid', 'spoiler'] })
})

test('one choice of writers takes the place of another', () => {
  expect(changesOf(mode, { writers: 'all' })).toEqual({ followersMinutes: null })
  expect(changesOf(mode, { writers: 'subscribers' })).toEqual({ followersMinutes: null, subscribersOnly: true })
  const closed = { ...mode, followersMinutes: null, subscribersOnly: true }
  expect(changesOf(closed, { writers: 'followers', minutes: '٤٥' })).toEqual({
    followersMinutes: 45,
    subscribersOnly: false,
  })
})

test('minutes and terms past their bounds are refused before they are sent', () => {
  const terms = (count: number, length = 3) =>
    Array.from({ length: count }, (_, n) => `${n}`.padEnd(length, 'x')).join('\n')
  expect(changesOf(mode, { minutes: '43201' })).toBeNull()
  expect(changesOf(mode, { minutes: 'soon' })).toBeNull()
  // The minutes of a rule that is not chosen count for nothing.
  expect(changesOf(mode, { minutes: 'soon', writers: 'all' })).toEqual({ followersMinutes: null })
  expect(changesOf(mode, { terms: terms(101) })).toBeNull()
  expect(changesOf(mode, { terms: terms(1, 51) })).toBeNull()
  expect(changesOf(mode, { terms: terms(100, 50) })?.blockedTerms).toHaveLength(100)
  expect(termsOf('\n \n')).toEqual([])
})
