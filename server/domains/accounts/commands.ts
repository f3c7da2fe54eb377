import { FILE_ENDING, USERNAME_RESERVED } from '@vesper/sync/vesper/api/fields.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { proposeEmail } from './email-commands.ts'
import { User } from './entity.ts'
import { currentUser } from './current-user.ts'
import { flushUnique, refuseTaken } from './unique-names.ts'

/** An account to be. `passwordHash` comes from `hashPassword`, made before the transaction began. */
export type NewAccount = {
  /** A confirmed address, or null while there is none. */
  email: string | null
  username: string
  name: string
  bio: string
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

/** Creates an account. Refuses a taken email or username, naming the field. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<User> {
  await refuseTaken(tx, account)
  const user = tx.em.create(User, { ...account, createdAt: tx.now, updatedAt: tx.now })
  await flushUnique(tx)
  return user
}

/**
 * Writes the fields that the user edited and leaves the rest as the server has it; a field that equals what the
 * device showed before (`base`) was not edited. Refuses a username that is taken or ends like a file.
 */
export async function updateProfile(tx: Tx, { changes, base }: ArgsOf<'profile.update'>): Promise<User> {
  const user = await currentUser(tx)
  const edited = Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && value !== base[field as keyof typeof base],
    ),
  )
  const { username } = edited
  if (username !== undefined && username !== user.username) {
    if (FILE_ENDING.test(username)) throw reserved()
    await refuseTaken(tx, { username })
  }
  tx.em.assign(user, edited)
  await flushUnique(tx)
  return user
}

function reserved(): Refusal {
  return new Refusal('invalid', USERNAME_RESERVED, [{ path: 'username', message: USERNAME_RESERVED }])
}
