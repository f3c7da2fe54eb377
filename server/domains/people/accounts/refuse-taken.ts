import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { User } from './entity.ts'

const taken = {
  email: 'There is already an account with this email address.',
  username: 'This username is taken.',
}

/** Refuses what another account has, naming each field: the usual case. A race is caught by `flushUnique`. */
export async function refuseTaken(
  tx: Tx,
  { email, username }: { email?: string | null; username?: string },
): Promise<void> {
  const fields: RefusalDetail[] = []
  if (email && (await tx.em.count(User, { email }))) fields.push({ path: 'email', message: taken.email })
  if (username && (await tx.em.count(User, { username }))) fields.push({ path: 'username', message: taken.username })
  const [first] = fields
  if (first) throw new Refusal('conflict', first.message, fields)
}

/** Writes what is pending; of two accounts that claim one name at a time, the database refuses the later. */
export async function flushUnique(tx: Tx): Promise<void> {
  try {
    await tx.em.flush()
  } catch (error) {
    const field = error instanceof UniqueConstraintViolationException ? violatedField(error) : null
    if (!field) throw error
    throw new Refusal('conflict', taken[field], [{ path: field, message: taken[field] }])
  }
}

function violatedField(error: UniqueConstraintViolationException): keyof typeof taken | null {
  const match = /"user_(email|username)_unique"/.exec(error.message)
  return (match?.[1] as keyof typeof taken | undefined) ?? null
}
