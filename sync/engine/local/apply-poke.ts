import { changesOf } from '../core/plan-spaces.ts'
import type { PokePatch } from '../protocol/poke.ts'
import type { SpaceRecord } from '../store.ts'
import { rebaseStore } from './rebase-store.ts'
import type { Replica } from './replica.ts'

/**
 * [POKE-2] Takes in what a poke brings, as far as it continues what the device holds: of this account, counted in the same
 * epoch and run, without a gap. All else is left to the next pull. Answers what was taken.
 */
export async function applyPoke(replica: Replica, { account, epoch, run, spaces }: PokePatch): Promise<SpaceRecord[]> {
  if (account !== replica.account) return []
  return replica.store.write('relaxed', 'replica', async (tx) => {
    const [[counted, runs], held, records, base] = await Promise.all([
      tx.meta.getMany(['epoch', 'run']),
      tx.spaces.getMany(spaces.map(({ space }) => space)),
      tx.outbox.all(),
      tx.base.all(),
    ])
    if (counted?.value !== epoch || runs?.value !== String(run)) return []
    const taken = spaces.filter(({ since, version }, index) => {
      const at = held[index]?.version
      return at !== undefined && since <= at && at < version
    })
    if (taken.length === 0) return []
    const moved = taken.map(({ space, version }) => ({ space, version }))
    const changes = taken.flatMap((patch) => changesOf(patch, []))
    await Promise.all([tx.spaces.put(moved), rebaseStore(replica, tx, { changes, records, base })])
    return moved
  })
}
