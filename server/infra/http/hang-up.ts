import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { HttpResponse } from 'uWebSockets.js'
import { errorBody, retryAfterSeconds } from '../../errors.ts'
import { limitKey, peerAddress } from './client-address.ts'
import { createTokenBuckets } from './limits/token-bucket.ts'

/** Refuses the request of a connection and closes it: nothing that the client sent behind this request is read. */
export type HangUp = (raw: HttpResponse, refusal: Refusal) => void

/**
 * uWebSockets.js holds an answer of up to 16 KB back until it has handled all bytes that came with the request. A longer one
 * is written and closed at once.
 */
const WRITTEN_AT_ONCE = 16 * 1024 + 1
/** Each is copied for a client that reads nothing: beyond these an address is cut off without an answer. */
const ANSWERS = { points: 60, seconds: 60 }

export function createHangUp(): HangUp {
  const mayAnswer = createTokenBuckets(ANSWERS)
  return (raw, refusal) => {
    if (!mayAnswer(limitKey(peerAddress(raw)))) return void raw.close()
    const body = errorBody(refusal, '')
    raw.writeStatus(`${body.statusCode} ${body.error}`).writeHeader('content-type', 'application/json; charset=utf-8')
    const wait = retryAfterSeconds(refusal)
    if (wait !== null) raw.writeHeader('retry-after', String(wait))
    raw.end(JSON.stringify(body).padEnd(WRITTEN_AT_ONCE), true)
  }
}

/** The refusal of a request whose end is not clear. */
export function badlyFramed(): Refusal {
  return new Refusal('invalid', 'The length of this request is not clear.')
}
