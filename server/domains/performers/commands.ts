import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { registerAccount } from '../accounts/commands.ts'
import type { NewAccount } from '../accounts/commands.ts'
import type { User } from '../accounts/entity.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { ADULT_YEARS, ageInYears } from './age.ts'
import { recordDocuments } from './documents.ts'
import type { IdentityDocument } from './documents.ts'
import { Performer } from './entity.ts'

export type NewPerformer = Omit<NewAccount, 'isPerformer' | 'email'> & {
  email: string
  country: string
  dateOfBirth: string
  documents: readonly IdentityDocument[]
}

/** Creates a creator's account, to be reviewed. Refuses minors, and what `registerAccount` refuses. */
export async function registerPerformer(
  tx: Tx,
  { country, dateOfBirth, documents, ...account }: NewPerformer,
): Promise<{ user: User; performer: Performer }> {
  requireAdult(dateOfBirth, tx.now)
  const user = await registerAccount(tx, { ...account, isPerformer: true })
  const performer = tx.em.create(Performer, {
    userId: user.id,
    country,
    dateOfBirth,
    createdAt: tx.now,
    updatedAt: tx.now,
  })
  recordDocuments(tx, user.id, documents)
  await tx.em.flush()
  return { user, performer }
}

function requireAdult(dateOfBirth: string, now: Date): void {
  const age = ageInYears(dateOfBirth, now)
  if (age >= ADULT_YEARS && age <= 120) return
  const message = age < ADULT_YEARS && age >= 0 ? 'Creators are at least 18 years old.' : 'Enter your date of birth.'
  throw new Refusal('invalid', message, [{ path: 'dateOfBirth', message }])
}
