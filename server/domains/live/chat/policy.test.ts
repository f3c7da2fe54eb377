import { describe, expect, test } from 'vitest'
import { hasBlockedTerm } from './has-blocked-term.ts'
import { isRepeated, mayDelete, maySilence, PACE, paceWait, REPEATED_MS, silenceOf, slowWait } from './policy.ts'
import type { Standing } from './policy.ts'

const viewer: Standing = { role: 'viewer', sanction: null, followedAt: null, isMember: false }
const open = { followersMinutes: null, subscribersOnly: false }

describe('somebody is silenced', () => {
  test.each([
    [viewer, open, null],
    [{ ...viewer, sanction: { kind: 'ban', until: null } }, open, 'banned'],
    [{ ...viewer, sanction: { kind: 'timeout', until: 101 } }, open, 'timeout'],
    [{ ...viewer, sanction: { kind: 'timeout', until: 100 } }, open, null],
    [viewer, { ...open, followersMinutes: 0 }, 'followers'],
    [{ ...viewer, followedAt: 100 }, { ...open, followersMinutes: 0 }, null],
    [{ ...viewer, followedAt: 100 - 60_000 }, { ...open, followersMinutes: 1 }, null],
    [{ ...viewer, followedAt: 101 - 60_000 }, { ...open, followersMinutes: 1 }, 'followers'],
    [{ ...viewer, isMember: true }, { followersMinutes: 9, subscribersOnly: true }, null],
    [{ ...viewer, followedAt: 0 }, { ...open, subscribersOnly: true }, 'subscribers'],
    [{ ...viewer, role: 'moderator' }, { followersMinutes: 9, subscribersOnly: true }, null],
    [{ ...viewer, role: 'creator', sanction: { kind: 'ban', until: null } }, open, null],
  ] as const)('%j under %j: %s', (standing, mode, reason) => {
    expect(silenceOf(standing, mode, 100)?.reason ?? null).toBe(reason)
  })
})

test('slow mode counts from the latest line', () => {
  const said = [
    { text: 'a', at: 0 },
    { text: 'b', at: 1000 },
  ]
  expect([slowWait(said, 5, 5999), slowWait(said, 5, 6000), slowWait([], 5, 0), slowWait(said, 0, 1000)]).toEqual([
    1, 0, 0, 0,
  ])
})

test('the pace counts from the 20th line before', () => {
  const said = Array.from({ length: PACE.lines }, (_, n) => ({ text: 'a', at: n }))
  expect([paceWait(said, PACE.ms - 1), paceWait(said, PACE.ms), paceWait(said.slice(1), 0)]).toEqual([1, 0, 0])
})

test('a text is repeated when the two latest lines are the same and not old', () => {
  const said = [
    { text: 'a', at: 0 },
    { text: 'a', at: 1 },
  ]
  expect([isRepeated(said, 'a', REPEATED_MS - 1), isRepeated(said, 'a', REPEATED_MS)]).toEqual([true, false])
  expect([isRepeated(said, 'b', 2), isRepeated(said.slice(1), 'a', 2)]).toEqual([false, false])
})

test('nobody silences the creator, and moderators viewers alone', () => {
  const roles = ['creator', 'moderator', 'viewer'] as const
  const allowed = roles.flatMap((role) =>
    roles.filter((target) => maySilence(role, target)).map((to) => `${role} ${to}`),
  )
  expect(allowed).toEqual(['creator moderator', 'creator viewer', 'moderator viewer'])
  expect([mayDelete('viewer', { isOwn: true }), mayDelete('viewer', { isOwn: false })]).toEqual([true, false])
})

test.each([
  ['This is a scam', 'scam', true],
  ['This is a SCÂM!', 'scam', true],
  ['A class of its own', 'ass', false],
  ['scam\u200bmer', 'scammer', true],
  ['buy  my stuff', 'buy my', true],
  ['这是骗局啊', '骗局', true],
  ['احذر نصب هنا', 'نصب', true],
  ['منصبي', 'نصب', false],
  ['😀scam😀', 'scam', true],
  ['anything', '', false],
])('%j has the blocked term %j: %s', (text, term, isBlocked) => {
  expect(hasBlockedTerm(text, [term])).toBe(isBlocked)
})

test('a text that unfolds further than people write is looked at by a person', () => {
  const unfolding = '\uFDFA'
  const most = Math.floor(2_000 / unfolding.normalize('NFKD').length)
  expect(hasBlockedTerm(unfolding.repeat(most), ['x'])).toBe(false)
  expect(hasBlockedTerm(unfolding.repeat(most + 1), ['x'])).toBe(true)
})
