import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { NewCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import type * as v from 'valibot'
import { audit } from '../../../../infra/audit/audit.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Coupon } from '../entity.ts'

type Asked = v.InferOutput<typeof NewCoupon>

/**
 * Makes a coupon, audited; the same `_id` again is the same. Refuses as `conflict` a code that is in use, and an id of another
 * coupon; as `not-found` an unknown creator.
 */
export async function makeCoupon(tx: Tx, { _id: id, creator, from, until, ...terms }: Asked): Promise<void> {
  const known = await tx.em.findOne(Coupon, { id })
  if (known?.code === terms.code) return
  if (known || (await tx.em.findOne(Coupon, { code: terms.code })))
    throw new Refusal('conflict', 'This code is in use.')
  const seller = creator === null ? null : await tx.em.findOne(User, { username: creator, isPerformer: true })
  if (creator !== null && !seller) throw new Refusal('not-found', 'There is no such creator.')
  const made = {
    ...{ ...terms, performerId: seller?.id ?? null },
    startsAt: from === null ? null : new Date(`${from}T00:00:00Z`),
    // To the end of the day that is named.
    endsAt: until === null ? null : new Date(`${until}T23:59:59.999Z`),
  }
  tx.em.create(Coupon, { id, ...made, createdAt: tx.now })
  audit(tx, { action: 'coupon.make', subjectId: id, after: made })
  await tx.flush()
}

/** Switches a coupon on or off, audited; one that is so already stays. Refuses as `not-found` an unknown one. */
export async function switchCoupon(tx: Tx, { id, isOn }: { id: string; isOn: boolean }): Promise<void> {
  const coupon = await tx.em.findOne(Coupon, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!coupon) throw new Refusal('not-found', 'There is no such coupon.')
  if (coupon.isDisabled !== isOn) return
  const { isDisabled } = coupon
  coupon.isDisabled = !isOn
  audit(tx, { action: isOn ? 'coupon.on' : 'coupon.off', subjectId: id, before: { isDisabled } })
  await tx.flush()
}
