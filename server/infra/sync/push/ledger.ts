import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { afterPush } from '@vesper/sync/engine/core/device-turn.ts'
import type { Outcome } from '@vesper/sync/engine/protocol/outcome.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import type { Tx } from '../../database/transaction.ts'
import type { DeviceKey } from './device-lock.ts'

export type Rejection = { kind: RefusalKind | 'cancelled'; message: string }

/** The outcomes that stand for these mutations, whichever device sent them; another account's is no one else's news. */
export async function outcomesOf(
  em: SqlEntityManager,
  ids: readonly string[],
  accountId: string,
): Promise<Map<string, Outcome>> {
  if (ids.length === 0) return new Map()
  const entries = await em.execute<{ id: string; accountId: string; outcome: Outcome }[]>(
    `${KEPT} select id, account_id as "accountId", outcome from mutation_ledger where id = any(?::uuid[])`,
    [`{${ids.join()}}`],
  )
  return new Map(entries.map((entry) => [entry.id, entry.accountId === accountId ? entry.outcome : foreign(entry.id)]))
}

type Entry = { id: string; accountId: string; deviceId: string; turn: number; name: string; lane: string }

/** Notes of each that it was applied, in the transaction that applied them; fails if one stands in the ledger already. */
export async function enterOutcomes(tx: Tx, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id, accountId, deviceId, turn, name, lane }) => {
    const outcome: Outcome = { id, status: 'applied' }
    return { id, account_id: accountId, device_id: deviceId, turn, name, lane, outcome, created_at: tx.now }
  })
  await tx.em.execute(
    'insert into mutation_ledger select * from jsonb_populate_recordset(null::mutation_ledger, ?::jsonb)',
    [JSON.stringify(rows)],
  )
}

/** Notes what became of a mutation, in the transaction that decided it; fails if that stands in the ledger already. */
export async function enterOutcome(
  tx: Tx,
  { id, accountId, deviceId, turn, name, lane }: Entry,
  rejection?: Rejection,
): Promise<void> {
  const outcome: Outcome = rejection ? { id, status: 'rejected', ...rejection } : { id, status: 'applied' }
  await tx.em.execute(
    `${KEPT} insert into mutation_ledger (id, account_id, device_id, turn, name, lane, outcome, created_at)
     values (?, ?, ?, ?, ?, ?, ?::jsonb, ?)`,
    [id, accountId, deviceId, turn, name, lane, JSON.stringify(outcome), tx.now],
  )
}

/**
 * [TIME-2] A device that sends a mutation again has not heard its outcome: the entry counts as one of the push that
 * asks.
 */
export async function renewEntries(em: SqlEntityManager, device: DeviceKey, ids: readonly string[]): Promise<void> {
  const { turn } = afterPush(device)
  await em.execute(
    `update mutation_ledger set turn = ?
     where id = any(?::uuid[]) and account_id = ? and device_id = ? and turn < ?`,
    [turn, `{${ids.join()}}`, device.accountId, device.deviceId, turn],
  )
}

function foreign(id: string): Outcome {
  return { id, status: 'rejected', kind: 'conflict', message: 'This change was made by another account.' }
}
