import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { GatewaySettingsBody } from '@vesper/sync/vesper/api/payouts.ts'
import type * as v from 'valibot'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { lockProven } from '../../../people/accounts/passwords/change-password.ts'
import { methodChangedMail } from '../mails.ts'
import { PayoutDetails } from './entity.ts'
import { holdPayouts, lockDetails } from './lock-details.ts'
import { withPassword } from './with-password.ts'

type Method = v.InferOutput<typeof GatewaySettingsBody>['method']

/**
 * Chooses where payouts go. Another method than before takes the current password, holds payouts back for 48 hours, and is
 * told by mail; the same again changes nothing. Refuses as `conflict` a method that is not set up, as `invalid` a wrong
 * password.
 */
export async function chooseMethod(
  app: App,
  actor: Actor,
  { method, ...given }: v.InferOutput<typeof GatewaySettingsBody>,
): Promise<PayoutDetails> {
  const known = await app.orm.em.fork().findOne(PayoutDetails, { performerId: actor.userId })
  requireSetUp(known, method)
  if (known.method === method) return known
  return withPassword(app, actor, {
    ...given,
    write: (proof) => transact(app, actor, (tx) => storeMethod(tx, { method, proof })),
  })
}

async function storeMethod(tx: Tx, { method, proof }: { method: Method; proof: string }): Promise<PayoutDetails> {
  const user = await lockProven(tx, proof)
  const details = await lockDetails(tx, user.id)
  requireSetUp(details, method)
  if (details.method === method) return details
  details.method = method
  holdPayouts(tx, details)
  await tx.em.flush()
  const last4 = method === 'bank' ? (details.bankLast4 ?? '') : null
  const link = `${tx.app.config.publicUrl}/auth/forgot`
  if (user.email) tx.app.mailer.send(tx, methodChangedMail({ email: user.email, name: user.name }, { last4, link }))
  return details
}

function requireSetUp(details: PayoutDetails | null, method: Method): asserts details is PayoutDetails {
  if (method === 'bank' && details?.bank == null) throw new Refusal('conflict', 'Enter your bank details first.')
  if (method === 'stripe' && !details?.isAccountReady) {
    throw new Refusal('conflict', 'Your account at Stripe is not ready yet. Finish its form first.')
  }
}
