import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireForSale } from '../../../../content/require-for-sale.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { requireWithinBudget } from '../budget/require-within-budget.ts'
import { Charge } from '../charges/entity.ts'
import { centsOfTokens, idUsed, knownCharge, requireTokens, writeCharge } from '../charges/take.ts'
import type { Asked } from '../charges/take.ts'
import { saveWallet } from '../wallets.ts'
import { openDisputeOf } from './dispute-of.ts'
import { MoneyHold } from './entity.ts'
import { addHeld, heldAccounts, holdOf, lockHold, sumOf } from './lock-hold.ts'
import type { FoundHold } from './lock-hold.ts'
import { settleDebt } from './settle-debt.ts'

const ENDED = 'These tokens are not kept any more. Nothing was charged.'

/**
 * `id` names the payment that the tokens are kept for. `cap`: the most that it can come to, `tokens` unless told.
 * `expiresAt`: they are released then by themselves.
 */
export type HoldRequest = {
  id: string
  fanId: string
  performerId: string
  tokens: number
  cap?: number
  expiresAt: Date
}

/**
 * Keeps tokens of a wallet for a payment whose amount is not known yet: given tokens first. They cannot be spent until the
 * hold is captured or released. The same request again is the same hold. Refuses as `forbidden` a wallet in debt and a cap
 * beyond a limit of the fan, as `payment-required` what the wallet has not, as `conflict` an id that stands for something
 * else and a creator whom staff keep from selling.
 */
export async function hold(
  tx: Tx,
  { id, fanId, performerId, tokens, cap = tokens, expiresAt }: HoldRequest,
): Promise<void> {
  const found = await holdOf(tx, id, fanId)
  if (found.rows.length > 0) {
    const isSame = isOpen(found) && found.rows[0]?.userId === fanId && sumOf(found.rows) === tokens
    if (!isSame) throw idUsed()
    return
  }
  // The charge will have this id. Taken by another one, what is held could never be paid.
  await lock(tx, 'payment', id)
  if ((await tx.em.count(Charge, { id })) > 0) throw idUsed()
  await requireForSale(tx, performerId)
  await requireWithinBudget(tx, { fanId, performerId, cents: await centsOfTokens(tx, cap) })
  await addTokens(tx, id, { found, tokens, expiresAt, performerId, cap })
}

/**
 * Keeps more tokens: `tokens` in all, from then on until `expiresAt`. Fewer than are held change nothing. Refuses as `hold`
 * does, and as `conflict` a hold that has ended.
 */
export async function extendHold(
  tx: Tx,
  { id, tokens, expiresAt }: Pick<HoldRequest, 'id' | 'tokens' | 'expiresAt'>,
): Promise<void> {
  const found = await lockHold(tx, id)
  if (!found || !isOpen(found)) throw new Refusal('conflict', ENDED)
  const more = tokens - sumOf(found.rows)
  for (const row of found.rows) row.expiresAt = expiresAt
  if (more <= 0) return
  const { performerId = null, cap = null } = found.rows[0] ?? {}
  const counted = Math.max(cap ?? 0, sumOf(found.rows))
  // Within its cap a payment that has begun goes on: the cap counted from the beginning.
  if (tokens > counted && performerId != null) {
    const cents = await centsOfTokens(tx, tokens - counted)
    await requireWithinBudget(tx, { fanId: found.fanId, performerId, cents })
  }
  await addTokens(tx, id, { found, tokens: more, expiresAt, performerId, cap })
}

/** The sale that a hold pays for: `tokens` of it are due. */
export type Capture = Omit<Asked, 'fanId'> & { seconds?: number }

/**
 * Takes `tokens` of a hold for a creator as one charge of the same id, and releases the rest. Given tokens are spent first.
 * The same call again is the same charge. A wallet that has come into debt since pays all the same: the tokens were kept for
 * this. Refuses as `conflict` a hold that has ended, and more than is held.
 */
export async function captureHold(tx: Tx, { seconds, ...sale }: Capture): Promise<Charge> {
  const found = await lockHold(tx, sale.id)
  if (!found) throw new Refusal('conflict', ENDED)
  const { fanId } = found
  const known = await knownCharge(tx, { ...sale, fanId })
  if (known) return known
  if (!isOpen(found) || sale.tokens > sumOf(found.rows)) throw new Refusal('conflict', ENDED)
  const granted = Math.min(found.granted?.amount ?? 0, sale.tokens)
  const paid = sale.tokens - granted
  await end(tx, found, { granted, paid })
  const disputeId = paid > 0 && found.purse.debt > 0n ? await openDisputeOf(tx, fanId) : null
  const parts = { granted: BigInt(granted), paid: BigInt(paid) }
  const charge = await writeCharge(tx, { ...sale, fanId, ...parts, seconds: seconds ?? null, disputeId })
  await settleDebt(tx, sale.id, { fanId, tokens: (found.paid?.amount ?? 0) - paid })
  await saveWallet(tx, fanId)
  return charge
}

/** Gives all tokens of a hold back to the wallet. One that has ended already stays as it is. */
export async function releaseHold(tx: Tx, id: string): Promise<void> {
  const found = await lockHold(tx, id)
  if (!found || !isOpen(found)) return
  await end(tx, found, { granted: 0, paid: 0 })
  await settleDebt(tx, id, { fanId: found.fanId, tokens: found.paid?.amount ?? 0 })
  await saveWallet(tx, found.fanId)
}

type Adding = Pick<MoneyHold, 'performerId' | 'cap'> & { found: FoundHold; tokens: number; expiresAt: Date }

async function addTokens(tx: Tx, groupId: string, { found, tokens, expiresAt, ...counted }: Adding): Promise<void> {
  const { purse, fanId: userId } = found
  requireTokens(purse, BigInt(tokens))
  const granted = Math.min(Number(purse.granted), tokens)
  const ids = await heldAccounts(tx, userId)
  const parts = [
    { accountId: ids.granted, amount: granted, row: found.granted },
    { accountId: ids.paid, amount: tokens - granted, row: found.paid },
  ]
  for (const { accountId, amount, row } of parts) {
    if (amount === 0) continue
    await addHeld(tx, accountId, amount)
    if (row) row.amount += amount
    else tx.em.create(MoneyHold, { groupId, accountId, userId, amount, expiresAt, ...counted, createdAt: tx.now })
  }
  await saveWallet(tx, userId)
}

/** Ends a hold of which so many tokens of each kind are about to be paid. */
async function end(tx: Tx, { rows, granted }: FoundHold, paid: { granted: number; paid: number }): Promise<void> {
  for (const row of rows) {
    row.captured = row === granted ? paid.granted : paid.paid
    row.state = row.captured > 0 ? 'captured' : 'released'
    await addHeld(tx, row.accountId, -row.amount)
  }
  await tx.em.flush()
}

function isOpen({ rows }: FoundHold): boolean {
  return rows.length > 0 && rows.every(({ state }) => state === 'open')
}
