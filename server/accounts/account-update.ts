import type { UpdateUser } from '@vesper/sync/api/users.ts'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import type * as v from 'valibot'
import type { App } from '../context.ts'
import type { Actor, Tx } from '../database/transaction.ts'
import { updateProfile } from './commands.ts'
import { changeEmail } from './email-commands.ts'
import { User } from './entity.ts'
import { changePassword, preparePasswordChange, proveCurrentPassword, wrongSource } from './password-commands.ts'
import type { PasswordChange } from './password-commands.ts'

/** An update that was let through: `password` only where one is to change. */
export type AccountUpdate = {
  changes: { name?: string; username?: string; bio?: string }
  email: string | undefined
  password: PasswordChange | undefined
}

/**
 * Checks what an update needs beside a session, before the transaction begins, since hashing takes time: whoever finds
 * an open session must not take the account over, so a new password or another email needs the current password.
 */
export async function prepareAccountUpdate(
  app: App,
  actor: Actor,
  { email, password, passwordForm, source, sourceForm, ...fields }: v.InferOutput<typeof UpdateUser>,
): Promise<AccountUpdate> {
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const user = await app.orm.em.fork().findOneOrFail(User, { id: actor.userId })
  const replacesEmail = email !== undefined && user.email != null && email !== user.email
  if (password === undefined && !replacesEmail) return { changes, email, password: undefined }
  if (source === undefined) throw missingSource()
  const given = { password: source, form: sourceForm }
  if (password === undefined) {
    await proveCurrentPassword(app, actor.userId, given)
    return { changes, email, password: undefined }
  }
  const next = { password, form: passwordForm }
  return { changes, email, password: await preparePasswordChange(app, actor.userId, { source: given, next }) }
}

/** Writes an update as a whole, or refuses it as a whole. */
export async function updateAccount(tx: Tx, { changes, email, password }: AccountUpdate): Promise<User> {
  const user = await updateProfile(tx, { changes, base: {} })
  if (email !== undefined) await changeEmail(tx, email)
  if (password && !(await changePassword(tx, password))) throw wrongSource()
  return user
}

function missingSource(): Refusal {
  const message = 'Enter your current password.'
  return new Refusal('invalid', message, [{ path: 'source', message }])
}
