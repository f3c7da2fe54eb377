import { LockMode } from '@mikro-orm/core'
import { FILE_ENDING, USERNAME_RESERVED } from '@vesper/sync/vesper/api/username.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { placeAfter, placeOf } from '@vesper/sync/vesper/records/place.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { isCountry } from '../../site/reference/countries.ts'
import { internationalPhone } from '../../site/reference/international-phone.ts'
import { proposeEmail } from './email/change-email.ts'
import { User } from './entity.ts'
import { currentUser } from './profile/current-user.ts'
import { editedFields } from './profile/edited-fields.ts'
import { flushUnique, refuseTaken } from './refuse-taken.ts'
import { refuseUnlistedLanguage, refuseUnlistedPlace, refusalOf } from './refuse-unlisted.ts'

/** An account to be. `passwordHash` comes from `hashPassword`, made before the transaction began. */
export type NewAccount = {
  /** A confirmed address, or null while there is none. */
  email: string | null
  username: string
  name: string
  bio: string
  /** ISO 3166-1 alpha-2. */
  country?: string | null
  passwordHash: string
  hasPassword?: boolean
  isPerformer: boolean
}

/**
 * Creates an account and sends a mail to its address: the link that confirms it, or the word that there is an account
 * already. Nothing else tells the two apart. Refuses what `createAccount` refuses.
 */
export async function registerAccount(tx: Tx, account: NewAccount & { email: string }): Promise<User> {
  const user = await createAccount(tx, { ...account, email: null })
  await proposeEmail(tx, user, account.email)
  return user
}

/** Creates an account. Refuses a taken email or username and an unknown country, naming the field. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<User> {
  if (account.country != null && !isCountry(account.country)) throw refusalOf('country', 'Choose your country.')
  await refuseTaken(tx, account)
  const user = tx.em.create(User, { ...account, createdAt: tx.now, updatedAt: tx.now })
  await flushUnique(tx)
  return user
}

/**
 * Writes the fields that the user edited and leaves the rest as the server has it; a field that equals what the
 * device showed before (`base`) was not edited. Refuses a username that is taken or ends like a file, a place and a language
 * that the reference lists do not have, and a phone number as `internationalPhone` does.
 */
export async function updateProfile(tx: Tx, { changes, base }: ArgsOf<'profile.update'>): Promise<User> {
  // A country and a state of it may arrive at a time.
  const user = await currentUser(tx, LockMode.PESSIMISTIC_WRITE)
  const { country: _country, state: _state, city: _city, ...others } = editedFields(changes, base)
  const { username } = others
  const place = placeAfter(placeOf(user), changes, base)
  if (username !== undefined && username !== user.username) {
    if (FILE_ENDING.test(username)) throw refusalOf('username', USERNAME_RESERVED)
    await refuseTaken(tx, { username })
  }
  if (others.language != null) refuseUnlistedLanguage(others.language, 'language')
  if (others.phone != null) others.phone = internationalPhone(others.phone, placeOf({ ...user, ...place }).country)
  if (Object.keys(place).length > 0) await refuseUnlistedPlace({ ...placeOf(user), ...place })
  tx.em.assign(user, { ...others, ...place })
  await flushUnique(tx)
  return user
}
