import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { secondPersonFrom } from '@vesper/sync/vesper/api/desk-money.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { approvalKind, secondPersonNeeded } from '../../../../infra/approval-kind.ts'
import type { Facts } from '../../../../infra/approval-kind.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { requireOther } from '../../../people/staff/require-other.ts'
import type { PayoutDetails } from '../details/entity.ts'
import type { Payout } from '../requests/entity.ts'
import { lockPayout } from '../requests/pay.ts'
import { payoutStanding } from '../requests/payout-standing.ts'
import { approvePayout } from '../requests/review.ts'
import { requireStep } from '../requests/states.ts'

const payload = v.object({ payoutId: v.pipe(uuid, v.toLowerCase()) })
const KIND = 'payout.approve'

/** Lets a large payout be paid. Another balance or destination of the creator makes it another request. */
export const payoutApproval = approvalKind({
  ...{ kind: KIND, needs: 'payouts.decide', payload },
  subjectOf: ({ payoutId }) => payoutId,
  async facts(tx, { payoutId }): Promise<Facts> {
    const payout = await findPayout(tx, payoutId)
    requireStep(payout.status, 'approved')
    await lock(tx, 'payout', payout.performerId)
    const { facts, details } = await payoutStanding(tx, payout.performerId)
    const user = await tx.em.findOneOrFail(User, { id: payout.performerId })
    const changedAt = payout.method === 'bank' ? details?.bankChangedAt : null
    return {
      ...{ account: user.username ?? user.name, amount: payout.amount, fee: payout.fee, currency: payout.currency },
      ...{ method: payout.method, destination: destinationOf(payout, details), balance: facts.available },
      ...(changedAt && { detailsSince: changedAt.toISOString() }),
    }
  },
  execute: async (tx, { payoutId }) => void (await approvePayout(tx, payoutId)),
})

/** `approvePayout` for one person: refuses as `forbidden` what needs a second one. */
export async function approvePayoutAlone(tx: Tx, id: string): Promise<Payout> {
  const payout = await findPayout(tx, id)
  requireStep(payout.status, 'approved')
  if (payout.amount >= secondPersonFrom.payout) throw secondPersonNeeded(KIND)
  return approvePayout(tx, id)
}

/** The request under its lock. Refuses as `not-found` an unknown one, and as `forbidden` the actor's own. */
export async function findPayout(tx: Tx, id: string): Promise<Payout> {
  const payout = /^[0-9a-f-]{36}$/i.test(id) ? await lockPayout(tx, id) : null
  if (!payout) throw new Refusal('not-found', 'There is no such payout.')
  requireOther(tx, payout.performerId)
  return payout
}

/** The last characters of the account that gets the money now. */
function destinationOf({ method }: Payout, details: PayoutDetails | null): string {
  return (method === 'bank' ? details?.bankLast4 : details?.accountId?.slice(-4)) ?? ''
}
