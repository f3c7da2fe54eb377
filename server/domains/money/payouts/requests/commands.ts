import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { own } from '../../../../infra/database/own.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { PER_CENT } from '../../money/cents.ts'
import { post } from '../../money/ledger/post.ts'
import { payoutHeldLines } from '../../money/sale-lines.ts'
import { Payout } from './entity.ts'
import { payoutStanding } from './payout-standing.ts'
import type { PayoutStanding } from './payout-standing.ts'
import { FAILED, PAUSED, payoutReasons, UNDER_WAY } from './reasons.ts'
import { requireStep } from './states.ts'
import type { PayoutState } from './states.ts'

/** A request as the creator sends it; `version` is that of the balance which the creator saw. */
export type AskedPayout = { _id: string; amount: number; version: number; method: 'stripe' | 'bank'; note: string }

/** Changes of a creator to an open request. */
export type PayoutEdit = {
  amount?: number | undefined
  note?: string | undefined
  status?: 'canceled' | 'pending' | undefined
}

/**
 * Asks for a payout and holds its amount. The same request again, at once too, is one. Refusals: `conflict` for an id that
 * stands for something else, another request under way, a balance that has changed; `invalid` for an amount out of bounds;
 * `forbidden` for every other reason of `payoutReasons`, with all of them as details.
 */
export async function askPayout(tx: Tx, asked: AskedPayout): Promise<{ payout: Payout; isNew: boolean }> {
  const { userId: performerId } = requireActor(tx)
  const { _id: id, amount, method, note } = asked
  await lock(tx, 'payout', performerId)
  const known = await tx.em.findOne(Payout, { id })
  if (known) {
    // The transfer remembers what was asked, whatever has been changed since.
    await hold(tx, { id, performerId, amount, method })
    return { payout: known, isNew: false }
  }
  const standing = await payoutStanding(tx, performerId)
  refuse(standing, asked)
  await hold(tx, { id, performerId, amount, method })
  const payout = tx.em.create(Payout, {
    ...{ id, performerId, amount, method, note, fee: standing.fee, currency: standing.currency },
    last4: method === 'bank' ? (standing.details?.bankLast4 ?? '') : '',
    timeline: [{ status: 'pending', at: tx.now.toISOString() }],
    ...{ createdAt: tx.now, updatedAt: tx.now },
  })
  await tx.em.flush()
  return { payout, isNew: true }
}

/**
 * Changes a request of the actor: its amount and note while it waits, and its status. A change that is sent again changes
 * nothing more. Refuses as `not-found` another's, as `conflict` a step that the machine does not know, as `invalid` an
 * amount out of bounds.
 */
export async function changePayout(tx: Tx, id: string, { amount, note, status }: PayoutEdit): Promise<Payout> {
  const payout = await own(tx, Payout, { id, message: 'There is no such payout.' })
  if (status !== undefined && status !== payout.status) {
    if (status === 'canceled') await giveBack(tx, payout, { status, reason: null })
    else {
      const { method, details } = await requireNothingNew(tx, payout)
      step(tx, payout, status)
      // Another method may have been chosen since: the money goes there.
      Object.assign(payout, { method, last4: method === 'bank' ? (details?.bankLast4 ?? '') : '' })
    }
  }
  const resizes = amount !== undefined && amount !== payout.amount
  const rewords = note !== undefined && note !== payout.note
  if (resizes || rewords) {
    // Only what waits for its review can be changed.
    requireStep(payout.status, 'approved')
    if (resizes) await resize(tx, payout, amount)
    Object.assign(payout, { note: note ?? payout.note, updatedAt: tx.now })
  }
  await tx.em.flush()
  return payout
}

/** A state that has a reason. */
type Ended = { status: PayoutState; reason: string | null }

/** Moves a request on, and notes when. Refuses as `conflict` a step that the machine does not know. */
export function step({ now }: Tx, payout: Payout, to: PayoutState | Ended): void {
  const { status, reason } = typeof to === 'string' ? { status: to, reason: null } : to
  requireStep(payout.status, status)
  const timeline = [...payout.timeline, { status, at: now.toISOString() }]
  Object.assign(payout, { status, reason, timeline, updatedAt: now })
}

/** Ends a request and gives what it held back to the creator. */
export async function giveBack(
  tx: Tx,
  payout: Payout,
  { status, reason }: { status: 'rejected' | 'canceled'; reason: string | null },
): Promise<void> {
  step(tx, payout, { status, reason })
  const { id, performerId, amount } = payout
  const lines = payoutHeldLines(performerId, -BigInt(amount) * PER_CENT)
  await post(tx, { scope: 'payout-back', key: id, request: { id }, kind: 'payout-back', refId: id, lines })
}

async function hold(
  tx: Tx,
  { id, performerId, amount, method }: { id: string; performerId: string; amount: number; method: string },
): Promise<void> {
  const lines = payoutHeldLines(performerId, BigInt(amount) * PER_CENT)
  const request = { performerId, amount, method }
  await post(tx, { scope: 'payout', key: id, request, kind: 'payout-held', refId: id, lines })
}

/** Holds more, or less, than before. */
async function resize(tx: Tx, payout: Payout, amount: number): Promise<void> {
  const { facts, fee } = await payoutStanding(tx, payout.performerId)
  requireAmount(amount, { available: facts.available + payout.amount, minimum: facts.minimum, fee })
  const key = `${payout.id}:${payout.revision + 1}`
  const lines = payoutHeldLines(payout.performerId, BigInt(amount - payout.amount) * PER_CENT)
  await post(tx, { scope: 'payout', key, request: { amount }, kind: 'payout-held', refId: payout.id, lines })
  Object.assign(payout, { amount, fee, revision: payout.revision + 1 })
}

/** Refuses another request while the cause that stopped the payout lasts. Answers where the money goes. */
async function requireNothingNew(
  tx: Tx,
  payout: Payout,
): Promise<Pick<Payout, 'method'> & Pick<PayoutStanding, 'details'>> {
  const { facts, details } = await payoutStanding(tx, payout.performerId)
  const [first] = payoutReasons({ ...facts, hasOpenRequest: false, hasFailedRequest: false, available: facts.minimum })
  if (first) throw new Refusal('forbidden', first.message)
  return { method: facts.method ?? payout.method, details }
}

function refuse({ facts, version, fee }: PayoutStanding, asked: AskedPayout): void {
  if (facts.hasFailedRequest) throw new Refusal('conflict', FAILED)
  if (facts.hasOpenRequest) throw new Refusal('conflict', UNDER_WAY)
  if (!facts.areBooksRight) throw new Refusal('unavailable', PAUSED)
  const reasons = payoutReasons(facts)
  const [first] = reasons
  if (first) {
    const details = reasons.map(({ code, message }) => ({ path: code, message }))
    throw new Refusal('forbidden', first.message, details)
  }
  if (facts.method !== asked.method || version !== asked.version) {
    throw new Refusal('conflict', 'Your balance has changed meanwhile. Look at it again.', [
      { path: 'version', message: String(version) },
    ])
  }
  requireAmount(asked.amount, { available: facts.available, minimum: facts.minimum, fee })
}

function requireAmount(amount: number, bounds: { available: number; minimum: number; fee: number }): void {
  const text =
    amount < bounds.minimum || amount <= bounds.fee
      ? 'This is less than the smallest payout.'
      : amount > bounds.available
        ? 'You do not have that much available.'
        : null
  if (text !== null) throw new Refusal('invalid', text, [{ path: 'amount', message: text }])
}
