import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { hasUse } from '@vesper/sync/vesper/records/things.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { revokeEntitlement } from '../../../people/grants/commands.ts'
import { Entitlement } from '../../../people/grants/entity.ts'
import { post } from '../ledger/post.ts'
import type { Line } from '../ledger/post.ts'
import { refundLines, worthOf } from '../sale-lines.ts'
import type { Split } from '../split.ts'
import { lockPurse, saveWallet } from '../wallets.ts'
import { Charge, ChargeRefund } from './entity.ts'
import { tellCreator } from './tell-creator.ts'

/**
 * `tokens` are all that the charge has left unless told. `key` names the refund: told twice, it is one. `event`: the words
 * that the fan is told.
 */
export type RefundRequest = {
  chargeId: string
  tokens?: number
  reason: string
  key: string
  event?: 'refunded' | 'ticket-returned'
}

/**
 * Gives tokens of a charge back to who paid it, by a transfer that mirrors the charge: bought tokens first. The parts of the
 * sale go back in proportion, and exactly once the whole is given back. A whole refund takes the right to the thing that was
 * bought; a part leaves it. Refuses as `not-found` an unknown charge, as `invalid` what is no whole number of tokens, as
 * `conflict` more than the charge has left, a key that stands for something else, and a payment by card.
 */
export async function refundCharge(
  tx: Tx,
  { chargeId, tokens, reason, key, event = 'refunded' }: RefundRequest,
): Promise<ChargeRefund> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) throw new Refusal('not-found', 'There is no such payment.')
  if (charge.orderId != null) throw new Refusal('conflict', 'A card paid this. Give the money back to the card.')
  // Read under the lock: the same call a moment ago has ended.
  const known = await tx.em.findOne(ChargeRefund, { key })
  if (known) {
    const isSame = known.chargeId === chargeId && (tokens === undefined || known.tokens === tokens)
    if (!isSame) throw new Refusal('conflict', 'This was used for something else.')
    return known
  }
  const before = charge.refundedTokens
  const left = charge.tokens - before
  const returned = tokens ?? left
  if (!Number.isInteger(returned) || returned < 0) throw new Refusal('invalid', 'Whole tokens only.')
  if (left === 0) throw new Refusal('conflict', 'This payment was given back already.')
  if (returned === 0) throw new Refusal('invalid', 'Whole tokens only.')
  if (returned > left) throw new Refusal('conflict', `Only ${left} tokens of this payment are left to give back.`)
  const { id, type, fanId, targetId, performerId } = charge
  const tokenCents = BigInt(charge.tokenCents)
  const linesOf = ({ granted, ...part }: Returned) =>
    refundLines({ ...part, fanId, performerId, granted, paid: BigInt(returned) - granted, tokenCents })
  // All of the wallet at once, as every charge does: two that take its accounts one by one wait for each other crosswise.
  await lockPurse(tx, fanId)
  const refund = await writeRefund(tx, charge, { returned, reason, key, linesOf })
  await saveWallet(tx, fanId)
  const isWhole = charge.refundedTokens === charge.tokens
  if (isWhole) await close(tx, charge)
  // An order tells of its refunds itself.
  if (type !== 'product') {
    await notify(tx, {
      ...{ userId: fanId, kind: 'system', actorId: null, object: { type: 'wallet', id }, event },
      preview: String(returned),
    })
    await tellCreator.refund(tx, charge, { tokens: returned })
  }
  const refunded = { chargeId: id, fanId, targetId, tokens: returned, refunded: charge.refundedTokens, isWhole }
  await tx.app.domains.refunded[type]?.(tx, refunded)
  return refund
}

/** The part of a sale that goes back, and the account that the creator's part of it is in. */
export type Returned = { split: Split; granted: bigint; earned: 'earn_pending' | 'earn_available' }

/** `returned` in tokens, of a payment by card in cents; below 0 it comes again. `linesOf` makes the transfer. */
type Returning = { returned: number; reason: string; key: string; linesOf: (part: Returned) => Line[] }

/**
 * Writes one return of a charge, under the lock of its row and of the fan's purse: the transfer, its record, and the sums of
 * the charge.
 */
export async function writeRefund(
  tx: Tx,
  charge: Charge,
  { returned, reason, key, linesOf }: Returning,
): Promise<ChargeRefund> {
  const { id: chargeId, refundedTokens: before } = charge
  const granted = grantedOf(charge, before + returned) - grantedOf(charge, before)
  const split = difference(partsOf(charge, before + returned), partsOf(charge, before))
  const earned = charge.state === 'pending' ? 'earn_pending' : 'earn_available'
  const lines = linesOf({ split, granted: BigInt(granted), earned })
  const request = { chargeId, tokens: returned, reason }
  const event = { kind: 'refund', refId: chargeId, reversesId: charge.transferId }
  const { transferId } = await post(tx, { scope: 'refund', key, request, lines, ...event })
  charge.refundedTokens += returned
  charge.refundedShare += Number(split.share)
  const refund = tx.em.create(ChargeRefund, {
    ...{ key, chargeId, tokens: returned, granted, reason, transferId },
    ...{ tax: Number(split.tax), share: Number(split.share), revenue: Number(split.revenue) },
    ...{ actorId: tx.actor?.userId ?? null, createdAt: tx.now },
  })
  await tx.em.flush()
  return refund
}

/**
 * The charge, whose row stays locked until the transaction ends. The lock of the fan's subscriptions comes first, as in all
 * that ends one: a refund of a term ends its subscription.
 */
export async function lockCharge(tx: Tx, id: string): Promise<Charge | null> {
  const known = await tx.em.findOne(Charge, { id })
  if (known?.type === 'subscription') await lock(tx, 'subscription', known.fanId)
  // Its seller locks the order first, too.
  if (known?.type === 'product') await tx.em.execute('select 1 from "order" where id = ? for update', [id])
  return tx.em.findOne(Charge, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

/** The thing that was bought closes, unless it was given for another reason. */
async function close(tx: Tx, charge: Charge): Promise<void> {
  charge.status = 'refunded'
  charge.state = 'reversed'
  const { fanId: userId, type, targetId: objectId } = charge
  // A product belongs to its order, which closes its files. A show that was paid by the minute is over.
  if (!hasUse(type, 'buy') || charge.seconds != null) return
  const owned = { userId, objectType: type, objectId } as const
  const held = await tx.em.findOne(Entitlement, { ...owned, revokedAt: null })
  if (held?.source === 'purchase') await revokeEntitlement(tx, owned)
}

/** Given tokens among the first `count` that go back: bought ones go first, as they were spent last. */
function grantedOf({ tokens, granted }: Charge, count: number): number {
  return Math.max(0, count - (tokens - granted))
}

/** The parts of the sale that `count` of its tokens stand for. The platform has the rest, so that nothing is made or lost. */
function partsOf({ tokens, tokenCents, ...sale }: Charge, count: number): Split {
  const [all, some] = [BigInt(tokens), BigInt(count)]
  const tax = (2n * BigInt(sale.tax) * some + all) / (2n * all)
  const share = (BigInt(sale.share) * some) / all
  return { tax, share, revenue: worthOf(some, BigInt(tokenCents)) - tax - share }
}

function difference(all: Split, before: Split): Split {
  return { tax: all.tax - before.tax, share: all.share - before.share, revenue: all.revenue - before.revenue }
}
