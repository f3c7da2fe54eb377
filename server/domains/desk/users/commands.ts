import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { approvalKind, secondPersonNeeded } from '../../../infra/approval-kind.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { endSessions } from '../../../infra/sessions/sessions.ts'
import { wantEmail } from '../../people/accounts/email/change-email.ts'
import { User } from '../../people/accounts/entity.ts'
import { hasFactor } from '../../people/factors/queries.ts'
import { beginFactorReset, requireOldAddress } from '../../people/factors/resets/ask-reset.ts'
import { rolesOf } from '../../people/staff/roles.ts'
import { UserNote } from './entity.ts'

/** Signs all devices of an account out; answers how many. Refuses as `lockOther` does. */
export async function endUserSessions(tx: Tx, userId: string, text: string): Promise<number> {
  await lockOther(tx, userId)
  const ended = await endSessions(tx, userId)
  if (ended > 0) audit(tx, { action: 'user.end-sessions', subjectId: userId, after: { ended }, text })
  return ended
}

/**
 * Asks the new address of an account to confirm that it is its owner's, and tells the former one, as a change by the owner
 * does. The former one holds until it does. Refuses as `lockOther` does.
 */
export async function setUserEmail(tx: Tx, userId: string, given: { email: string; text: string }): Promise<void> {
  const user = await lockOther(tx, userId)
  if (user.status !== 'active') throw new Refusal('conflict', 'This account is closed. Restore it first.')
  const isNew = await wantEmail(tx, user, given.email)
  // The address stands in the account: the audit names nobody.
  if (isNew) audit(tx, { action: 'user.email', subjectId: userId, text: given.text })
}

/**
 * Begins the seven days after which an account has no second factor, for an owner who has lost all of them and was known by
 * documents. Creators take two persons (`factorResetApproval`): their money is behind it. Refuses staff, who keep theirs, an
 * address that is new, and as `lockOther` does.
 */
export async function resetUserFactors(tx: Tx, userId: string, text: string): Promise<Date> {
  const user = await lockForReset(tx, userId)
  if (user.isPerformer) throw secondPersonNeeded('user.factor-reset')
  return beginReset(tx, user, text)
}

/** The same with the consent of a second person. */
export const factorResetApproval = approvalKind({
  ...{ kind: 'user.factor-reset', needs: 'users.access', payload: v.object({ userId: uuid }) },
  subjectOf: ({ userId }) => userId,
  async facts(tx, { userId }) {
    const { username, name } = await lockForReset(tx, userId)
    return { account: username ?? name }
  },
  async execute(tx, { userId }, text) {
    await beginReset(tx, await lockForReset(tx, userId), text)
  },
})

async function lockForReset(tx: Tx, userId: string): Promise<User> {
  await lock(tx, 'factor-reset', userId)
  const user = await lockOther(tx, userId)
  if (user.status === 'deactivated') throw new Refusal('conflict', 'This account is closed.')
  if ((await rolesOf(tx.em, userId)).length > 0) throw new Refusal('conflict', 'Staff need a second factor.')
  if (!(await hasFactor(tx.em, userId))) throw new Refusal('conflict', 'This account has no second factor.')
  if (!user.email || !user.emailVerifiedAt)
    throw new Refusal('conflict', 'This account has no confirmed address that could be told. Set one first.')
  requireOldAddress(tx, user)
  return user
}

async function beginReset(tx: Tx, user: User, text: string): Promise<Date> {
  const { reset, isNew } = await beginFactorReset(tx, user)
  if (isNew) audit(tx, { action: 'user.factor-reset', subjectId: user.id, after: { resetId: reset.id }, text })
  return reset.dueAt
}

/** Leaves a note at an account; the same id again is the same note. Refuses as `not-found` an id of no account. */
export async function addUserNote(tx: Tx, userId: string, given: { id: string; text: string }): Promise<void> {
  const { id, text } = given
  if ((await tx.em.count(User, { id: userId })) === 0) throw noAccount()
  const authorId = requireActor(tx).userId
  const before = await tx.em.findOne(UserNote, { id })
  if (before && before.userId === userId && before.authorId === authorId && before.text === text) return
  if (before) throw new Refusal('conflict', 'Another note has this id. Write it anew.')
  tx.em.create(UserNote, { id, userId, authorId, text, createdAt: tx.now })
  const textHash = createHash('sha256').update(text).digest('hex')
  audit(tx, { action: 'user.note', subjectId: userId, after: { noteId: id, textHash } })
  await tx.flush()
}

/**
 * The account, locked. Refuses as `forbidden` the own account, and that of staff to all but those who manage staff: whoever
 * may set the address of an admin could become one.
 */
async function lockOther(tx: Tx, userId: string): Promise<User> {
  const actor = requireActor(tx)
  const user = await tx.em.findOne(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw noAccount()
  if (userId === actor.userId) throw new Refusal('forbidden', 'Another person has to decide on your own account.')
  const managesStaff = actor.desk?.permissions.includes('staff.manage') === true
  if (!managesStaff && (await rolesOf(tx.em, userId)).length > 0)
    throw new Refusal('forbidden', 'This is an account of staff. An admin has to do this.')
  return user
}

function noAccount(): Refusal {
  return new Refusal('not-found', 'There is no such account.')
}
