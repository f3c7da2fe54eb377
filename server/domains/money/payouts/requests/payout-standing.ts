import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { hasFactor } from '../../../people/factors/queries.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { closedReason } from '../../../people/performers/review/policy.ts'
import { centsOf, PER_CENT } from '../../money/cents.ts'
import { lockBalances } from '../../money/ledger/accounts.ts'
import { areBooksRight } from '../../money/ledger/books-state.ts'
import { PayoutDetails } from '../details/entity.ts'
import { Payout } from './entity.ts'
import type { PayoutFacts } from './reasons.ts'
import { openStates } from './states.ts'

/** The facts, and what a request has to name: `version` stands for the balance that the creator saw. */
export type PayoutStanding = {
  facts: PayoutFacts
  details: PayoutDetails | null
  version: number
  fee: number
  currency: string
}

/** How a creator stands with payouts, under the locks of the ledger: the balance changes no more until the transaction ends. */
export async function payoutStanding(tx: Tx, performerId: string): Promise<PayoutStanding> {
  const { em, now } = tx
  const settings = await tx.app.settings.readIn(tx)
  const details = await em.findOne(PayoutDetails, { performerId })
  const open = await em.findOne(Payout, { performerId, status: { $in: [...openStates] } })
  const [free] = await lockBalances(em, performerId, ['earn_available', 'payout_held'])
  const available = centsBelow(free?.balance ?? 0n)
  return {
    details,
    version: Number(free?.version ?? 0n),
    fee: Number(centsOf(settings.payoutFee)),
    currency: settings.currency,
    facts: {
      ...{ available, now, hasOpenRequest: open !== null, hasFailedRequest: open?.status === 'failed' },
      closed: await closedReasonOf(em, performerId, { whileSuspended: true }),
      areBooksRight: await areBooksRight(em),
      method: details?.method ?? null,
      hasBank: details?.bank != null,
      isAccountReady: details?.isAccountReady ?? false,
      lockedUntil: details?.lockedUntil ?? null,
      lacksFactor: settings.payoutsNeedFactor && (await lacksFactor(em, performerId)),
      minimum: Number(centsOf(settings.minimumPayoutAmount)),
    },
  }
}

/** True before the first payout of a creator without a second factor. Later ones are not stopped by a rule that came after. */
async function lacksFactor(em: EntityManager, performerId: string): Promise<boolean> {
  if (await hasFactor(em, performerId)) return false
  return (await em.count(Payout, { performerId, status: 'paid' })) === 0
}

/**
 * Why a creator is closed to others; null while they are not. `whileSuspended`: a suspension alone is no reason: what was
 * earned before is paid out.
 */
export async function closedReasonOf(
  em: EntityManager,
  userId: string,
  { whileSuspended = false }: { whileSuspended?: boolean } = {},
): Promise<string | null> {
  const user = await em.findOne(User, { id: userId })
  const performer = await em.findOne(Performer, { userId })
  if (!user || !performer) throw new Refusal('not-found', 'There is no such creator.')
  const { isPerformer, emailVerifiedAt } = user
  const status = whileSuspended && user.status === 'suspended' ? 'active' : user.status
  return closedReason({ status, isPerformer, emailVerifiedAt, verification: performer.verification })
}

/** Whole cents: a part of one stays in the ledger. A debt is rounded up. */
function centsBelow(amount: bigint): number {
  const whole = amount / PER_CENT
  return Number(amount < 0n && amount % PER_CENT !== 0n ? whole - 1n : whole)
}
