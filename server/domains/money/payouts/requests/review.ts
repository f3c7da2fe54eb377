import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { User } from '../../../people/accounts/entity.ts'
import { areBooksRight } from '../../money/ledger/books-state.ts'
import { openBankAccount } from '../details/banking.ts'
import type { BankAccount } from '../details/banking.ts'
import { PayoutDetails } from '../details/entity.ts'
import { heldUntil } from '../details/lock-details.ts'
import { payJob } from '../jobs.ts'
import { rejectedMail } from '../mails.ts'
import { giveBack, step } from './commands.ts'
import type { Payout } from './entity.ts'
import { end, lockPayout } from './pay.ts'
import { PAUSED } from './reasons.ts'

const REASON_MAX = 1000

/**
 * Lets a request be paid: the provider's by a job, the bank's by the operator, who then calls `confirmPayout`. Refuses as
 * `conflict` what is not waiting, details that are new, and as `unavailable` while the books are wrong.
 */
export async function approvePayout(tx: Tx, id: string): Promise<Payout> {
  const payout = await find(tx, id)
  const before = payout.status
  step(tx, payout, 'approved')
  if (!(await areBooksRight(tx.em))) throw new Refusal('unavailable', PAUSED)
  const details = await tx.em.findOne(PayoutDetails, { performerId: payout.performerId })
  requireSettled(tx, details)
  if (payout.method === 'bank') {
    step(tx, payout, 'processing')
    Object.assign(payout, { last4: details?.bankLast4 ?? '', attempt: payout.attempt + 1 })
  } else {
    await tx.app.jobs.enqueue(tx, payJob, { payoutId: id })
  }
  note(tx, payout, { action: 'payout.approve', before })
  await tx.em.flush()
  return payout
}

/** Refuses a request and gives the money back; the creator reads why. Refuses as `conflict` what is not waiting. */
export async function rejectPayout(tx: Tx, id: string, reason: string): Promise<void> {
  const text = requireReason(reason)
  const payout = await find(tx, id)
  const before = payout.status
  await giveBack(tx, payout, { status: 'rejected', reason: text })
  const user = await tx.em.findOne(User, { id: payout.performerId })
  const link = `${tx.app.config.publicUrl}/creator/payouts`
  if (user?.email) tx.app.mailer.send(tx, rejectedMail({ email: user.email, name: user.name }, { reason: text, link }))
  await notify(tx, {
    ...{ userId: payout.performerId, kind: 'payout', actorId: null, object: { type: 'payouts', id } },
    ...{ event: 'payout-rejected', preview: text },
  })
  note(tx, payout, { action: 'payout.reject', before })
  await tx.em.flush()
}

/**
 * Tells how a bank transfer ended: paid without a reason, failed with one. Refuses as `conflict` a request that is not being
 * paid, and one that the payment provider pays.
 */
export async function confirmPayout(tx: Tx, id: string, reason: string | null): Promise<void> {
  const text = reason === null ? null : requireReason(reason)
  const payout = await find(tx, id)
  if (payout.method !== 'bank') throw new Refusal('conflict', 'The payment provider tells how this payout ends.')
  const before = payout.status
  if (before !== 'processing') throw new Refusal('conflict', 'This payout is not being paid.')
  await end(tx, { id, attempt: payout.attempt, reason: text })
  note(tx, payout, { action: text === null ? 'payout.paid' : 'payout.failed', before })
  await tx.em.flush()
}

/**
 * Where the operator sends the money of a request; audited, since it is read in clear. Refuses as `conflict` details that
 * are new: a request may have been approved before they changed.
 */
export async function showBankAccount(tx: Tx, id: string): Promise<BankAccount | null> {
  const payout = await find(tx, id)
  const details = await tx.em.findOne(PayoutDetails, { performerId: payout.performerId })
  requireSettled(tx, details)
  audit(tx, { action: 'payout.show', subjectId: id })
  return details && openBankAccount(tx.app.sealer, details)
}

function requireSettled(tx: Tx, details: PayoutDetails | null): void {
  const until = heldUntil(tx, details)
  if (until) throw new Refusal('conflict', `The payout details are new. Wait until ${until.toISOString()}.`)
}

async function find(tx: Tx, id: string): Promise<Payout> {
  const payout = /^[0-9a-f-]{36}$/i.test(id) ? await lockPayout(tx, id) : null
  if (!payout) throw new Refusal('not-found', 'There is no such payout.')
  return payout
}

function note(tx: Tx, payout: Payout, { action, before }: { action: string; before: Payout['status'] }): void {
  const { id, status, reason, amount, currency, performerId } = payout
  const after = { status, amount, currency, performerId }
  const text = reason == null ? {} : { text: reason }
  audit(tx, { action, subjectId: id, before: { status: before }, after, ...text })
}

function requireReason(reason: string): string {
  const text = reason.trim()
  if (text === '') throw new Refusal('invalid', 'Say why: the creator reads the reason.')
  if (text.length > REASON_MAX) throw new Refusal('invalid', 'A reason has at most 1,000 characters.')
  return text
}
