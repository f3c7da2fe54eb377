import { raw } from '@mikro-orm/core'

/** The state of an account that decides who reaches it. `verification` is null for a fan. */
export type Standing = {
  status: 'active' | 'suspended' | 'deactivated'
  isPerformer: boolean
  emailVerifiedAt?: Date | string | null | undefined
  verification: 'submitted' | 'approved' | 'rejected' | null
}

/**
 * True when other accounts find, see and reach this one. A fan's account is open while it is active. A creator's account
 * also needs an approval and a confirmed email address.
 */
export function isOpenToOthers({ status, isPerformer, emailVerifiedAt, verification }: Standing): boolean {
  if (status !== 'active') return false
  return !isPerformer || (verification === 'approved' && emailVerifiedAt != null)
}

/** The same rule as an SQL condition; `user` is the alias of the table "user" in the query. */
export function openToOthers(user: string): string {
  return `(${user}.status = 'active' and (not ${user}.is_performer or (${user}.email_verified_at is not null
    and exists (select 1 from performer as reviewed where reviewed.user_id = ${user}.id and reviewed.verification = 'approved'))))`
}

/** The same rule as a part of an ORM filter on `User`: `em.find(User, { id, ...whereOpenToOthers() })`. */
export function whereOpenToOthers(): Record<string, true> {
  return { [raw((user) => openToOthers(`"${user}"`))]: true }
}
