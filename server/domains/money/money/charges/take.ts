import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { requireForSale } from '../../../../content/require-for-sale.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { requireWithinBudget } from '../budget/require-within-budget.ts'
import { centsOf } from '../cents.ts'
import { MoneyHold } from '../holds/entity.ts'
import { post } from '../ledger/post.ts'
import { saleLines, worthOf } from '../sale-lines.ts'
import { split } from '../split.ts'
import { lockPurse, saveWallet } from '../wallets.ts'
import type { Purse } from '../wallets.ts'
import { Charge } from './entity.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A payment that is asked for: all that makes it the same when it is asked for again. */
export type Asked = Pick<Charge, 'id' | 'type' | 'targetId' | 'performerId' | 'tokens'> & {
  message?: string
  /** The line of the creator's menu that it buys. */
  itemId?: string | null
  /** The payer; the actor unless told. A renewal has no actor. */
  fanId?: string
}

/** `isHeld`: it is earned, and becomes free once `releaseEarning` is called. `item`: its line of the menu, as it is now. */
type Terms = { isHeld?: boolean; item?: string | null }

/** The charge, what is left in the wallet, and whether this call has made it. */
export type Taken = { charge: Charge; balance: number; isNew: boolean }

/**
 * Takes tokens from a wallet for a creator. Given tokens are spent first. The same request again, at once too,
 * is the same charge; `unless` may refuse a new one, under the lock of the wallet. Refuses as `conflict` an id that
 * stands for something else and a creator whom staff keep from selling, as `forbidden` oneself, a wallet in debt and a payment
 * beyond a limit of the fan, as `payment-required` what the wallet has not.
 */
export async function takeCharge(
  tx: Tx,
  { fanId = requireActor(tx).userId, isHeld = false, item = null, ...asked }: Asked & Terms,
  unless: () => Promise<void> = () => Promise.resolve(),
): Promise<Taken> {
  const purse = await lockPurse(tx, fanId)
  const known = await knownCharge(tx, { ...asked, fanId })
  if (known) return { charge: known, balance: Number(purse.granted + purse.paid), isNew: false }
  await refuseHeld(tx, asked.id)
  if (fanId === asked.performerId) throw new Refusal('forbidden', 'You cannot pay yourself.')
  await unless()
  const { performerId, tokens: count } = asked
  await requireForSale(tx, performerId)
  await requireWithinBudget(tx, { fanId, performerId, cents: await centsOfTokens(tx, count) })
  const tokens = BigInt(count)
  requireTokens(purse, tokens)
  const granted = purse.granted < tokens ? purse.granted : tokens
  const charge = await writeCharge(tx, { ...asked, fanId, granted, paid: tokens - granted, isHeld, item })
  return { charge, balance: await saveWallet(tx, fanId), isNew: true }
}

/**
 * The charge of this id; null where there is none. Callers hold the lock of the wallet: the same call a moment ago has
 * ended. Refuses as `conflict` one that stands for something else.
 */
export async function knownCharge(tx: Tx, asked: Asked & { fanId: string }): Promise<Charge | null> {
  const known = await tx.em.findOne(Charge, { id: asked.id })
  if (known && !isSame(known, wantedOf(asked))) throw idUsed()
  return known
}

/** The id of a payment stands for something else already. */
export function idUsed(): Refusal {
  return new Refusal('conflict', 'This was used for something else.')
}

/** Refuses as `conflict` the id of a hold, of whichever fan: the charge that it ends with will have that id. */
async function refuseHeld(tx: Tx, id: string): Promise<void> {
  await lock(tx, 'payment', id)
  if ((await tx.em.count(MoneyHold, { groupId: id })) > 0) throw idUsed()
}

/** Parts of a payment that are decided: `granted` and `paid` are its tokens of each kind. */
type Decided = Asked & {
  fanId: string
  granted: bigint
  paid: bigint
  isHeld?: boolean
  item?: string | null
  /** The connected seconds that it pays for; null where nothing is paid by the minute. */
  seconds?: number | null
  disputeId?: string | null
}

/** Writes a charge with its transfer. Callers hold the lock of the wallet, and save it. */
export async function writeCharge(
  tx: Tx,
  { granted, paid, isHeld = false, item = null, seconds = null, disputeId = null, ...asked }: Decided,
): Promise<Charge> {
  const wanted = wantedOf(asked)
  const { fanId, performerId } = wanted
  const { tokenValue, taxBps, commissionBps, holdDays } = await tx.app.settings.readIn(tx)
  const tokenCents = centsOf(tokenValue)
  const worth = worthOf(granted + paid, tokenCents)
  const parts = split(worth, { taxBps: BigInt(taxBps), commissionBps: BigInt(commissionBps) })
  const lines = saleLines({ fanId, performerId, granted, paid, tokenCents, split: parts })
  const posting = { scope: 'charge', key: asked.id, request: wanted, kind: asked.type, refId: asked.id, lines }
  const { transferId } = await post(tx, posting)
  return tx.em.create(Charge, {
    ...{ ...wanted, granted: Number(granted), tokenCents: Number(tokenCents), taxBps, commissionBps, transferId },
    ...{ tax: Number(parts.tax), share: Number(parts.share), revenue: Number(parts.revenue) },
    ...{ item, seconds, disputeId },
    availableAt: isHeld ? null : new Date(tx.now.getTime() + holdDays * DAY_MS),
    createdAt: tx.now,
  })
}

/** The cents that tokens are worth now. */
export async function centsOfTokens(tx: Tx, tokens: number): Promise<number> {
  const { tokenValue } = await tx.app.settings.readIn(tx)
  return tokens * Number(centsOf(tokenValue))
}

/** Refuses as `forbidden` a wallet in debt, as `payment-required` what it has not. */
export function requireTokens({ granted, paid, debt }: Pick<Purse, 'granted' | 'paid' | 'debt'>, tokens: bigint): void {
  if (debt > 0n) {
    throw new Refusal('forbidden', 'A payment of yours was taken back. Top up to settle it before you buy anything.')
  }
  const missing = tokens - granted - paid
  if (missing > 0n) throw new Refusal('payment-required', `Not enough tokens. You need ${missing} more.`)
}

function wantedOf({ message = '', itemId = null, ...asked }: Asked & { fanId: string }) {
  return { ...asked, message, itemId }
}

function isSame(charge: Charge, wanted: ReturnType<typeof wantedOf>): boolean {
  return (Object.keys(wanted) as (keyof typeof wanted)[]).every((field) => (charge[field] ?? null) === wanted[field])
}
