import type { Tx } from '../../../../infra/database/transaction.ts'
import { accountIdsOf } from '../ledger/accounts.ts'
import { lockPurse } from '../wallets.ts'
import type { Purse } from '../wallets.ts'
import { MoneyHold } from './entity.ts'

/** A hold as the ledger has it, and the wallet under its lock. */
export type FoundHold = {
  fanId: string
  rows: MoneyHold[]
  granted: MoneyHold | null
  paid: MoneyHold | null
  purse: Purse
}

/** The two accounts of a fan that tokens are held in. */
export async function heldAccounts(tx: Tx, fanId: string): Promise<{ granted: string; paid: string }> {
  const [granted = '', paid = ''] = await accountIdsOf(tx.em, [
    { kind: 'fan_granted', ownerId: fanId },
    { kind: 'fan_paid', ownerId: fanId },
  ])
  return { granted, paid }
}

/** A hold by its id, read under the lock of the wallet; null where there is none. */
export async function lockHold(tx: Tx, id: string): Promise<FoundHold | null> {
  const known = await tx.em.findOne(MoneyHold, { groupId: id })
  return known ? holdOf(tx, id, known.userId) : null
}

/** The same for a known fan; without rows where there is no such hold. */
export async function holdOf(tx: Tx, id: string, fanId: string): Promise<FoundHold> {
  const purse = await lockPurse(tx, fanId)
  const rows = await tx.em.find(MoneyHold, { groupId: id }, { refresh: true })
  const ids = await heldAccounts(tx, fanId)
  const rowOf = (accountId: string) => rows.find((row) => row.accountId === accountId) ?? null
  return { fanId, rows, granted: rowOf(ids.granted), paid: rowOf(ids.paid), purse }
}

/** Adds tokens to what an account holds, or takes them off. The database refuses what the account has not. */
export async function addHeld(tx: Tx, accountId: string, tokens: number): Promise<void> {
  await tx.em.execute('update money_account set held = held + ? where id = ?', [tokens, accountId])
}

/** All tokens of the rows. */
export function sumOf(rows: readonly Pick<MoneyHold, 'amount'>[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
