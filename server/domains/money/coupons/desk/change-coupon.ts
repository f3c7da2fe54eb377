import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChangeCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import type * as v from 'valibot'
import { audit } from '../../../../infra/audit/audit.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Coupon, CouponRedemption } from '../entity.ts'

type Change = v.InferOutput<typeof ChangeCoupon> & { id: string }

/**
 * Changes the last day of a coupon and its uses over all, audited; terms that stand already change nothing. Refuses as
 * `not-found` an unknown coupon, as `conflict` terms that are not those seen, as `invalid` fewer uses than it had, and an end
 * before its begin.
 */
export async function changeCoupon(tx: Tx, { id, uses, until, seen }: Change): Promise<void> {
  // The lock of a redemption: nobody uses the coupon while its uses are counted.
  const coupon = await tx.em.findOne(Coupon, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!coupon) throw new Refusal('not-found', 'There is no such coupon.')
  const before = { uses: coupon.uses ?? null, until: dayOf(coupon.endsAt) }
  if (before.uses === uses && before.until === until) return
  if (before.uses !== seen.uses || before.until !== seen.until)
    throw new Refusal('conflict', 'Another person has changed this coupon. Look again.', [
      { path: 'version', message: JSON.stringify(before) },
    ])
  const used = await tx.em.count(CouponRedemption, { couponId: id, status: { $ne: 'released' } })
  if (uses !== null && uses < used) throw unfit('uses', `It was used ${used} times already. Choose no fewer uses.`)
  const from = dayOf(coupon.startsAt)
  if (from !== null && until !== null && until < from)
    throw unfit('until', 'The coupon ends before it begins. Choose a later day.')
  // To the end of the day that is named.
  tx.em.assign(coupon, { uses, endsAt: until === null ? null : new Date(`${until}T23:59:59.999Z`) })
  audit(tx, { action: 'coupon.change', subjectId: id, before, after: { uses, until } })
}

function unfit(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}

/** The day in UTC. */
function dayOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString().slice(0, 10) ?? null
}
