import type { Tx } from '../../../infra/database/transaction.ts'
import type { MailValue } from '../../site/mails/templates/template.ts'
import { notMeLink } from '../accounts/email/deny-login.ts'
import type { User } from '../accounts/entity.ts'
import { factorMail } from './mails.ts'

/** Writes the owner of an account of a change of its second factors, in a sentence that begins in lower case. */
export async function tellOwner(tx: Tx, { id, email, name }: User, change: MailValue): Promise<void> {
  if (!email) return
  const link = await notMeLink(tx, { id, email })
  tx.app.mailer.send(tx, factorMail({ email, name }, change, link))
}
