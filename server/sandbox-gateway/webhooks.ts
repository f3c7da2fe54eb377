import { createHmac } from 'node:crypto'
import { now } from './events.ts'
import type { Delivery } from './faults.ts'
import type { Store } from './store.ts'

/** Seconds between attempts: each twice the one before, up to an hour. */
const FIRST_RETRY = 2
const LONGEST_RETRY = 3600
const ATTEMPTS_MAX = 20
const BATCH = 20

export type Webhook = { url: string; secret: string }

/** The signature of a payload as Stripe sends it in `Stripe-Signature`. */
export function signatureOf(payload: string, secret: string, timestamp = now()): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')
  return `t=${timestamp},v1=${digest}`
}

type Due = { event_id: string; attempts: number; data: object }

/**
 * Delivers the events that are due, the oldest first, and puts off what is not taken; answers how many were due. Any answer
 * but 2xx counts as not taken. Two deliverers never send one event at once.
 */
export async function deliverEvents(
  store: Store,
  { url, secret, delivery }: Webhook & { delivery: Delivery },
): Promise<number> {
  if (delivery === 'late') return 0
  return store.transaction(async (connection) => {
    const { rows } = await connection.query<Due>(
      `select d.event_id, d.attempts, o.data from sandbox_gateway.delivery d
       join sandbox_gateway.object o on o.id = d.event_id
       where d.delivered_at is null and d.next_at <= now() and d.attempts < $1
       order by o.created_at, o.id limit $2 for update of d skip locked`,
      [ATTEMPTS_MAX, BATCH],
    )
    for (const { event_id: id, attempts, data } of delivery === 'reordered' ? rows.toReversed() : rows) {
      const payload = JSON.stringify(data)
      const signedWith = delivery === 'forged' ? `${secret}x` : secret
      const isTaken = delivery === 'dropped' || (await send(url, signedWith, payload))
      if (delivery === 'twice') await send(url, secret, payload)
      if (isTaken) {
        await connection.query('update sandbox_gateway.delivery set delivered_at = now() where event_id = $1', [id])
      } else {
        const seconds = Math.min(FIRST_RETRY * 2 ** attempts, LONGEST_RETRY)
        await connection.query(
          `update sandbox_gateway.delivery set attempts = attempts + 1, next_at = now() + make_interval(secs => $2)
           where event_id = $1`,
          [id, seconds],
        )
      }
    }
    return rows.length
  })
}

async function send(url: string, secret: string, payload: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signatureOf(payload, secret) },
      body: payload,
      signal: AbortSignal.timeout(10_000),
    })
    return ok
  } catch {
    return false
  }
}
