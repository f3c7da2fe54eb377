import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { proveCurrentPassword, whileProofHolds } from '../../../people/accounts/passwords/change-password.ts'

type Proven<Result> = {
  password?: string | undefined
  passwordForm: 'plain' | 'sha256'
  /** Takes the proven hash for `lockProven`; runs again where the password was changed meanwhile. */
  write: (proof: string) => Promise<Result>
}

/**
 * Writes once the actor has proven the current password. Refuses a wrong one, or none, as `invalid` at the field `password`.
 */
export async function withPassword<Result>(
  app: App,
  { userId }: Actor,
  { password, passwordForm: form, write }: Proven<Result>,
): Promise<Result> {
  if (password === undefined) throw unfit('password', 'Enter your current password.')
  try {
    return await whileProofHolds(async () => write(await proveCurrentPassword(app, userId, { password, form })))
  } catch (error) {
    // These forms have one password, which is the current one.
    const isWrong = error instanceof Refusal && error.details?.some(({ path }) => path === 'source')
    throw isWrong ? unfit('password', error.message) : error
  }
}

/** A refusal of one field. */
export function unfit(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}
