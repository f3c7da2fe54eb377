import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Email, Name } from '@vesper/sync/vesper/api/fields.ts'
import type { SocialProvider } from '@vesper/sync/vesper/api/social-login.ts'
import * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { createAccount } from '../accounts/commands.ts'
import { takeEmail } from '../accounts/email/change-email.ts'
import { oldestThatWants } from '../accounts/email/oldest-that-wants.ts'
import { User } from '../accounts/entity.ts'
import { noPassword } from '../accounts/passwords/passwords.ts'
import { currentUser } from '../accounts/profile/current-user.ts'
import { closedAccount } from '../accounts/sessions/login.ts'
import { endWaitingLogins } from '../factors/challenges.ts'
import { chooseUsername } from './choose-username.ts'
import { Identity } from './entity.ts'
import { identityAddedMail, identityLinkedMail } from './mails.ts'
import { providerNames } from './social-profile.ts'
import type { SocialProfile } from './social-profile.ts'

/**
 * The account that a person of another site opens: the one that is linked; else the one whose proven address is theirs,
 * which is linked then, with a mail; else a new one. Refuses an address that is not proven on both sides.
 */
export async function accountFor(tx: Tx, profile: SocialProfile): Promise<User> {
  const { provider, subject } = profile
  await lock(tx, 'identity', `${provider}:${subject}`)
  const known = await tx.em.findOne(Identity, { provider, subject })
  if (known) {
    known.label = labelOf(profile)
    return openAccount(tx, known.userId)
  }
  const email = provenAddress(profile)
  const owner = email === null ? null : await ownerOf(tx, email)
  const user = owner ? await openAccount(tx, owner.id) : await newAccount(tx, profile, email)
  tx.em.create(Identity, { provider, subject, userId: user.id, label: labelOf(profile), createdAt: tx.now })
  await tx.em.flush()
  if (owner) tellOwner(tx, owner, provider)
  return user
}

/** An account under its lock. Refuses one that is closed. */
export async function openAccount(tx: Tx, id: string): Promise<User> {
  const user = await tx.em.findOne(
    User,
    { id, status: { $ne: 'deactivated' } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (!user) throw closedAccount()
  return user
}

/**
 * Links a login of another site to the account of the actor, with a mail. Linking it again changes nothing. Refuses as
 * `conflict` a login that opens another account.
 */
export async function linkIdentity(tx: Tx, profile: SocialProfile): Promise<void> {
  const { provider, subject } = profile
  await lock(tx, 'identity', `${provider}:${subject}`)
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const known = await tx.em.findOne(Identity, { provider, subject })
  if (known) {
    if (known.userId === user.id) return
    throw new Refusal('conflict', 'This login opens another account already. Unlink it there first.')
  }
  tx.em.create(Identity, { provider, subject, userId: user.id, label: labelOf(profile), createdAt: tx.now })
  await tx.em.flush()
  if (user.email)
    tx.app.mailer.send(tx, identityAddedMail({ email: user.email, name: user.name }, linkOf(tx, user, provider)))
}

/** Unlinks a login. Does nothing for one that is not there; refuses the last way into the account. */
export async function unlinkIdentity(tx: Tx, id: string): Promise<void> {
  // Two that are unlinked at a time would each take the other for what is left.
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const linked = await tx.em.find(Identity, { userId: user.id })
  const found = linked.find((identity) => identity.id === id)
  if (!found) return
  if (!user.hasPassword && linked.length === 1)
    throw new Refusal('conflict', 'This is the only way into your account. Set a password first.')
  tx.em.remove(found)
  await tx.em.flush()
  await endWaitingLogins(tx, user.id)
}

/** The linked logins of an account in words, the oldest first. */
export async function listLogins(tx: Tx, userId: string): Promise<string[]> {
  return (await linkedTo(tx, userId)).map(inWords)
}

/** Unlinks every login of an account, and answers them in words. The caller holds the account's lock. */
export async function removeLogins(tx: Tx, userId: string): Promise<string[]> {
  const linked = await linkedTo(tx, userId)
  for (const identity of linked) tx.em.remove(identity)
  await tx.em.flush()
  await endWaitingLogins(tx, userId)
  return linked.map(inWords)
}

function linkedTo(tx: Tx, userId: string): Promise<Identity[]> {
  return tx.em.find(Identity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
}

/** A label may be any text of the other site: only an address or a handle goes into a mail. */
function inWords({ provider, label }: Identity): string {
  const isPlain = /^(@\w+|[\w.+-]+@[\w.-]+)$/.test(label)
  return isPlain ? `${providerNames[provider]} (${label})` : providerNames[provider]
}

/** The address that the provider has seen proven; null where it gives none. */
function provenAddress({ email, isProven }: SocialProfile): string | null {
  if (email === null) return null
  const address = v.safeParse(Email, email)
  if (!address.success) return null
  // The same words whether or not there is an account: this person has not shown that the address is theirs.
  if (!isProven) {
    const message = 'Your email address is not confirmed there. Confirm it first, or sign up with a password.'
    throw new Refusal('conflict', message, [{ path: 'email', message }])
  }
  return address.output
}

/** The account that has proven this address; null for none. Refuses one that has it unproven. */
async function ownerOf(tx: Tx, email: string): Promise<User | null> {
  const owner = await tx.em.findOne(User, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (owner?.emailVerifiedAt) return owner
  // Anybody may sign up with anybody's address: whoever made that account would get in with the owner of the address.
  if (!owner && !(await oldestThatWants(tx.em, email))) return null
  const message =
    'There is an account with this email address that was never confirmed. Choose a new password for it by email, then log in.'
  throw new Refusal('conflict', message, [{ path: 'forgotten', message: email }])
}

function tellOwner(tx: Tx, { email, name, isPerformer }: User, provider: SocialProvider): void {
  if (!email) return
  tx.app.mailer.send(tx, identityLinkedMail({ email, name }, linkOf(tx, { isPerformer }, provider)))
}

function linkOf(tx: Tx, { isPerformer }: Pick<User, 'isPerformer'>, provider: SocialProvider) {
  const accountLink = `${tx.app.config.publicUrl}/${isPerformer ? 'creator' : 'user'}/account`
  return { provider: providerNames[provider], accountLink }
}

/** For the owner's eye: which of their accounts there it is. */
function labelOf({ email, handle, name }: SocialProfile): string {
  return (email ?? (handle ? `@${handle}` : name)).slice(0, 254)
}

async function newAccount(tx: Tx, profile: SocialProfile, email: string | null): Promise<User> {
  const username = await chooseUsername(tx.em, profile)
  const name = v.safeParse(Name, profile.name.slice(0, 60))
  const user = await createAccount(tx, {
    ...{ email: null, username, name: name.success ? name.output : username, bio: '' },
    ...{ passwordHash: noPassword(), hasPassword: false, isPerformer: false },
  })
  if (email !== null) await takeEmail(tx, user, { email })
  return user
}
