import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Restriction } from '@vesper/sync/vesper/api/cases.ts'

/** Reports are never refused: those of a restricted account wait. */
type Deed = Exclude<Restriction, 'report'>

const PAUSED: Readonly<Record<Deed, string>> = {
  publish: 'Publishing is paused. Read why under Decisions.',
  message: 'Messaging is paused. Read why under Decisions.',
  comment: 'Commenting is paused. Read why under Decisions.',
  sell: 'Selling is paused. Read why under Decisions.',
}

/** A moment at which restrictions are looked for. A transaction is one. */
type Reader = { em: SqlEntityManager; now: Date }

/** SQL: staff keep an account from a deed, given as a literal. Both are expressions, as is the moment. */
export function isRestricted(user: string, deed: Restriction, now: string): string {
  return `exists (
    select from moderation_decision r where r.target_user_id = ${user} and r.kind = 'restrict' and r.restrict = '${deed}'
      and r.reversed_at is null and (r.until is null or r.until > ${now})
  )`
}

/** Refuses as `forbidden` a deed that staff keep the account from, with the day on which that ends. */
export async function requireUnrestricted(reader: Reader, userId: string, deed: Deed): Promise<void> {
  const paused = await restrictionOf(reader, userId, deed)
  if (paused) throw new Refusal('forbidden', paused.until === null ? PAUSED[deed] : pausedUntil(paused.until)[deed])
}

/** Tells if staff keep the account from a deed now. */
export async function isKeptFrom(reader: Reader, userId: string, deed: Restriction): Promise<boolean> {
  return (await restrictionOf(reader, userId, deed)) !== undefined
}

/** The restriction that ends last. `until`: its day; null where it has no end. */
async function restrictionOf({ em, now }: Reader, userId: string, deed: Restriction) {
  const [paused] = await em.execute<{ until: string | null }[]>(
    `select to_char(until at time zone 'UTC', 'YYYY-MM-DD') as until from moderation_decision
     where target_user_id = ? and kind = 'restrict' and restrict = ? and reversed_at is null and (until is null or until > ?)
     order by until desc nulls first limit 1`,
    [userId, deed, now],
  )
  return paused
}

function pausedUntil(day: string): Readonly<Record<Deed, string>> {
  return {
    publish: `Publishing is paused until ${day}. Read why under Decisions.`,
    message: `Messaging is paused until ${day}. Read why under Decisions.`,
    comment: `Commenting is paused until ${day}. Read why under Decisions.`,
    sell: `Selling is paused until ${day}. Read why under Decisions.`,
  }
}
