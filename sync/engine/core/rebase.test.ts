import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equal } from './equal.ts'
import type { BaseRecord, StoredRow } from './outbox-record.ts'
import type { Half } from './overlay.ts'
import { rebase } from './rebase.ts'
import type { RowChange } from './rebase.ts'
import { RowMap } from './row-map.ts'

type Rows = Map<string, StoredRow>
/** The steps of an optimistic part, as data, so that they can be shrunk and printed. */
type Deed = { kind: 'put' | 'raise' | 'delete' | 'copy' | 'throw'; id: string; to: string }
type State = { table: Rows; base: Map<string, StoredRow | null> }

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const row = fc.record({ n: fc.nat(9) })
const rows = fc.dictionary(id, row)
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom('put', 'raise', 'delete', 'copy', 'throw'),
  id,
  to: id,
})
const deeds = fc.array(deed, { maxLength: 12 })
const fates = fc.array(fc.record({ deed, stays: fc.boolean() }), { maxLength: 12 })
const changes = fc.array(fc.tuple(id, fc.option(row)), { maxLength: 6 })

describe('[REBASE-1] the tables are the server’s rows with the pending halves run over them', () => {
  test('after any changes, and with any of the pending mutations gone', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fates, changes, async (server, queued, news) => {
        const state = await fresh(
          server,
          queued.map(({ deed }) => deed),
        )
        const left = queued.filter(({ stays }) => stays).map(({ deed }) => deed)
        await move(state, news.map(asChange), left)
        const now = { ...server }
        for (const [key, value] of news) {
          if (value) now[key] = value
          else delete now[key]
        }
        expect(state).toEqual(await fresh(now, left))
      }),
    )
  })

  test('[REBASE-2] kept aside is the server’s row of exactly the rows that differ from it', async () => {
    await fc.assert(
      fc.asyncProperty(rows, deeds, changes, async (server, queued, news) => {
        const state = await fresh(server, queued)
        await move(state, news.map(asChange), queued)
        for (const [key, theirs] of state.base) expect(equal(state.table.get(key) ?? null, theirs)).toBe(false)
      }),
    )
  })

  test('[REBASE-3] doing it again writes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(rows, deeds, async (server, queued) => {
        const state = await fresh(server, queued)
        const { rows: written, base } = await move(state, [], queued)
        expect([written, base]).toEqual([[], { put: [], delete: [] }])
      }),
    )
  })

  test('[REBASE-4] with nothing pending, what the server says is what stands, and nothing is kept aside', async () => {
    await fc.assert(
      fc.asyncProperty(rows, deeds, changes, async (server, queued, news) => {
        const state = await fresh(server, queued)
        await move(state, news.map(asChange), [])
        expect(state.base.size).toBe(0)
      }),
    )
  })
})

test('[REBASE-5] a half that throws leaves nothing of itself, and the others run', async () => {
  const errors: unknown[] = []
  const half: Half = async (tx) => {
    await tx.put('t', { _id: 'a', n: 1 })
    throw new Error('the row that it builds on has gone')
  }
  const result = await rebase({
    base: [],
    shown: new RowMap(),
    changes: [],
    pending: [half, (tx) => tx.put('t', { _id: 'b', n: 2 })],
    read: async () => undefined,
    onError: (error) => errors.push(error),
  })
  expect(result.rows).toEqual([{ collection: 't', id: 'b', row: { _id: 'b', n: 2 } }])
  expect(errors).toHaveLength(1)
})

test('[REBASE-6] an optimistic row stays in the space of the row that it stands for', async () => {
  const result = await rebase({
    base: [{ collection: 't', id: 'a', row: { _id: 'a', n: 1, $space: 's' } }],
    shown: new RowMap(),
    changes: [],
    pending: [(tx) => tx.put('t', { _id: 'a', n: 2 })],
    read: async () => undefined,
    onError: () => {},
  })
  expect(result.rows).toEqual([{ collection: 't', id: 'a', row: { _id: 'a', n: 2, $space: 's' } }])
})

test('[REBASE-7] 1,000 pending over 1,000 changed rows take well under 100 ms beside the store', async () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `r${n}`)
  const shown = new RowMap()
  for (const key of ids) shown.set('t', key, { _id: key, text: 'mine' })
  const input = {
    base: ids.map((key): BaseRecord => ({ collection: 't', id: key, row: { _id: key, text: 'theirs' } })),
    shown,
    changes: ids.map((key): RowChange => ({ collection: 't', id: key, row: { _id: key, text: 'anew' } })),
    pending: ids.map(
      (key): Half =>
        async (tx) =>
          tx.put('t', { ...(await tx.get('t', key)), _id: key, mine: true }),
    ),
    read: async () => undefined,
    onError: () => {},
  }
  const took: number[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    const start = performance.now()
    const { rows: written } = await rebase(input)
    took.push(performance.now() - start)
    expect(written).toHaveLength(1_000)
  }
  // Other work of the machine only adds to some of them.
  expect(Math.min(...took)).toBeLessThan(100)
})

/** The state of a device that has these rows of the server, and has queued these mutations. */
async function fresh(server: Record<string, { n: number }>, queued: Deed[]): Promise<State> {
  const table: Rows = new Map(Object.entries(server).map(([key, value]) => [key, { ...value, _id: key }]))
  const state: State = { table, base: new Map() }
  await move(state, [], queued)
  return state
}

async function move(state: State, news: RowChange[], pending: Deed[]) {
  const shown = new RowMap()
  for (const key of state.base.keys()) shown.set('t', key, state.table.get(key) ?? null)
  const result = await rebase({
    base: [...state.base].map(([key, value]): BaseRecord => ({ collection: 't', id: key, row: value })),
    shown,
    changes: news,
    pending: pending.map(halfOf),
    read: async (_, key) => state.table.get(key),
    onError: () => {},
  })
  for (const change of result.rows) {
    if (change.row) state.table.set(change.id, change.row)
    else state.table.delete(change.id)
  }
  for (const record of result.base.delete) state.base.delete(record.id)
  for (const record of result.base.put) state.base.set(record.id, record.row)
  return result
}

function halfOf({ kind, id: key, to }: Deed): Half {
  return async (tx) => {
    const found = await tx.get('t', key)
    if (kind === 'put') await tx.put('t', { _id: key, n: 100 })
    if (kind === 'raise' && found) await tx.put('t', { ...found, _id: key, n: Number(found.n) + 10 })
    if (kind === 'delete') await tx.delete('t', key)
    if (kind === 'copy' && found) await tx.put('t', { ...found, _id: to })
    if (kind !== 'throw') return
    await tx.delete('t', to)
    throw new Error('no')
  }
}

function asChange([key, value]: [string, { n: number } | null]): RowChange {
  return { collection: 't', id: key, row: value && { ...value, _id: key } }
}
