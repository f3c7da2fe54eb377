import type { Tx } from '../../../../infra/database/transaction.ts'
import type { User } from '../entity.ts'
import { loginsRemovedMail } from './mails.ts'

/** The logins that open an account beside its password, in words for a mail. */
export async function listOtherLogins(tx: Tx, userId: string): Promise<string[]> {
  const lists = []
  for (const logins of tx.app.domains.otherLogins) lists.push(await logins.list(tx, userId))
  return lists.flat()
}

/**
 * Removes every login of an account beside its password, and tells its address which. The caller holds the account's lock.
 * The address remains as a way in: it gets a link that sets a password.
 */
export async function removeOtherLogins(tx: Tx, { id, email, name }: User): Promise<void> {
  const removed = []
  for (const logins of tx.app.domains.otherLogins) removed.push(...(await logins.remove(tx, id)))
  if (removed.length === 0 || !email) return
  const link = `${tx.app.config.publicUrl}/auth/forgot`
  tx.app.mailer.send(tx, loginsRemovedMail({ email, name }, { logins: removed, link }))
}
