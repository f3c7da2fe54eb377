import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskSession, DeskUser, DeskUserMoney, DeskUserRow, UserNote } from '@vesper/sync/vesper/api/desk-users.ts'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { App } from '../../../app.ts'
import { AT_TEXT } from '../../../infra/audit/read-entries.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { openSessions } from '../../../infra/sessions/sessions.ts'
import { thingVersion } from '../../community/cases/thing-version.ts'
import { factorsOf } from '../../people/factors/queries.ts'
import { rolesOf } from '../../people/staff/roles.ts'
import { USER_ROW } from './search-users.ts'

type Facts = DeskUserRow &
  Pick<DeskUser, 'emailVerified' | 'pendingEmail' | 'country' | 'hasPassword' | 'logins' | 'verification'> & {
    openReports: number
    allReports: number
  }

/** The facts of an account that this member of staff may know. Refuses as `not-found` an id of no account. */
export async function readUser(app: App, actor: Actor, userId: string): Promise<DeskUser> {
  const em = app.orm.em.fork()
  const { openReports, allReports, ...facts } = await factsOf(em, userId)
  const may = (permission: Permission) => actor.desk?.permissions.includes(permission) === true
  const seesAccess = may('users.access') || may('users.suspend')
  return {
    ...facts,
    roles: await rolesOf(em, userId),
    isOwn: userId === actor.userId,
    factors: seesAccess ? await factorsOf(em, userId) : null,
    sessions: seesAccess ? await sessionsOf(app, em, userId) : null,
    reports: { open: openReports, total: allReports },
    version: await thingVersion(em, userId),
    // Nobody reads what colleagues note of them.
    notes: userId === actor.userId ? [] : await notesOf(em, userId),
    money: may('stats.read') ? await moneyOf(app, em, userId) : null,
  }
}

async function factsOf(em: SqlEntityManager, userId: string): Promise<Facts> {
  const [facts] = await em.execute<Facts[]>(
    `select ${USER_ROW}, u.email is not null and u.email_verified_at is not null as "emailVerified",
       case when u.email is not null then u.pending_email end as "pendingEmail",
       coalesce(u.country_seen, u.country) as country, u.has_password as "hasPassword",
       array(select i.provider::text from identity i where i.user_id = u.id order by 1) as logins,
       (select p.verification from performer p where p.user_id = u.id) as verification,
       ${countOf(`report r where r.target_user_id = u.id and r.state in ('open', 'triaged')`)} as "openReports",
       ${countOf('report r where r.target_user_id = u.id')} as "allReports"
     from "user" u where u.id = ?`,
    [userId],
  )
  if (!facts) throw new Refusal('not-found', 'There is no such account.')
  return facts
}

async function sessionsOf(app: App, em: App['orm']['em'], userId: string): Promise<DeskSession[]> {
  const sessions = await openSessions({ em, now: app.clock() }, userId)
  return sessions.map(({ id, name, userAgent, createdAt, lastSeenAt }) => ({
    ...{ _id: id, name, userAgent },
    ...{ createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
  }))
}

/** Notes of an account that are read at once. */
const NOTES = 50

function notesOf(em: SqlEntityManager, userId: string): Promise<UserNote[]> {
  return em.execute<UserNote[]>(
    `select n.id as "_id", coalesce(a.username, a.name, n.author_id::text) as by, n.text, ${AT_TEXT('n.created_at')} as "createdAt"
     from user_note n left join "user" a on a.id = n.author_id
     where n.user_id = ? order by n.created_at desc, n.id desc limit ${NOTES}`,
    [userId],
  )
}

/** Money of the ledger is in 1/10,000 of the currency. */
const TO_CENTS = 100

async function moneyOf(app: App, em: SqlEntityManager, userId: string): Promise<DeskUserMoney | null> {
  const [row] = await em.execute<Omit<DeskUserMoney, 'currency'>[]>(
    `select coalesce(w.balance, 0)::float8 as balance, coalesce(w.granted, 0)::float8 as granted,
       coalesce(w.held, 0)::float8 as held, coalesce(w.debt, 0)::float8 as debt,
       ${inCents('earn_available')} as available, ${inCents('payout_held')} as "payoutHeld",
       ${countOf('charge c where c.fan_id = u.id')} as purchases,
       ${countOf('charge c where c.performer_id = u.id')} as sales,
       ${countOf('"order" o where o.buyer_id = u.id')} as orders,
       ${countOf('subscription s where s.user_id = u.id and s.ended_at is null')} as subscriptions,
       ${countOf('subscription s where s.performer_id = u.id and s.ended_at is null')} as subscribers
     from "user" u left join wallet w on w.user_id = u.id where u.id = ?`,
    [userId],
  )
  return row ? { ...row, currency: (await app.settings.read()).currency } : null
}

function inCents(kind: string): string {
  return `coalesce((select trunc(m.balance / ${TO_CENTS}.0) from money_account m where m.kind = '${kind}' and m.owner_id = u.id), 0)::float8`
}

/** SQL: the number of rows behind `from`, up to the most that a list counts. */
function countOf(from: string): string {
  return `(select count(*)::int from (select 1 from ${from} limit ${LIST_TOTAL_MAX}) n)`
}
