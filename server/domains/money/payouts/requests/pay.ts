import { LockMode } from '@mikro-orm/postgresql'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { notify } from '../../../notify/notifications/notify.ts'
import { User } from '../../../people/accounts/entity.ts'
import { PER_CENT } from '../../money/cents.ts'
import { markPaidSales } from '../../money/charges/mark-paid-sales.ts'
import { areBooksRight } from '../../money/ledger/books-state.ts'
import { post } from '../../money/ledger/post.ts'
import { payoutPaidLines } from '../../money/sale-lines.ts'
import { PayeeRefused, PayeeWaits } from '../../payments/payees.ts'
import { requireGateway } from '../../payments/require-gateway.ts'
import { PayoutDetails } from '../details/entity.ts'
import { failedMail, paidMail, waitingMail } from '../mails.ts'
import { step } from './commands.ts'
import { Payout } from './entity.ts'
import { payoutFailures } from './payout-failures.ts'

/** The creator reads it. */
const WAITS = 'Your payout waits until money has arrived at the payment provider. You need not do anything.'

/**
 * Pays an approved request, or goes on where a server was killed: the provider is called outside of transactions, each
 * attempt under one reference. The transfer is noted before its payout is made. A request for the bank waits for the
 * operator. One for which the provider has not enough money stays under way, and a job tries it again. Throws where the
 * provider does not answer.
 */
export async function payPayout(app: App, id: string): Promise<void> {
  const order = await transact(app, null, (tx) => begin(tx, id))
  if (!order) return
  try {
    await send(app, order)
  } catch (error) {
    if (error instanceof PayeeWaits) return wait(app, order.payout)
    if (!(error instanceof PayeeRefused)) throw error
    app.log.warn({ err: error, payout: id }, 'the payment provider refused a payout')
    await transact(app, null, (tx) => end(tx, { id, attempt: order.payout.attempt, reason: payoutFailures.refused.en }))
    return
  }
  await settlePayout(app, id)
}

/** The provider remembers its answer: the next try is another one. The creator reads why, and the operator hears of it once. */
async function wait(app: App, { id, attempt }: Payout): Promise<void> {
  app.log.warn({ payout: id }, 'the balance at the payment provider is too low for a payout, which waits')
  await transact(app, null, async (tx) => {
    const payout = await lockPayout(tx, id)
    if (payout?.status !== 'processing' || payout.attempt !== attempt) return
    const isNews = payout.reason !== WAITS
    Object.assign(payout, { attempt: attempt + 1, reason: WAITS, updatedAt: tx.now })
    const { contactAddress } = await tx.app.settings.readIn(tx)
    if (isNews && contactAddress !== '') tx.app.mailer.send(tx, waitingMail(contactAddress, payout))
  })
}

/** Transfers the money to the creator's account, and pays it out from there. A refused payout takes the transfer back. */
async function send(app: App, { payout, accountId }: { payout: Payout; accountId: string }): Promise<void> {
  const { payees } = requireGateway(app)
  const { id, attempt, amount, fee, currency } = payout
  const order = {
    ...{ reference: `${id}:${attempt}`, accountId, amount: amount - fee, currency: currency.toLowerCase() },
  }
  const note = (ids: { transferId: string } | { gatewayId: string }) =>
    transact(app, null, async (tx) => {
      const noted = await lockPayout(tx, id)
      if (noted?.status === 'processing' && noted.attempt === attempt) Object.assign(noted, ids)
    })
  const transferId = payout.transferId ?? (await payees.transfer(order))
  if (payout.transferId == null) await note({ transferId })
  try {
    const { id: gatewayId } = await payees.payOut({ ...order, transferId })
    await note({ gatewayId })
  } catch (error) {
    if (error instanceof PayeeRefused) await payees.takeBack(transferId)
    throw error
  }
}

/** Brings a request to where its payout at the provider stands. Asked by events and a job, in any order and number. */
export async function settlePayout(app: App, id: string): Promise<void> {
  const payout = await app.orm.em.fork().findOne(Payout, { id, status: 'processing', method: 'stripe' })
  const { attempt, gatewayId, accountId, transferId } = payout ?? {}
  if (attempt === undefined || gatewayId == null || accountId == null || transferId == null) return
  const { payees } = requireGateway(app)
  const status = await payees.readPayout({ id: gatewayId, accountId })
  if (status === 'under-way') return
  if (status === 'failed') await payees.takeBack(transferId)
  await transact(app, null, (tx) =>
    end(tx, { id, attempt, reason: status === 'failed' ? payoutFailures.sentBack.en : null }),
  )
}

/** Ends what is being paid: paid without a reason, failed with one. Ended already, it changes nothing. */
export async function end(
  tx: Tx,
  { id, attempt, reason }: { id: string; attempt: number; reason: string | null },
): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout?.status !== 'processing' || payout.attempt !== attempt) return
  const { performerId, amount, fee } = payout
  const user = await tx.em.findOne(User, { id: performerId })
  const recipient = user?.email ? { email: user.email, name: user.name } : null
  const link = `${tx.app.config.publicUrl}/creator/payouts`
  if (reason !== null) {
    step(tx, payout, { status: 'failed', reason })
    if (recipient) tx.app.mailer.send(tx, failedMail(recipient, { reason, link }))
    return
  }
  step(tx, payout, 'paid')
  const lines = payoutPaidLines(performerId, { amount: BigInt(amount) * PER_CENT, fee: BigInt(fee) * PER_CENT })
  await post(tx, { scope: 'payout-paid', key: id, request: { id }, kind: 'payout-paid', refId: id, lines })
  await tx.em.flush()
  await notify(tx, {
    ...{ userId: performerId, kind: 'payout', actorId: null, object: { type: 'payouts', id }, event: 'payout-paid' },
    cents: amount - fee,
  })
  await markPaidSales(tx.em, { performerId, payoutId: id, paidOut: { sql: PAID_OUT, params: [performerId] } })
  if (recipient) tx.app.mailer.send(tx, paidMail(recipient, { cents: amount - fee, currency: payout.currency, link }))
}

/** The request under its lock, as the database has it now. */
export function lockPayout(tx: Tx, id: string): Promise<Payout | null> {
  return tx.em.findOne(Payout, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

async function begin(tx: Tx, id: string): Promise<{ payout: Payout; accountId: string } | null> {
  const payout = await lockPayout(tx, id)
  if (payout?.status === 'approved') {
    if (!(await areBooksRight(tx.em))) throw new Error('payouts wait until the books are right')
    step(tx, payout, 'processing')
    const details = await tx.em.findOne(PayoutDetails, { performerId: payout.performerId })
    const accountId = payout.method === 'stripe' ? (details?.accountId ?? null) : null
    Object.assign(payout, { attempt: payout.attempt + 1, accountId, transferId: null, gatewayId: null })
    await tx.em.flush()
    if (payout.method === 'stripe' && accountId === null) {
      await end(tx, { id, attempt: payout.attempt, reason: payoutFailures.noAccount.en })
    }
  }
  if (payout?.status !== 'processing' || payout.accountId == null || payout.gatewayId != null) return null
  return { payout, accountId: payout.accountId }
}

const PAID_OUT = `select coalesce(sum(amount::bigint), 0) * 100 from payout where performer_id = ? and status = 'paid'`
