import type { App } from '../../app.ts'
import { transact } from '../database/transaction.ts'
import type { Tx } from '../database/transaction.ts'

const DAY_MS = 86_400_000
/** Confirmed outcomes are stored for so long, because a copy of the database may come back. */
const LEDGER_DAYS = 30
/** Deletions that so many versions came after are forgotten. */
export const DELETIONS_KEPT = 5000
const BATCH = 200
/** The maximum work of one turn; the next one continues. */
const BATCHES = 25

/** Forgets deletions and outcomes that nobody can need any more. Bounded; gives how many rows went. */
export async function prune(app: App): Promise<number> {
  let removed = 0
  for (const work of [forgetDeletions, forgetOutcomes, forgetRejections]) removed += await inBatches(app, work)
  return removed
}

async function inBatches(app: App, work: (tx: Tx) => Promise<{ taken: number; removed: number }>): Promise<number> {
  let removed = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const done = await transact(app, null, work)
    removed += done.removed
    if (done.taken < BATCH) break
  }
  return removed
}

/** [TIME-4] A device that is further behind than the space's `floor` begins it anew. */
async function forgetDeletions(tx: Tx): Promise<{ taken: number; removed: number }> {
  // Spaces first, in sorted order, as those who raise them do.
  const spaces = await tx.em.execute<{ id: string }[]>(
    `select s.id from space s
     where exists (select 1 from change c where c.space = s.id and c.deleted and c.version <= s.version - ?)
     order by s.id limit ? for update`,
    [DELETIONS_KEPT, BATCH],
  )
  const removed = await tx.em.execute<unknown[]>(
    `with gone as (
       delete from change c using space s
       where s.id = any(?::text[]) and c.space = s.id and c.deleted and c.version <= s.version - ?
       returning c.space, c.version
     ), floors as (
       update space set floor = greatest(floor, g.version)
       from (select space, max(version) as version from gone group by space) as g where space.id = g.space
     )
     select 1 from gone`,
    [`{${spaces.map(({ id }) => `"${id}"`).join()}}`, DELETIONS_KEPT],
  )
  return { taken: spaces.length, removed: removed.length }
}

/**
 * [TIME-2] Forgets the outcomes that a device had heard of a month ago: whatever still holds such a mutation is a copy
 * from before, and as such is seen by its turn. Outcomes confirmed by now are due in a month.
 */
async function forgetOutcomes(tx: Tx): Promise<{ taken: number; removed: number }> {
  const before = new Date(tx.now.getTime() - LEDGER_DAYS * DAY_MS)
  const devices = await tx.em.execute<{ account: string; device: string }[]>(
    `select account_id as account, device_id as device from device
     where not copied and settled_turn > pruned_turn and (due_at is null or due_at < ?)
     order by account_id, device_id limit ? for update skip locked`,
    [before, BATCH],
  )
  const removed = await tx.em.execute<unknown[]>(
    `with aged as (
       select d.* from device d join jsonb_to_recordset(?::jsonb) as t(account uuid, device uuid)
         on d.account_id = t.account and d.device_id = t.device
     ), noted as (
       update device d set pruned_turn = a.due_turn, due_turn = a.settled_turn, due_at = ?
       from aged a where d.account_id = a.account_id and d.device_id = a.device_id
     )
     delete from mutation_ledger l using aged a
     where l.account_id = a.account_id and l.device_id = a.device_id and l.turn <= a.due_turn
     returning 1`,
    [JSON.stringify(devices), tx.now],
  )
  return { taken: devices.length, removed: removed.length }
}

/**
 * [LEDGER-6] A rejection has changed nothing: sent again, the mutation may be decided again. A cancellation stays, for its
 * mutation may come after it. A device that nothing else is known of goes with its last rejection.
 */
async function forgetRejections(tx: Tx): Promise<{ taken: number; removed: number }> {
  const before = new Date(tx.now.getTime() - LEDGER_DAYS * DAY_MS)
  const removed = await tx.em.execute<{ account: string; device: string }[]>(
    `delete from mutation_ledger where id in (
       select id from mutation_ledger where outcome ->> 'kind' <> 'cancelled' and created_at < ?
       order by created_at limit ? for update skip locked
     ) returning account_id as account, device_id as device`,
    [before, BATCH],
  )
  await tx.em.execute(
    `delete from device d using jsonb_to_recordset(?::jsonb) as t(account uuid, device uuid)
     where d.account_id = t.account and d.device_id = t.device
       and d.last_seen_at < ? and not d.copied and d.pruned_turn < 0
       and not exists (select 1 from mutation_ledger l where l.account_id = t.account and l.device_id = t.device)`,
    [JSON.stringify(removed), before],
  )
  return { taken: removed.length, removed: removed.length }
}
