import type { SqlEntityManager } from '@mikro-orm/postgresql'

/** The second factors of an account: a confirmed authenticator app, passkeys, and recovery codes that are left. */
export type Factors = { hasTotp: boolean; passkeys: number; codesLeft: number }

export async function factorsOf(em: SqlEntityManager, userId: string): Promise<Factors> {
  const [found] = await em.execute<Factors[]>(
    `select exists (select 1 from totp t where t.user_id = a.id and t.confirmed_at is not null) as "hasTotp",
       (select count(*)::int from passkey p where p.user_id = a.id) as passkeys,
       (select count(*)::int from recovery_code r where r.user_id = a.id and r.used_at is null) as "codesLeft"
     from (select ?::uuid as id) a`,
    [userId],
  )
  return found ?? { hasTotp: false, passkeys: 0, codesLeft: 0 }
}

/** True for an account with a confirmed authenticator app or a passkey. */
export async function hasFactor(em: SqlEntityManager, userId: string): Promise<boolean> {
  const { hasTotp, passkeys } = await factorsOf(em, userId)
  return hasTotp || passkeys > 0
}

/**
 * True for an account that had a factor before this moment and has not been without one since: recovery codes go with the
 * last factor, so older ones tell of it where each factor has been replaced.
 */
export async function hasFactorBefore(em: SqlEntityManager, userId: string, before: Date): Promise<boolean> {
  const [found] = await em.execute<{ has: boolean }[]>(
    `select exists (select 1 from passkey p where p.user_id = a.id and p.created_at < a.before)
       or exists (select 1 from totp t where t.user_id = a.id and t.confirmed_at < a.before)
       or exists (select 1 from recovery_code r where r.user_id = a.id and r.created_at < a.before) as has
     from (select ?::uuid as id, ?::timestamptz as before) a`,
    [userId, before],
  )
  return found?.has ?? false
}
