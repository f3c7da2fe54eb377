import { randomUUID } from 'node:crypto'
import { ACTORS_MAX, NOTIFICATIONS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import type { App } from '../../../app.ts'
import { notBlockedFor } from '../../../content/blocks.ts'
import { lock } from '../../../infra/database/lock.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThrough, workThroughDue } from '../../../infra/jobs/work-through.ts'
import { queuePush } from '../push/queue.ts'
import { Notification, NotificationEvent, NotificationState } from './entity.ts'

/** Events of one run's step. */
const BATCH = 1_000
/** Kinds of which an account is told once for each other account and thing, however often that one does it again. */
const ONCE: ReadonlySet<string> = new Set(['follow', 'like', 'live'])

/** Has the events that wait join the notifications of their accounts; see `deliverEvents`. */
export const deliverJob: RecurringJob = {
  kind: 'recurring',
  name: 'notifications.deliver',
  everySeconds: 60,
  run: deliverEvents,
}

/**
 * Delivers all events that wait, in one transaction for each account: however many events come at once, the account's
 * space moves once. Where an account's events fail, each is delivered by itself: the one that cannot be is set aside. Runs
 * on one server at a time.
 */
export async function deliverEvents(app: App, signal?: AbortSignal): Promise<void> {
  const setAside = new Set<string>()
  const deliver = (userId: string, ids: string[]) => transact(app, null, (tx) => deliverTo(tx, { userId, ids }))
  const find = async (): Promise<Waiting[]> => {
    const left = { id: { $nin: [...setAside] } }
    const events = await app.orm.em.fork().find(NotificationEvent, left, { orderBy: { id: 'asc' }, limit: BATCH })
    const byUser = Map.groupBy(events, (event) => event.userId)
    return [...byUser].map(([userId, own]) => ({ userId, ids: own.map(({ id }) => id) }))
  }
  const work = async ({ userId, ids }: Waiting) => {
    try {
      await deliver(userId, ids)
    } catch (error) {
      app.log.warn({ err: error, userId }, 'events of an account are delivered one by one')
      const alone = async (id: string) => {
        setAside.add(id)
        await deliver(userId, [id])
        setAside.delete(id)
      }
      await workThrough(app, ids, { work: alone, signal })
    }
  }
  await workThroughDue(app, { find, idOf: ({ ids: [first = ''] }) => first, work, signal })
  if (setAside.size > 0) app.log.error({ events: [...setAside] }, 'events were set aside and tell nobody')
}

type Waiting = { userId: string; ids: string[] }

async function deliverTo(tx: Tx, { userId, ids }: { userId: string; ids: readonly string[] }): Promise<void> {
  await lock(tx, 'notifications', userId)
  const events = await tx.em.find(NotificationEvent, { userId, id: { $in: [...ids] } }, { orderBy: { id: 'asc' } })
  const heard = await onlyHeard(tx, { userId, events })
  for (const event of events) tx.em.remove(event)
  if (heard.length === 0) return
  const objectId = { $in: heard.map((event) => event.objectId) }
  const held = await tx.em.find(Notification, { userId, objectId }, { orderBy: { seq: 'desc' } })
  const state =
    (await tx.em.findOne(NotificationState, { userId })) ??
    tx.em.create(NotificationState, { userId, lastSeq: 0, readSeq: 0 })
  const told = new Set<Notification | undefined>()
  for (const event of heard) {
    const known = held.filter((one) => isAlike(one, event))
    const news = ONCE.has(event.kind) ? withoutKnown(event, known) : event
    if (news.count === 0) continue
    state.lastSeq += 1
    const unread = known.find(({ seq }) => seq > state.readSeq)
    if (unread) join(unread, { ...news, seq: state.lastSeq })
    else held.unshift(begin(tx, { ...news, seq: state.lastSeq }))
    // An entry that grows with each like is told of once.
    if (unread && ONCE.has(event.kind)) continue
    told.add(unread ?? held[0])
  }
  await tx.em.flush()
  await dropOldest(tx, userId)
  tx.afterCommit(() => {
    for (const one of told) if (one) queuePush(tx.app, { account: userId, kind: one.kind, id: one.id, seq: one.seq })
  })
}

type News = Pick<
  Notification,
  | 'userId'
  | 'kind'
  | 'objectType'
  | 'objectId'
  | 'pageType'
  | 'pageId'
  | 'event'
  | 'preview'
  | 'count'
  | 'tokens'
  | 'cents'
  | 'createdAt'
> & { actors: string[] }

/**
 * Events of the kinds that the account wants, without the accounts that are gone or blocked; an event of such accounts alone is
 * left out.
 */
async function onlyHeard(
  { em }: Tx,
  { userId, events }: { userId: string; events: readonly NotificationEvent[] },
): Promise<News[]> {
  const [choice] = await em.execute<{ muted: string[] }[]>('select muted from preferences where user_id = ?', [userId])
  const wanted = events.filter(({ kind }) => !choice?.muted.includes(kind))
  const actors = [...new Set(wanted.flatMap((event) => event.actors))]
  const rows = await em.execute<{ id: string }[]>(
    `select u.id from "user" u join "user" me on me.id = ?::uuid
     where u.id = any(?::uuid[]) and u.status = 'active' and u.id <> me.id
       and ${notBlockedFor('u.id', 'me.id')} and ${notBlockedFor('me.id', 'u.id')}`,
    [userId, `{${actors.join()}}`],
  )
  const seen = new Set(rows.map(({ id }) => id))
  return wanted.flatMap((event) => {
    const left = event.actors.filter((actor) => seen.has(actor))
    if (event.actors.length > 0 && left.length === 0) return []
    const { kind, objectType, objectId, pageType, pageId, preview, tokens, cents, createdAt } = event
    const about = {
      userId,
      kind,
      objectType,
      objectId,
      pageType,
      pageId,
      event: event.event,
      preview,
      tokens,
      cents,
      createdAt,
    }
    return [{ ...about, actors: left, count: event.count - (event.actors.length - left.length) }]
  })
}

function isAlike(one: Notification, { kind, objectId, event }: News): boolean {
  return one.kind === kind && one.objectId === objectId && (one.event ?? null) === (event ?? null)
}

/** The event without those who are named for the same already. */
function withoutKnown(event: News, known: readonly Notification[]): News {
  const told = new Set(known.flatMap(({ actors }) => actors))
  const actors = event.actors.filter((actor) => !told.has(actor))
  return { ...event, actors, count: event.count - (event.actors.length - actors.length) }
}

function join(
  notice: Notification,
  { actors, count, tokens, cents, preview, seq, createdAt, pageType, pageId }: News & { seq: number },
) {
  notice.actors = [...new Set([...actors, ...notice.actors])].slice(0, ACTORS_MAX)
  Object.assign(notice, {
    preview,
    seq,
    pageType,
    pageId,
    updatedAt: createdAt,
    count: notice.count + count,
    tokens: notice.tokens + tokens,
    cents: notice.cents + cents,
  })
}

function begin(tx: Tx, news: News & { seq: number }): Notification {
  return tx.em.create(Notification, { ...news, id: randomUUID(), updatedAt: news.createdAt })
}

async function dropOldest(tx: Tx, userId: string): Promise<void> {
  const oldest = await tx.em.find(
    Notification,
    { userId },
    { orderBy: { seq: 'desc' }, offset: NOTIFICATIONS_MAX, limit: BATCH },
  )
  for (const notice of oldest) tx.em.remove(notice)
}
