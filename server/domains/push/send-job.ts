import type { PushPayload } from '@vesper/sync/vesper/api/push.ts'
import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { RecurringJob } from '../../infra/jobs/job.ts'
import { PushDelivery, PushSubscription } from './entity.ts'
import { sendPush } from './send.ts'

const BATCH = 50
const MAX_ATTEMPTS = 5
const RETRY_MS = 30_000
const RETRY_MAX_MS = 3_600_000

/** Sends push messages that are due; see `sendDue`. */
export const sendJob: RecurringJob = { kind: 'recurring', name: 'push.send', everySeconds: 300, run: sendDue }

type Due = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'> & {
  id: string
  topic: string
  payload: PushPayload
  attempts: number
  /** The session is open. */
  isOpen: boolean
  isRead: boolean
}

/**
 * Sends the messages that are due, some at a time, and gives the time until the next one, in milliseconds. Messages about
 * what was read meanwhile, and those of sessions that ended, are dropped. Runs on one server at a time.
 */
export async function sendDue(app: App, signal?: AbortSignal): Promise<number | null> {
  for (;;) {
    signal?.throwIfAborted()
    const em = app.orm.em.fork()
    const due = await em.execute<Due[]>(DUE, [app.clock(), app.clock(), BATCH])
    await Promise.all(due.map((one) => deliver(app, one)))
    if (due.length < BATCH) break
  }
  const em = app.orm.em.fork()
  const [next] = await em.find(PushDelivery, {}, { orderBy: { dueAt: 'asc' }, limit: 1 })
  return next ? Math.max(0, next.dueAt.getTime() - app.clock().getTime()) : null
}

const DUE = `select s.id, s.endpoint, s.p256dh, s.auth, d.topic, d.payload, d.attempts,
    exists (
      select 1 from session o where o.id = s.session_id and o.revoked_at is null and o.expires_at > ?::timestamptz
    ) as "isOpen",
    case d.payload ->> 'kind' when 'message' then exists (
      select 1 from conversation_member m where m.conversation_id = (d.payload ->> 'id')::uuid and m.user_id = s.user_id
        and m.read_seq >= (d.payload ->> 'seq')::int
    ) else exists (
      select 1 from notification_state n where n.user_id = s.user_id and n.read_seq >= (d.payload ->> 'seq')::int
    ) end as "isRead"
  from push_delivery d join push_subscription s on s.id = d.subscription_id
  where d.due_at <= ?::timestamptz order by d.due_at limit ?`

async function deliver(app: App, due: Due): Promise<void> {
  const { id, topic, payload, attempts } = due
  if (!due.isOpen) return forget(app, id)
  const result = due.isRead
    ? ({ kind: 'done' } as const)
    : await sendPush(app, due, { payload: JSON.stringify(payload), topic })
  if (result.kind === 'gone') return forget(app, id)
  if (result.kind === 'again')
    app.log.warn({ subscription: id, attempts, reason: result.reason }, 'a push was not sent')
  const key = { subscriptionId: id, topic }
  await transact(app, null, async ({ em, now }) => {
    if (result.kind === 'done' || attempts + 1 >= MAX_ATTEMPTS) return em.nativeDelete(PushDelivery, key)
    const pause = Math.min(Math.max(result.afterMs ?? 0, RETRY_MS * 4 ** attempts), RETRY_MAX_MS)
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
