import type { OutgoingHttpHeaders } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { App } from '../../../app.ts'
import type { PushSubscription } from './entity.ts'
import { guardsCalls, isPublicUrl, publicLookup } from './public-address.ts'
import { vapidKeyOf } from './vapid.ts'

/** Push services answer within milliseconds. */
const LIMIT_MS = 3_000
/** The push service keeps a message so long for a device that is off. */
const TTL_SECONDS = 24 * 3600

export type SendResult =
  /** Taken by the push service, or refused in a way that no retry mends. */
  | { kind: 'done' }
  /** The browser takes no messages there any more, or the address is none to call. */
  | { kind: 'gone' }
  /** `afterMs`: the pause that the service asked for. */
  | { kind: 'again'; reason: string; afterMs: number | null }
  /** No answer within 3 s. */
  | { kind: 'late' }

/** Encrypts a payload for one browser (RFC 8291) and hands it to the push service of that browser. */
export async function sendPush(
  { vapid, config }: Pick<App, 'vapid' | 'config'>,
  {
    endpoint,
    p256dh,
    auth,
    keyId = null,
  }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'> & { keyId?: string | null | undefined },
  { payload, topic }: { payload: string; topic: string },
): Promise<SendResult> {
  const isGuarded = guardsCalls(config)
  // Stored before the server was reached from outside. A name that leads inwards is tried again: that may be a fault of the DNS.
  if (isGuarded && !isPublicUrl(endpoint)) return { kind: 'gone' }
  // The push service takes messages of this key alone. The device subscribes to another one when the app next opens.
  const key = vapidKeyOf(vapid, keyId)
  if (!key) return { kind: 'gone' }
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      ...{
        vapidDetails: { subject: vapid.subject, ...key },
        TTL: TTL_SECONDS,
        topic,
        urgency: 'normal',
        contentEncoding: 'aes128gcm',
      },
    })
    const { status, retryAfter } = await post(endpoint, { headers, body: body ?? Buffer.alloc(0), isGuarded })
    if (status === 404 || status === 410) return { kind: 'gone' }
    // 401 and 403: the service takes no message of this key, which hints at a fault of our keys or our clock.
    if (status === 401 || status === 403 || status === 429 || status >= 500) {
      const seconds = Number(retryAfter)
      return { kind: 'again', reason: `status ${status}`, afterMs: seconds > 0 ? seconds * 1000 : null }
    }
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
      return { kind: 'late' }
    return { kind: 'again', reason: error instanceof Error ? error.message : String(error), afterMs: null }
  }
}

type Posting = { headers: OutgoingHttpHeaders; body: Buffer; isGuarded: boolean }

/** Follows no redirect, and reads no answer. */
function post(endpoint: string, { headers, body, isGuarded }: Posting) {
  const request = endpoint.startsWith('https:') ? requestHttps : requestHttp
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const signal = AbortSignal.timeout(LIMIT_MS)
    const options = { method: 'POST', headers, signal, ...(isGuarded && { lookup: publicLookup }) }
    const sent = request(endpoint, options, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
