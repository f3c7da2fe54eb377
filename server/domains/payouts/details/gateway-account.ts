import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../context.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import { requireGateway } from '../../payments/require-gateway.ts'
import { User } from '../../accounts/entity.ts'
import { Performer } from '../../performers/entity.ts'
import { closedReasonOf } from '../requests/facts.ts'
import { lockDetails } from './banking.ts'
import { PayoutDetails } from './entity.ts'

/**
 * Opens the creator's account at the payment provider, once, and answers with the address of its form; null where the
 * account is ready. Refuses as `forbidden` a creator who is closed to others, as `unavailable` where the provider is not
 * set up or does not answer.
 */
export async function openGatewayAccount(app: App, { userId }: Actor): Promise<{ url: string | null }> {
  const { payees } = requireGateway(app)
  const em = app.orm.em.fork()
  const closed = await closedReasonOf(em, userId)
  if (closed !== null) throw new Refusal('forbidden', closed)
  const known = await em.findOne(PayoutDetails, { performerId: userId })
  let accountId = known?.accountId ?? null
  if (accountId === null) {
    const user = await em.findOneOrFail(User, { id: userId })
    const { country } = await em.findOneOrFail(Performer, { userId })
    const made = await payees.createAccount({ reference: userId, email: user.email ?? '', country })
    accountId = await transact(app, null, async (tx) => {
      const details = await lockDetails(tx, userId)
      details.accountId ??= made
      return details.accountId
    })
  }
  const isReady = await readAccount(app, userId)
  const url = `${app.config.publicUrl}/creator/payouts?account=returned`
  return { url: isReady ? null : await payees.formOf(accountId, url) }
}

/** Asks the provider if the account takes payouts, and notes the answer. False without an account. */
export async function readAccount(app: App, performerId: string): Promise<boolean> {
  const known = await app.orm.em.fork().findOne(PayoutDetails, { performerId })
  if (known?.accountId == null) return false
  const isReady = await requireGateway(app).payees.isReady(known.accountId)
  if (isReady === known.isAccountReady) return isReady
  await transact(app, null, async (tx) => {
    const details = await lockDetails(tx, performerId)
    Object.assign(details, { isAccountReady: isReady, updatedAt: tx.now })
    if (isReady) details.method ??= 'stripe'
  })
  return isReady
}

/** Chooses where payouts go. Refuses as `conflict` what is not set up. */
export async function chooseMethod(tx: Tx, method: 'stripe' | 'bank'): Promise<PayoutDetails> {
  const details = await lockDetails(tx, requireActor(tx).userId)
  if (method === 'bank' && details.bank == null) throw new Refusal('conflict', 'Enter your bank details first.')
  if (method === 'stripe' && !details.isAccountReady) {
    throw new Refusal('conflict', 'Your account at Stripe is not ready yet. Finish its form first.')
  }
  Object.assign(details, { method, updatedAt: tx.now })
  await tx.em.flush()
  return details
}
