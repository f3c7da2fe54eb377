import { raw } from '@mikro-orm/core'
import { membershipLasts } from '../../../content/counted-time-sql.ts'

/** A part of an ORM filter on `Membership`: those that last at `now`, pauses of the creator counted. */
export function whereLasting(now: Date): Record<string, true> {
  return { [raw((alias) => membershipLasts(`"${alias}"`, '?::timestamptz'), [now])]: true }
}
