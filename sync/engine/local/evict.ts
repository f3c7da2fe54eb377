import { planEviction } from '../core/plan-eviction.ts'
import type { Held } from '../core/plan-eviction.ts'
import type { Collection } from '../model.ts'
import type { StoreTx } from '../store.ts'
import { collectStrings } from './collect-strings.ts'
import type { Replica } from './replica.ts'
import { sweepFiles } from './sweep-files.ts'

/** `surplus`: what is over its budget; `all`: whatever can be done without. */
export type Amount = 'surplus' | 'all'

type Crowded = { collection: string; space: string; most: number; rule: NonNullable<Collection['spare']> }

/**
 * [QUOTA-1] Drops cached rows that can be fetched again, the oldest of each space first. The cursor stays: what went is as
 * what was never here. Answers how many went.
 */
export async function evict(replica: Replica, amount: Amount): Promise<number> {
  let gone = 0
  await sweepFiles(replica)
  for (const crowded of await findCrowded(replica, amount)) gone += await evictFrom(replica, crowded)
  return gone
}

/** By the number of rows alone, so that a device with room to spare reads none of them. */
function findCrowded({ store, model }: Replica, amount: Amount): Promise<Crowded[]> {
  return store.read('replica', async (tx) => {
    const crowded: Crowded[] = []
    const spaces = await tx.spaces.all()
    for (const [collection, { spare: rule }] of Object.entries(model.collections)) {
      if (!rule) continue
      const most = amount === 'all' ? rule.keep : rule.most
      for (const { space } of spaces) {
        const ids = await tx.rows(collection).idsOfSpace(space)
        if (ids.length > most) crowded.push({ collection, space, most, rule })
      }
    }
    return crowded
  })
}

/** One transaction for each space: nobody waits for all of them. */
function evictFrom({ store }: Replica, { collection, space, most, rule }: Crowded): Promise<number> {
  return store.write('relaxed', 'replica', async (tx) => {
    const ids = await tx.rows(collection).idsOfSpace(space)
    const rows = await tx.rows(collection).getMany(ids)
    const held = rows.flatMap((row): Held[] => (row ? [{ id: row._id, place: rule.place(row as never) }] : []))
    const needed = await neededIds(tx, collection)
    const gone = planEviction(held, { keep: rule.keep, most, isNeeded: (id) => needed.has(id) })
    if (gone.length > 0) await tx.rows(collection).delete(gone)
    return gone.length
  })
}

/** [QUOTA-2] Rows that differ from the server's, and whatever is named by a mutation in the outbox. */
async function neededIds(tx: StoreTx, collection: string): Promise<Set<string>> {
  const base = (await tx.base.all()).filter((record) => record.collection === collection)
  return collectStrings([...base.map(({ id }) => id), ...(await tx.outbox.all()).map(({ args }) => args)])
}
