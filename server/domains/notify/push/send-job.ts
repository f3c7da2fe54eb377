import { setTimeout as delay } from 'node:timers/promises'
import type { PushPayload, WipePush } from '@vesper/sync/vesper/api/push.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { isUnexpired } from '../../../infra/sessions/sessions.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { sendPush } from './send.ts'

/** Messages under way at a time: in all, of one account, and to one push service. */
const WIDTH = 50
/** Messages of one run: a creator with a million followers must not make a run that never ends. */
const MOST = 1_000
/** Due messages that are looked at for places. Messages without a place are not among them. */
const LOOKED_AT = 1_000
const ACCOUNT_WIDTH = 2
const HOST_WIDTH = 25
/** Places that come free within this time are filled by one query. */
const GATHER_MS = 50
/** Messages that became due meanwhile start after this time, however slow the others are. */
const LOOK_MS = 500
const MAX_ATTEMPTS = 5
const MAX_TIMEOUTS = 5
const RETRY_MS = 30_000
const RETRY_MAX_MS = 3_600_000

/** Sends push messages that are due; see `sendDue`. */
export const sendJob: RecurringJob = { kind: 'recurring', name: 'push.send', everySeconds: 300, run: sendDue }

type Due = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth' | 'keyId' | 'timeouts'> & {
  id: string
  userId: string
  host: string
  topic: string
  payload: PushPayload | WipePush
  attempts: number
  /** The session is open. */
  isOpen: boolean
  isRead: boolean
}

/**
 * Sends the messages that are due, some at a time and `most` of them in all, and gives the time until the next one, in
 * milliseconds: 0 where more are due. Messages about what was read meanwhile, and those of sessions that ended, are dropped.
 * An account and a push service have a few places each, so that slow ones delay their own messages only. Runs on one server
 * at a time.
 */
export async function sendDue(app: App, signal?: AbortSignal, most = MOST): Promise<number | null> {
  const running = new Map<Promise<void>, Due>()
  let begun = 0
  try {
    while (begun < most) {
      signal?.throwIfAborted()
      const underWay = [...running.values()]
      for (const one of await startable(app, underWay, most - begun)) {
        const work = deliver(app, one).finally(() => running.delete(work))
        running.set(work, one)
        begun += 1
      }
      if (running.size === 0) {
        if (underWay.length === 0) break
        // They ended while this run looked beside them: their places are free now.
        continue
      }
      await Promise.race([...running.keys(), delay(LOOK_MS)])
      if (running.size > 0) await delay(GATHER_MS)
    }
  } finally {
    await Promise.allSettled(running.keys())
  }
  const em = app.orm.em.fork()
  const [next] = await em.find(PushDelivery, {}, { orderBy: { dueAt: 'asc' }, limit: 1 })
  return next ? Math.max(0, next.dueAt.getTime() - app.clock().getTime()) : null
}

/** At most `left` due messages with a place beside those under way. An account gets its next places when it has none. */
async function startable(app: App, underWay: readonly Due[], left: number): Promise<Due[]> {
  if (underWay.length >= WIDTH) return []
  const accounts = `{${underWay.map(({ userId }) => userId).join(',')}}`
  const toHosts = Map.groupBy(underWay, ({ host }) => host)
  const full = [...toHosts].filter(([, all]) => all.length >= HOST_WIDTH).map(([host]) => host)
  const now = app.clock()
  const limits = [ACCOUNT_WIDTH, HOST_WIDTH, Math.min(WIDTH - underWay.length, left)]
  const due = await app.orm.em
    .fork()
    .execute<Due[]>(dueQuery(readSql(app)), [now, accounts, JSON.stringify(full), LOOKED_AT, now, ...limits])
  const places = new Map([...toHosts].map(([host, all]) => [host, HOST_WIDTH - all.length]))
  return due.filter(({ host }) => {
    const free = places.get(host) ?? HOST_WIDTH
    places.set(host, free - 1)
    return free > 0
  })
}

/** SQL: the account has read of the thing that the message is about; see `pushRead` of the manifests. */
function readSql({ domains: { pushRead } }: App): string {
  const push = { user: 'd.user_id', id: "(d.payload ->> 'id')::uuid", seq: "(d.payload ->> 'seq')::int" }
  const { notice, ...kinds } = pushRead
  const cases = Object.entries(kinds).map(([kind, isRead]) => `when '${kind}' then ${isRead(push)}`)
  return `case d.payload ->> 'kind' ${cases.join(' ')} else ${notice?.(push) ?? 'false'} end`
}

/** Messages with a place; `isRead` is SQL that tells which of them were read. */
const dueQuery = (isRead: string) => `with first as (
    select s.id, s.user_id, s.session_id, s.endpoint, s.p256dh, s.auth, s.key_id, s.timeouts, d.topic, d.payload, d.attempts, d.due_at,
      lower(split_part(s.endpoint, '/', 3)) as host
    from push_delivery d join push_subscription s on s.id = d.subscription_id
    where d.due_at <= ?::timestamptz and s.user_id <> all(?::uuid[])
      and lower(split_part(s.endpoint, '/', 3)) <> all(select jsonb_array_elements_text(?::jsonb))
    order by d.due_at limit ?
  ), placed as (
    select *, row_number() over (partition by user_id order by due_at, id, topic) as of_account,
      row_number() over (partition by host order by due_at, id, topic) as to_host
    from first
  )
  select d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth, d.key_id as "keyId", d.timeouts, d.topic, d.payload,
    d.attempts, d.host, ${isUnexpired('d.session_id', '?::timestamptz')} as "isOpen", ${isRead} as "isRead"
  from placed d where d.of_account <= ? and d.to_host <= ? order by d.due_at limit ?`

async function deliver(app: App, due: Due): Promise<void> {
  const { id, topic, payload, attempts, timeouts } = due
  const isLast = payload.kind === 'wipe'
  if (!due.isOpen && !isLast) return forget(app, id)
  const result = due.isRead
    ? ({ kind: 'done' } as const)
    : await sendPush(app, due, { payload: JSON.stringify(payload), topic })
  const isLate = result.kind === 'late'
  if (result.kind === 'gone') return forget(app, id)
  if (result.kind !== 'done') {
    const reason = isLate ? 'no answer in time' : result.reason
    app.log.warn({ subscription: id, attempts, reason }, 'a push was not sent')
  }
  const isOver = result.kind === 'done' || attempts + 1 >= MAX_ATTEMPTS
  if ((isLast && isOver) || (isLate && timeouts + 1 >= MAX_TIMEOUTS)) return forget(app, id)
  const afterMs = result.kind === 'again' ? (result.afterMs ?? 0) : 0
  const key = { subscriptionId: id, topic }
  await transact(app, null, async ({ em, now }) => {
    if (isLate) await em.execute('update push_subscription set timeouts = timeouts + 1 where id = ?', [id])
    else if (timeouts > 0 && !due.isRead) await em.nativeUpdate(PushSubscription, { id }, { timeouts: 0 })
    if (isOver) return em.nativeDelete(PushDelivery, key)
    const pause = Math.min(Math.max(afterMs, RETRY_MS * 4 ** attempts), RETRY_MAX_MS)
    return em.nativeUpdate(PushDelivery, key, { attempts: attempts + 1, dueAt: new Date(now.getTime() + pause) })
  })
}

/** Removes a subscription with all that waits for it. */
async function forget(app: App, id: string): Promise<void> {
  await transact(app, null, async ({ em }) => {
    await em.nativeDelete(PushDelivery, { subscriptionId: id })
    await em.nativeDelete(PushSubscription, { id })
  })
}
