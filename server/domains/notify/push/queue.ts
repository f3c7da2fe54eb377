import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PushPayload } from '@vesper/sync/vesper/api/push.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { sendJob } from './send-job.ts'

const GATHER_MS = 1_000
/** A device of the account that is in use reads meanwhile: then no other one is told. */
const PAUSE_SECONDS = 3

type State = { waiting: Map<string, PushPayload>; flushing: Promise<void> | null }

const stateOf = appState((): State => ({ waiting: new Map(), flushing: null }))

/**
 * Tells the devices of an account of something, after the commit, where they want to hear of its kind. Waiting messages about
 * one thing are one. A crash loses those of the last second: the devices learn of the thing itself when they are opened.
 */
export function queuePush(app: App, payload: PushPayload): void {
  const state = stateOf(app)
  state.waiting.set(topicOf(payload), payload)
  state.flushing ??= flushLater(app, state)
}

async function flushLater(app: App, state: State): Promise<void> {
  await delay(GATHER_MS, undefined, { ref: false })
  state.flushing = null
  try {
    await flushPushes(app)
  } catch (error) {
    app.log.error({ err: error }, 'push messages could not be queued')
  }
}

/** Writes the messages that wait. A server that stops does so before it closes its database. */
export async function flushPushes(app: App): Promise<void> {
  const { waiting } = stateOf(app)
  if (waiting.size === 0) return
  const rows = [...waiting].map(([topic, payload]) => ({ topic, payload }))
  waiting.clear()
  const written = await transact(app, null, ({ em }) =>
    em.execute<object[]>(
      `insert into push_delivery (subscription_id, topic, payload, attempts, due_at)
       select s.id, w.topic, w.payload, 0, now() + make_interval(secs => ?)
       from jsonb_to_recordset(?::jsonb) as w(topic text, payload jsonb)
       join push_subscription s on s.user_id = (w.payload ->> 'account')::uuid and w.payload ->> 'kind' = any(s.kinds)
       order by s.id, w.topic
       on conflict (subscription_id, topic) do update set payload = excluded.payload
       returning 1`,
      [PAUSE_SECONDS, JSON.stringify(rows)],
    ),
  )
  if (written.length > 0) await app.jobs.wake(sendJob)
}

/** A name for what the message is about, at most 32 characters: the push service drops an older one of the same name. */
function topicOf({ account, kind, id }: PushPayload): string {
  return createHash('sha256').update(`${account} ${kind} ${id}`).digest('base64url').slice(0, 32)
}
