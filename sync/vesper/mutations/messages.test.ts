import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import type { OutboxRecord } from '../../engine/core/outbox-record.ts'
import { selectBatch } from '../../engine/core/select-batch.ts'
import { SendWindow } from '../../engine/core/send-window.ts'
import type { ArgsOf } from './registry.ts'
import { mutations } from './registry.ts'
import { SCHEMA_VERSION } from './schema-version.ts'

type Name = 'message.send' | 'message.edit' | 'message.delete'
type Queued = { [N in Name]: [name: N, args: ArgsOf<N>] }[Name]

const conversationId = v7()
const _id = v7()
const withPhotos: Queued = ['message.send', { _id: v7(), conversationId, text: '', fileIds: [v7()] }]
const edit = (text: string): Queued => ['message.edit', { _id, conversationId, text }]
const deletion: Queued = ['message.delete', { _id, conversationId }]

/** The names of what goes into the next request, while no photo has gone up. */
function next(...queued: Queued[]): string[] {
  const records = queued.map(([name, args], index) => recordOf(name, args, index + 1))
  const filesSent = ({ name }: OutboxRecord) => name !== 'message.send'
  return selectBatch({ records, window: new SendWindow(50, () => 0), now: 0, filesSent }).map(({ name }) => name)
}

test('[EDIT-3] an edit goes at once while photos of a later message go up, and of an earlier one', () => {
  expect(next(withPhotos, edit('the words'))).toEqual(['message.edit'])
  expect(next(edit('the words'), withPhotos)).toEqual(['message.edit'])
})

test('[EDIT-3] an edit keeps no other message back, nor an edit of another message', () => {
  const lane = laneOf(...edit('the words'))
  for (const other of [withPhotos, deletion, ['message.edit', { _id: v7(), conversationId, text: 'x' }] as Queued]) {
    expect(laneOf(...other)).not.toBe(lane)
  }
  expect(laneOf(...edit('other words'))).toBe(lane)
})

test('[EDIT-3] the deletion after an edit goes in the same request, or later with what waits for its photos', () => {
  expect(next(edit('the words'), deletion)).toEqual(['message.edit', 'message.delete'])
  expect(next(withPhotos, edit('the words'), deletion)).toEqual(['message.edit'])
})

test('[EDIT-3] the deletion of a message that waits follows its message', () => {
  expect(laneOf(...deletion)).toBe(laneOf(...withPhotos))
  expect(next(withPhotos, ['message.delete', { _id: withPhotos[1]._id, conversationId }])).toEqual([])
})

function laneOf(...[name, args]: Queued): string {
  return (mutations[name].lane as (given: unknown) => string)(args)
}

function recordOf(name: Name, args: Queued[1], order: number): OutboxRecord {
  return {
    ...{ order, id: v7(), lane: laneOf(...([name, args] as Queued)), name, args, owner: v7(), schema: SCHEMA_VERSION },
    ...{ queuedAt: '2026-01-01T00:00:00.000Z', state: 'waiting', attempts: 0, rejection: null },
  }
}
