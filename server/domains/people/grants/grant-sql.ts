/** A thing in SQL: its type, and an expression of its id. */
type ThingSql = { type: string; id: string }

/** SQL: the account holds an entitlement to the thing. `user` is an expression of the account's id. */
export function holdsEntitlement(user: string, { type, id }: ThingSql): string {
  return `exists (
    select from entitlement e where e.user_id = ${user} and e.object_type = '${type}' and e.object_id = ${id}
      and e.revoked_at is null
  )`
}

/** SQL: the moment since which an account holds an entitlement to the thing; null while none does. */
export function heldSince({ type, id }: ThingSql): string {
  return `(
    select e.granted_at from entitlement e
    where e.object_type = '${type}' and e.object_id = ${id} and e.revoked_at is null limit 1
  )`
}

/** The rows of a table, for `derivedRows`, that entitlements with changes are about. `rows` is the table with its alias. */
export function rowsHeld(rows: string, { type, id }: ThingSql): string {
  return `entitlement e join ${rows} on ${id} = e.object_id and e.object_type = '${type}' where e.id = any(?::uuid[])`
}
