import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OutboxRecord } from './outbox-record.ts'
import { selectBatch } from './select-batch.ts'
import { SendWindow } from './send-window.ts'

const outbox = fc
  .array(
    fc.record({
      lane: fc.constantFrom('a', 'b', 'c'),
      state: fc.constantFrom<OutboxRecord['state']>('waiting', 'sending', 'rejected', 'cancelling'),
      schema: fc.constantFrom(1, 1, 1, 2),
      ready: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((records) => records.map((record, index) => ({ ...queued(record.lane, index + 1), ...record })))

describe('[LANE-1] a lane goes in order', () => {
  test('a batch takes from each lane a part without gaps from its head', () => {
    fc.assert(
      fc.property(outbox, fc.integer({ min: 1, max: 12 }), (records, limit) => {
        const batch = select(records, limit)
        for (const lane of ['a', 'b', 'c']) {
          const pending = records.filter((record) => record.lane === lane && record.state !== 'rejected')
          const taken = batch.filter((record) => record.lane === lane)
          expect(taken.map(({ order }) => order)).toEqual(pending.slice(0, taken.length).map(({ order }) => order))
        }
      }),
    )
  })

  test('it takes all that it may: what is left out has a reason', () => {
    fc.assert(
      fc.property(outbox, (records) => {
        const batch = select(records, 100)
        for (const record of records) {
          if (batch.some(({ id }) => id === record.id) || record.state === 'rejected') continue
          const head = records.find(
            (other) =>
              other.lane === record.lane && other.state !== 'rejected' && !batch.some(({ id }) => id === other.id),
          )
          const blocked = head && ((head.state !== 'cancelling' && !head.ready) || head.schema !== batch[0]?.schema)
          expect(blocked).toBe(true)
        }
      }),
    )
  })

  test('nothing rejected, never two schema versions, never more than the limit', () => {
    fc.assert(
      fc.property(outbox, fc.integer({ min: 0, max: 12 }), (records, limit) => {
        const batch = select(records, limit)
        expect(batch.length).toBeLessThanOrEqual(limit)
        expect(batch.some(({ state }) => state === 'rejected')).toBe(false)
        expect(new Set(batch.map(({ schema }) => schema)).size).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('[LANE-2] one lane does not hold up another', () => {
  test('a delayed lane is left out and the others go', () => {
    const window = new SendWindow(100, () => 0)
    window.stalled('a', 0)
    const records = [queued('a', 1), queued('b', 2), queued('a', 3)]
    expect(selectBatch({ records, window, now: 10, filesSent: () => true }).map(({ lane }) => lane)).toEqual(['b'])
    expect(selectBatch({ records, window, now: 2_000, filesSent: () => true })).toHaveLength(3)
  })

  test('a lane that broke a request is sent alone, after the others', () => {
    const window = new SendWindow(100, () => 0)
    window.broke(['a'], 1, 0)
    window.answered(0)
    window.broke(['a'], 1, 0)
    const at = (records: OutboxRecord[], now: number) =>
      selectBatch({ records, window, now, filesSent: () => true }).map(({ order }) => order)
    expect(at([queued('a', 1), queued('b', 2), queued('a', 3)], 5_000)).toEqual([2])
    expect(at([queued('a', 1), queued('a', 3)], 5_000)).toEqual([1])
    expect(at([queued('a', 1)], 10)).toEqual([])
  })
})

describe('[LANE-3] the send window', () => {
  test('finds the mutation that breaks requests by halving, with a probe before each step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(99), (size, place) => {
        const poison = place % size
        const window = new SendWindow(100, () => 0)
        let records = Array.from({ length: size }, (_, n) => queued(`l${n}`, n))
        let requests = 0
        while (records.length > 1 || (records.length === 1 && !window.isDelayed(`l${poison}`, 0))) {
          requests += 1
          expect(requests).toBeLessThan(60)
          const batch = selectBatch({ records, window, now: 0, filesSent: () => true })
          const breaks = batch.some(({ order }) => order === poison)
          if (breaks)
            expect(
              window.broke(
                batch.map(({ lane }) => lane),
                batch.length,
                0,
              ),
            ).toBe(true)
          else window.answered(batch.length)
          if (!breaks) records = records.filter((record) => !batch.includes(record))
        }
        expect(records.map(({ order }) => order)).toEqual([poison])
      }),
    )
  })

  test('a server that breaks at the probe too is broken: everything waits', () => {
    const window = new SendWindow(100, () => 0)
    expect(window.broke(['a', 'b'], 5, 0)).toBe(true)
    expect(window.limit).toBe(0)
    expect(window.broke([], 0, 0)).toBe(false)
    expect(window.isDelayed('a', 0)).toBe(false)
  })
})

function select(records: (OutboxRecord & { ready: boolean })[], limit: number): OutboxRecord[] {
  const ready = new Set(records.filter((record) => record.ready).map(({ id }) => id))
  const window = new SendWindow(limit, () => 0)
  return selectBatch({ records, window, now: 0, filesSent: ({ id }) => ready.has(id) })
}

function queued(lane: string, order: number): OutboxRecord {
  return {
    order,
    id: `m${order}`,
    lane,
    name: 'n',
    args: {},
    owner: 'o',
    schema: 1,
    queuedAt: '',
    state: 'waiting',
    attempts: 0,
    rejection: null,
  }
}
