import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { UpdateUser } from '@vesper/sync/vesper/api/users.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import type * as v from 'valibot'
import type { App } from '../../../../app.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { requireFresh } from '../../../../infra/http/require-fresh.ts'
import { ELEVATED_S } from '../../../../infra/sessions/is-elevated.ts'
import { updateProfile } from '../commands.ts'
import { changeEmail } from '../email/change-email.ts'
import { User } from '../entity.ts'
import {
  changePassword,
  lockProven,
  preparePasswordChange,
  proveCurrentPassword,
  StaleProof,
} from '../passwords/change-password.ts'
import type { PasswordChange } from '../passwords/change-password.ts'
import { currentUser } from './current-user.ts'

/** An update that was let through; `proof` and `passwordHash` only where they are needed. */
export type AccountUpdate = {
  changes: ArgsOf<'profile.update'>['changes']
  email: string | undefined
} & Partial<PasswordChange>

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
  if (password === undefined && !replacesEmail(user, email)) return { changes, email }
  await requireFresh(app, actor, { freshWithFactor: ELEVATED_S })
  if (source === undefined) throw missingSource()
  const given = { password: source, form: sourceForm }
  if (password === undefined) return { changes, email, proof: await proveCurrentPassword(app, actor.userId, given) }
  const next = { password, form: passwordForm }
  return { changes, email, ...(await preparePasswordChange(app, actor.userId, { source: given, next })) }
}

/** Writes an update as a whole, or refuses it as a whole. */
export async function updateAccount(tx: Tx, { changes, email, proof, passwordHash }: AccountUpdate): Promise<User> {
  const user = proof === undefined ? await currentUser(tx, LockMode.PESSIMISTIC_WRITE) : await lockProven(tx, proof)
  // A change that needed no password when it was prepared may need one by now.
  if (proof === undefined && replacesEmail(user, email)) throw new StaleProof()
  await updateProfile(tx, { changes, base: {} })
  if (email !== undefined) await changeEmail(tx, email)
  if (proof !== undefined && passwordHash !== undefined) await changePassword(tx, { proof, passwordHash })
  return user
}

function replacesEmail(user: User, email: string | undefined): boolean {
  const present = user.email ?? user.pendingEmail
  return email !== undefined && present != null && email !== present
}

function missingSource(): Refusal {
  const message = 'Enter your current password.'
  return new Refusal('invalid', message, [{ path: 'source', message }])
}
