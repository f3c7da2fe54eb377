import type { Tx } from '../../../../infra/database/transaction.ts'
import { User } from '../entity.ts'
import { resetMail } from './mails.ts'
import { oldestThatWants } from './oldest-that-wants.ts'
import { createOneTimeToken } from './one-time-tokens.ts'

/**
 * Sends a reset link to the account that has confirmed this address; does nothing, in silence, when none has. An account
 * that never confirmed any has no other way back: where nobody owns the address, the first that wants it gets the link,
 * which proves it.
 */
export async function requestReset(tx: Tx, email: string): Promise<void> {
  const user = (await tx.em.findOne(User, { email })) ?? (await oldestThatWants(tx.em, email))
  if (!user || user.status === 'deactivated') return
  const token = await createOneTimeToken(tx, { userId: user.id, email, purpose: 'reset-password' })
  if (!token) return
  const link = `${tx.app.config.publicUrl}/auth/reset?token=${token}`
  tx.app.mailer.send(tx, resetMail({ email, name: user.name }, link))
}
