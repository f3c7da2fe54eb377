import { notBlockedFor } from './blocks.ts'
import { openToOthers } from './open-to-others.ts'

// Parts of the SQL that joins a thing, `o`, to a bookmark of it, `r`.

/** The account of the bookmark owns the thing. */
export const OWNED = `exists (
  select 1 from entitlement e where e.user_id = r.user_id and e.object_type = r.object_type and e.object_id = o.id
    and e.revoked_at is null
)`

/** A thing that was not removed; its author alone still has what staff hide. */
export function isThere(thing: string): string {
  return `${thing}.status <> 'removed' and (${thing}.status <> 'hidden' or ${thing}.performer_id = r.user_id)`
}

/** The author, an alias of the table "user", is open to the account of the bookmark. */
export function openToReader(author: string): string {
  return `${openToOthers(author)} and ${notBlockedFor('r.user_id', `${author}.id`)}`
}
