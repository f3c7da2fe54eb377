/** SQL: joins the account whose id the expression `id` gives, under the alias `user`. */
export function joinAccount(user: string, id: string): string {
  return `join "user" ${user} on ${user}.id = ${id}`
}

/**
 * SQL: the same, where each account is looked up by itself. For a list with a limit: a join whose rows an account may drop
 * makes PostgreSQL read all accounts first.
 */
export function lookUpAccount(user: string, id: string): string {
  return `cross join lateral (select * from "user" account where account.id = ${id} offset 0) ${user}`
}

/** SQL: the ids of accounts under the alias `user` whose name or username is like a pattern. It takes the pattern twice. */
export function accountsNamed(user: string): string {
  return `select ${user}.id from "user" ${user} where (${user}.name ilike ? or ${user}.username ilike ?)`
}
