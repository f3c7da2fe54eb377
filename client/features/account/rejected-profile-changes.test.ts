import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { expect, test } from 'vitest'
import { rejectedProfileChanges } from './rejected-profile-changes.ts'

const refused = (order: number, changes: object, change: Partial<OutboxRecord> = {}): OutboxRecord => ({
  order,
  id: `id-${order}`,
  lane: 'profile',
  name: 'profile.update',
  args: { changes, base: {} },
  owner: 'me',
  schema: 1,
  queuedAt: '2026-11-21T09:00:00.000Z',
  state: 'rejected',
  attempts: 1,
  rejection: { kind: 'conflict', message: 'This username is taken.' },
  ...change,
})

test('shows the last wanted value of each refused field, and each reason once', () => {
  const records = [
    refused(2, { username: 'second' }),
    refused(1, { username: 'first', bio: 'Hello' }),
    refused(3, { name: 'On its way' }, { state: 'waiting', rejection: null }),
    refused(4, {}, { name: 'message.send', args: {} }),
  ]
  expect(rejectedProfileChanges(records)).toEqual({
    ids: ['id-1', 'id-2'],
    values: { username: 'second', bio: 'Hello' },
    reasons: ['This username is taken.'],
  })
  expect(rejectedProfileChanges(records.slice(2))).toBeNull()
})
