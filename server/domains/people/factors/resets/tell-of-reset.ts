import type { Tx } from '../../../../infra/database/transaction.ts'
import { notMeLink } from '../../accounts/email/deny-login.ts'
import type { User } from '../../accounts/entity.ts'
import { resetWaitsMail } from '../mails.ts'
import type { FactorReset } from './entity.ts'

/** Writes the owner when the second factors go, and how to stop it. */
export async function tellOfReset(tx: Tx, { id, email, name }: User, { dueAt }: FactorReset): Promise<void> {
  if (!email) return
  const link = await notMeLink(tx, { id, email })
  tx.app.mailer.send(
    tx,
    resetWaitsMail({ email, name }, { dueAt, securityLink: `${tx.app.config.publicUrl}/user/security`, link }),
  )
}
