import { describe, expect, test } from 'vitest'
import type { SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import { changesOf, planSpaces } from './plan-spaces.ts'

describe('[CURSOR-1] an answer is taken in only where it still fits', () => {
  test.each<[string, { asked?: number; held?: number; patch: Partial<SpacePatch>; taken: boolean }]>([
    ['the next version', { asked: 3, held: 3, patch: { version: 5 }, taken: true }],
    ['a space that the device has not', { patch: { version: 5, reset: true }, taken: true }],
    ['overtaken by another tab', { asked: 3, held: 7, patch: { version: 5 }, taken: false }],
    ['another tab came half the way', { asked: 3, held: 4, patch: { version: 5 }, taken: true }],
    ['a delta to a space that another tab has dropped', { asked: 3, patch: { version: 5 }, taken: false }],
    ['a whole space that another tab has dropped', { asked: 3, patch: { version: 5, reset: true }, taken: true }],
    ['the server counts anew, lower', { asked: 9, held: 9, patch: { version: 2, reset: true }, taken: true }],
    [
      'an old reset, after another tab took a newer',
      { asked: 9, held: 12, patch: { version: 5, reset: true }, taken: false },
    ],
  ])('%s', (_, { asked, held, patch, taken }) => {
    const response = answer({ spaces: [{ space: 's', version: 1, reset: false, rows: [], ...patch }] })
    const plan = planSpaces(response, asked === undefined ? {} : { s: asked }, records(held))
    expect(plan.taken).toHaveLength(taken ? 1 : 0)
  })

  test.each<[string, number | undefined, string[]]>([
    ['held since the request', 3, ['s']],
    ['moved since the request: asked again', 4, []],
    ['dropped already', undefined, []],
  ])('a space that goes: %s', (_, held, gone) => {
    expect(planSpaces(answer({ gone: ['s'] }), { s: 3 }, records(held)).gone).toEqual(gone)
  })
})

test('[CURSOR-3] a reset takes away all that is held and not in it', () => {
  const rows = [{ collection: 't', id: 'a', value: { n: 1 } }]
  const held = [
    { collection: 't', id: 'a' },
    { collection: 't', id: 'b' },
  ]
  expect(changesOf({ space: 's', version: 2, reset: true, rows }, held)).toEqual([
    { collection: 't', id: 'a', row: null },
    { collection: 't', id: 'b', row: null },
    { collection: 't', id: 'a', row: { _id: 'a', n: 1, $space: 's' } },
  ])
})

function records(version: number | undefined) {
  return version === undefined ? [] : [{ space: 's', version }]
}

function answer(part: Partial<SyncResponse>): SyncResponse {
  return { epoch: '', run: 0, outcomes: [], spaces: [], gone: [], more: false, ...part }
}
