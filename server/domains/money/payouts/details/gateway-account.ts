import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ConnectedAccountBody } from '@vesper/sync/vesper/api/payouts.ts'
import type * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { User } from '../../../people/accounts/entity.ts'
import { lockProven } from '../../../people/accounts/passwords/change-password.ts'
import { Performer } from '../../../people/performers/entity.ts'
import { requireGateway } from '../../payments/require-gateway.ts'
import { accountReadyMail } from '../mails.ts'
import { closedReasonOf } from '../requests/payout-standing.ts'
import { PayoutDetails } from './entity.ts'
import { holdPayouts, lockDetails } from './lock-details.ts'
import { withPassword } from './with-password.ts'

/**
 * Opens the creator's account at the payment provider, once, and answers with the address of its form; null where the
 * account is ready. The form decides on whose bank account gets the money, so it takes the current password. Without one,
 * an account that there is already is only read. Refuses as `invalid` a wrong password, as `forbidden` a creator who is
 * closed to others, as `conflict` an account in another currency, as `unavailable` where the provider is not set up or does not answer.
 */
export async function openGatewayAccount(
  app: App,
  actor: Actor,
  proof: v.InferOutput<typeof ConnectedAccountBody>,
): Promise<{ isReady: boolean; url: string | null }> {
  const { payees } = requireGateway(app)
  const { userId } = actor
  const em = app.orm.em.fork()
  const closed = await closedReasonOf(em, userId)
  if (closed !== null) throw new Refusal('forbidden', closed)
  const known = await em.findOne(PayoutDetails, { performerId: userId })
  if (known?.accountId != null && proof.password === undefined) {
    return { isReady: await isReadyInCurrency(app, userId), url: null }
  }
  const accountId = await withPassword(app, actor, { ...proof, write: (hash) => requireAccount(app, actor, hash) })
  const isReady = await isReadyInCurrency(app, userId)
  const url = `${app.config.publicUrl}/creator/payouts?account=returned`
  return { isReady, url: isReady ? null : await payees.formOf(accountId, url) }
}

/** True when the account takes payouts. Refuses as `conflict` an account that is ready and is paid in another currency. */
async function isReadyInCurrency(app: App, performerId: string): Promise<boolean> {
  const { isReady, otherCurrency } = await readAccount(app, performerId)
  if (!otherCurrency) return isReady
  const { currency } = await app.settings.read()
  throw new Refusal(
    'conflict',
    `Your account at Stripe is not paid in ${currency}, as this site pays. Choose payouts to your bank account.`,
  )
}

/** The account of a creator who has proven the password; made where there is none. */
async function requireAccount(app: App, actor: Actor, proof: string): Promise<string> {
  const em = app.orm.em.fork()
  const { userId } = actor
  const user = await em.findOneOrFail(User, { id: userId })
  const { country } = await em.findOneOrFail(Performer, { userId })
  const known = await em.findOne(PayoutDetails, { performerId: userId })
  const { payees } = requireGateway(app)
  // One reference is one account: a call that is made twice gets the same.
  const id = known?.accountId ?? (await payees.createAccount({ reference: userId, email: user.email ?? '', country }))
  return transact(app, actor, async (tx) => {
    await lockProven(tx, proof)
    const details = await lockDetails(tx, userId)
    details.accountId ??= id
    return details.accountId
  })
}

/** `otherCurrency`: the provider would pay the account, but in another currency than the site pays. */
type AccountState = { isReady: boolean; otherCurrency: boolean }

/**
 * Asks the provider if the account takes payouts in the currency of the site, and notes the answer. An account that becomes
 * ready holds payouts back for 48 hours, and its owner is told. Not ready without an account.
 */
export async function readAccount(app: App, performerId: string): Promise<AccountState> {
  const known = await app.orm.em.fork().findOne(PayoutDetails, { performerId })
  if (known?.accountId == null) return { isReady: false, otherCurrency: false }
  const { currency: wanted } = await app.settings.read()
  const { currency, ...account } = await requireGateway(app).payees.readAccount(known.accountId)
  const isReady = account.isReady && currency === wanted
  if (isReady !== known.isAccountReady) await noteReady(app, performerId, isReady)
  return { isReady, otherCurrency: account.isReady && !isReady }
}

async function noteReady(app: App, performerId: string, isReady: boolean): Promise<void> {
  await transact(app, null, async (tx) => {
    const details = await lockDetails(tx, performerId)
    if (details.isAccountReady === isReady) return
    Object.assign(details, { isAccountReady: isReady, updatedAt: tx.now })
    if (!isReady) return
    details.method ??= 'stripe'
    holdPayouts(tx, details)
    const user = await tx.em.findOne(User, { id: performerId })
    if (!user?.email) return
    const link = `${app.config.publicUrl}/auth/forgot`
    app.mailer.send(tx, accountReadyMail({ email: user.email, name: user.name }, link))
  })
}
