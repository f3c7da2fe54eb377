import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { revokeEntitlement } from '../../grants/commands.ts'
import { Entitlement } from '../../grants/entity.ts'
import { notify } from '../../notifications/notify.ts'
import { post } from '../ledger/post.ts'
import { refundLines, worthOf } from '../postings.ts'
import type { Split } from '../split.ts'
import { lockPurse, saveWallet } from '../wallets.ts'
import { Charge, ChargeRefund } from './entity.ts'

/** `tokens` are all that the charge has left unless told. `key` names the refund: told twice, it is one. */
export type RefundRequest = { chargeId: string; tokens?: number; reason: string; key: string }

/**
 * Gives tokens of a charge back to who paid it, by a transfer that mirrors the charge: bought tokens first. The parts of the
 * sale go back in proportion, and exactly once the whole is given back. A whole refund takes the right to the thing that was
 * bought; a part leaves it. Refuses as `not-found` an unknown charge, as `invalid` what is no whole number of tokens, as
 * `conflict` more than the charge has left, and a key that stands for something else.
 */
export async function refundCharge(tx: Tx, { chargeId, tokens, reason, key }: RefundRequest): Promise<ChargeRefund> {
  const charge = await tx.em.findOne(Charge, { id: chargeId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!charge) throw new Refusal('not-found', 'There is no such payment.')
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
  const refund = await giveBack(tx, charge, { before, returned, reason, key })
  const isWhole = charge.refundedTokens === charge.tokens
  if (isWhole) await close(tx, charge)
  const { id, type, fanId, targetId } = charge
  // An order tells of its refunds itself.
  if (type !== 'product') {
    await notify(tx, {
      ...{ userId: fanId, kind: 'system', actorId: null, object: { type: 'wallet', id }, event: 'refunded' },
      preview: String(returned),
    })
  }
  const refunded = { chargeId: id, fanId, targetId, tokens: returned, refunded: charge.refundedTokens, isWhole }
  await tx.app.domains.refunded[type]?.(tx, refunded)
  return refund
}

type Returning = { before: number; returned: number; reason: string; key: string }

async function giveBack(tx: Tx, charge: Charge, { before, returned, reason, key }: Returning): Promise<ChargeRefund> {
  const { id: chargeId, fanId, performerId } = charge
  const granted = grantedOf(charge, before + returned) - grantedOf(charge, before)
  const split = difference(partsOf(charge, before + returned), partsOf(charge, before))
  const lines = refundLines({
    ...{ fanId, performerId, split, granted: BigInt(granted), paid: BigInt(returned - granted) },
    ...{
      tokenCents: BigInt(charge.tokenCents),
      earned: charge.state === 'pending' ? 'earn_pending' : 'earn_available',
    },
  })
  const request = { chargeId, tokens: returned, reason }
  const event = { kind: 'refund', refId: chargeId, reversesId: charge.transferId }
  // All of the wallet at once, as every charge does: two that take its accounts one by one wait for each other crosswise.
  await lockPurse(tx, fanId)
  const { transferId } = await post(tx, { scope: 'refund', key, request, lines, ...event })
  charge.refundedTokens += returned
  charge.refundedShare += Number(split.share)
  const refund = tx.em.create(ChargeRefund, {
    ...{ key, chargeId, tokens: returned, granted, reason, transferId },
    ...{ tax: Number(split.tax), share: Number(split.share), revenue: Number(split.revenue) },
    ...{ actorId: tx.actor?.userId ?? null, createdAt: tx.now },
  })
  await tx.em.flush()
  await saveWallet(tx, fanId)
  return refund
}

/** The thing that was bought closes, unless it was given for another reason. */
async function close(tx: Tx, charge: Charge): Promise<void> {
  charge.status = 'refunded'
  charge.state = 'reversed'
  const { fanId: userId, type, targetId: objectId } = charge
  // A product belongs to its order, which closes its files.
  if (type === 'tip' || type === 'subscription' || type === 'product') return
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
