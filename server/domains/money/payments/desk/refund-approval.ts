import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { secondPersonFrom, SUPPORT_REFUND_MAX } from '@vesper/sync/vesper/api/desk-money.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { approvalKind, secondPersonNeeded } from '../../../../infra/approval-kind.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { requireOther } from '../../../people/staff/require-other.ts'
import type { Charge } from '../../money/charges/entity.ts'
import { lockCharge } from '../../money/charges/refund.ts'
import { beginRefund, readRefundable } from '../refunds/begin-refund.ts'

/** `count`: tokens of a wallet or cents of a card. `key` names the refund: sent again, it is one. */
const payload = v.object({
  chargeId: v.pipe(uuid, v.toLowerCase()),
  count: v.pipe(v.number(), v.integer(), v.minValue(1)),
  key: v.pipe(uuid, v.toLowerCase()),
})

/** Gives a large amount back. A payment of which other parts went back since makes it another request. */
export const refundApproval = approvalKind({
  ...{ kind: 'charge.refund', needs: 'refunds.make', payload },
  subjectOf: ({ chargeId }) => chargeId,
  async facts(tx, { chargeId, count }) {
    const charge = await findCharge(tx, chargeId)
    const { left, given, unit, currency } = await readRefundable(tx, charge)
    if (count > left) throw new Refusal('conflict', 'Less of this payment is left to give back.')
    requireSupportMax(tx, (count + given) * unit)
    const [payer, creator] = [await nameOf(tx, charge.fanId), await nameOf(tx, charge.performerId)]
    const paidBy = charge.orderId == null ? 'wallet' : 'card'
    return { payer, creator, amount: count * unit, left: left * unit, currency, paidBy }
  },
  async execute(tx, { chargeId, ...part }, reason) {
    await beginRefund(tx, { charge: await findCharge(tx, chargeId), ...part, reason })
  },
})

/** `refunded`: what had been given back, or was under way, when the person looked; nobody looked unless told. */
type Asked = { chargeId: string; count?: number | undefined; refunded?: number; reason: string; key: string }

/**
 * Gives a part of a payment back by the decision of one person; all that is left unless told. Answers the tokens or cents.
 * Refuses as `forbidden` what needs a second person, together with earlier parts of the payment, more than support gives back,
 * and the actor's own payment; as `conflict` a payment of which more went back meanwhile.
 */
export async function refundAlone(tx: Tx, { chargeId, count, refunded, reason, key }: Asked): Promise<number> {
  const charge = await findCharge(tx, chargeId)
  if (await isMade(tx, charge, key)) return beginRefund(tx, { charge, count, reason, key })
  const { left, given, unit } = await readRefundable(tx, charge)
  if (refunded !== undefined && refunded !== given)
    throw new Refusal('conflict', 'This payment has changed. Look at it again.')
  const after = (Math.min(count ?? left, left) + given) * unit
  requireSupportMax(tx, after)
  // Many small parts of one payment are a large one.
  if (after >= secondPersonFrom.refund) throw secondPersonNeeded('charge.refund')
  return beginRefund(tx, { charge, count, reason, key })
}

async function findCharge(tx: Tx, id: string): Promise<Charge> {
  const charge = await lockCharge(tx, id)
  if (!charge) throw new Refusal('not-found', 'There is no such payment.')
  requireOther(tx, charge.fanId, charge.performerId)
  return charge
}

/** True where this very refund was made before. A key of another payment would go around the limits: `conflict`. */
async function isMade(tx: Tx, charge: Charge, key: string): Promise<boolean> {
  const made = await tx.em.execute<{ chargeId: string }[]>(
    `select charge_id as "chargeId" from charge_refund where key = ?
     union all select charge_id from card_refund where id = ?`,
    [key, key],
  )
  if (made.some(({ chargeId }) => chargeId !== charge.id))
    throw new Refusal('conflict', 'This was used for something else.')
  return made.length > 0
}

/** Support gives back small amounts alone, and asks finance for the others. */
function requireSupportMax({ actor }: Tx, cents: number): void {
  const isSupport = actor?.desk !== undefined && !actor.desk.permissions.includes('payouts.decide')
  if (isSupport && cents > SUPPORT_REFUND_MAX)
    throw new Refusal('forbidden', 'Support gives back at most 20.00 of a payment. Ask somebody of finance.')
}

async function nameOf(tx: Tx, id: string): Promise<string> {
  const user = await tx.em.findOne(User, { id })
  return user?.username ?? user?.name ?? id
}
