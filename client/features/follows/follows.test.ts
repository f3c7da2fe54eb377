import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { describe, expect, test } from 'vitest'
import { followState } from './follow-state.ts'
import { keepUnfollowedRows } from './keep-unfollowed-rows.ts'
import { setFollow } from './set-follow.ts'

type Queued = Pick<OutboxRecord, 'id' | 'state' | 'rejection'>

const waiting = (id: string): Queued => ({ id, state: 'waiting', rejection: null })
const refused = (id: string): Queued => ({ id, state: 'rejected', rejection: { kind: 'not-found', message: 'Gone.' } })

describe('follows', () => {
  test('the state is what was meant last, and how far that has come', () => {
    expect(followState(true, [])).toEqual({ following: true, isCounted: true, sending: { kind: 'done' } })
    expect(followState(true, [waiting('a')])).toEqual({
      following: true,
      isCounted: false,
      sending: { kind: 'waiting' },
    })
    expect(followState(false, [{ ...waiting('a'), state: 'sending' }, waiting('b')]).sending.kind).toBe('waiting')
    expect(followState(true, [{ ...waiting('a'), state: 'sending' }]).sending.kind).toBe('sending')
    expect(followState(false, [refused('a')]).sending).toEqual({ kind: 'failed', reason: 'Gone.' })
  })

  test('a new intention replaces a refused one, and tells the server nothing but the creator', async () => {
    const device = fakeDevice([refused('old')])
    const row = { ...card, $space: 'p:1' } as Creator
    await setFollow(device.sync, { performerId: card._id, following: true, creator: row })
    expect(device.mutated).toEqual([{ performerId: card._id, following: true, performer: card }])
    expect(device.queued.map(({ id }) => id)).toEqual(['new'])
  })

  test('an undone intention leaves nothing to send, unless one is under way', async () => {
    const undone = fakeDevice([], { differs: false })
    await setFollow(undone.sync, { performerId: card._id, following: false, creator: null })
    expect(undone.queued).toEqual([])

    const underWay = fakeDevice([{ ...waiting('first'), state: 'sending' }], { differs: false })
    await setFollow(underWay.sync, { performerId: card._id, following: false, creator: null })
    expect(underWay.queued.map(({ id }) => id)).toEqual(['first', 'new'])
  })

  test('an intention under way may be answered at any moment, and a later one stays', async () => {
    const device = fakeDevice([{ ...waiting('first'), state: 'sending' }], { differs: false, isAnswered: true })
    await setFollow(device.sync, { performerId: card._id, following: false, creator: null })
    expect(device.queued.map(({ id }) => id)).toEqual(['new'])
  })

  test('who was unfollowed in the list stays at the same place until the list is left', () => {
    const row = (id: string, since: string) => ({ _id: id, creator: null, since })
    const [a, b, c] = [row('a', '3'), row('b', '2'), row('c', '1')]
    const left = new Map([['b', b]])
    expect(keepUnfollowedRows([a, c], left)).toEqual([a, b, c])
    expect(keepUnfollowedRows([row('b', '9'), a, c], left)).toEqual([a, b, c])
    expect(keepUnfollowedRows([a, c], new Map())).toEqual([a, c])
  })
})

const card: Creator = {
  ...{ _id: '01990000-0000-7000-8000-000000000001', name: 'Mara', username: 'mara', avatar: null, isPerformer: true },
  ...{ bio: '', cover: null, country: 'SE', verified: true, createdAt: '2026-01-01T00:00:00.000Z' },
}

/**
 * A device with these in the creator's lane. `differs`: its rows are not the server's once the mutation is queued;
 * `isAnswered`: what is under way is taken by the server, whose row is another then, once the device was looked at.
 */
function fakeDevice(records: Queued[], { differs = true, isAnswered = false } = {}) {
  const device = { queued: [...records], mutated: [] as unknown[] }
  let isOther = differs
  const look = async <Seen>(seen: Seen) => {
    if (isAnswered && device.mutated.length > 0) {
      isOther = true
      device.queued = device.queued.filter(({ state }) => state !== 'sending')
    }
    return seen
  }
  const lane = { toArray: async () => [...device.queued], count: () => look(device.queued.length) }
  const sync = {
    db: {
      outbox: { where: () => ({ equals: () => lane }) },
      base: { get: () => look(isOther ? {} : undefined) },
    },
    mutate: async (_name: string, args: unknown) => {
      device.mutated.push(args)
      device.queued.push(waiting('new'))
      return { id: 'new' }
    },
    discard: async (id: string) => void (device.queued = device.queued.filter((record) => record.id !== id)),
  }
  return Object.assign(device, { sync: sync as unknown as Parameters<typeof setFollow>[0] })
}
