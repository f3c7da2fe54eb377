import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { describe, expect, test } from 'vitest'
import { canEdit, describeMutation } from './describe-mutation.ts'
import { groupByLane } from './group-by-lane.ts'

const record = (order: number, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  order,
  id: `id-${order}`,
  lane: 'c:1',
  name: 'message.send',
  args: { _id: `m${order}`, conversationId: '1', text: `text ${order}`, fileIds: ['f'] },
  owner: 'me',
  schema: 1,
  queuedAt: '2026-11-21T09:00:00.000Z',
  state: 'waiting',
  attempts: 0,
  rejection: null,
  ...change,
})

describe('outbox', () => {
  test('[LANE-1] lanes stand in the order of their first entry, entries in the order of sending', () => {
    const lanes = groupByLane([record(3), record(1, { lane: 'profile' }), record(2), record(4, { lane: 'profile' })])
    expect(lanes.map(({ lane, records }) => [lane, ...records.map(({ order }) => order)])).toEqual([
      ['profile', 1, 4],
      ['c:1', 2, 3],
    ])
  })

  test('[LANE-1] follows, each in a lane of its own, stand together', () => {
    const lanes = groupByLane([record(1, { lane: 'follow:a' }), record(2), record(3, { lane: 'follow:b' })])
    expect(lanes.map(({ records }) => records.map(({ order }) => order))).toEqual([[1, 3], [2]])
  })

  test('[OUTBOX] every mutation is told in the terms of its author, an unknown one by its name', () => {
    expect(describeMutation(record(1))).toEqual({ kind: 'message', conversationId: '1', text: 'text 1', fileCount: 1 })
    expect(describeMutation(record(1, { name: 'profile.update', args: { changes: { bio: 'x' } } }))).toEqual({
      kind: 'profile',
      changes: { bio: 'x' },
    })
    expect(describeMutation(record(1, { name: 'preferences.update' }))).toEqual({ kind: 'preferences' })
    const args = { performerId: 'p', following: true, performer: { name: 'Mara' } }
    expect(describeMutation(record(1, { name: 'follow.set', args }))).toEqual({
      ...{ kind: 'follow', following: true, name: 'Mara' },
    })
    const draft = { name: 'draft.save', args: { _id: 'd', base: {}, changes: { text: 'a post' } } }
    expect(describeMutation(record(1, draft))).toEqual({ kind: 'draft', deed: 'save', text: 'a post' })
    expect(describeMutation(record(1, { name: 'post.publish', args: { text: 'Fog' } }))).toEqual({
      ...{ kind: 'post', action: 'publish', text: 'Fog' },
    })
    expect(describeMutation(record(1, { name: 'reaction.set', args: { action: 'like', on: true } }))).toEqual({
      ...{ kind: 'reaction', action: 'like', on: true },
    })
    expect(describeMutation(record(1, { name: 'tip.send', args: null }))).toEqual({ kind: 'other', name: 'tip.send' })
  })

  test('[OUTBOX-4] a message may be written on, unless it is in a request or taken back already', () => {
    expect(canEdit(record(1))).toBe(true)
    expect(canEdit(record(1, { state: 'rejected', attempts: 3 }))).toBe(true)
    expect(canEdit(record(1, { attempts: 1 }))).toBe(true)
    expect(canEdit(record(1, { state: 'cancelling', attempts: 1 }))).toBe(false)
    expect(canEdit(record(1, { state: 'sending', attempts: 1 }))).toBe(false)
    expect(canEdit(record(1, { name: 'message.delete' }))).toBe(false)
  })

  test('[OUTBOX-4] a change of the profile may be written on once it is refused', () => {
    expect(canEdit(record(1, { name: 'profile.update', state: 'rejected' }))).toBe(true)
    expect(canEdit(record(1, { name: 'profile.update' }))).toBe(false)
  })
})
