import type { ErrorBody } from '@vesper/sync/engine/protocol/error-body.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import { isDatabaseGone } from './infra/database/is-database-gone.ts'
import { isUnstorable, UNSTORABLE } from './infra/database/unstorable.ts'
import { isDiskFull, noRoom } from './infra/files/storage/disk-room.ts'
import { MethodNotAllowed } from './infra/http/allowed-methods.ts'
import { RateLimited } from './infra/http/limits/rate-limits.ts'
import { Unavailable } from './infra/http/limits/unavailable.ts'

/** The HTTP status of each kind of refusal, with its standard phrase. */
const statuses: Record<RefusalKind, readonly [status: number, phrase: string]> = {
  invalid: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  'payment-required': [402, 'Payment Required'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  conflict: [409, 'Conflict'],
  'too-large': [413, 'Content Too Large'],
  unsupported: [415, 'Unsupported Media Type'],
  'rate-limited': [429, 'Too Many Requests'],
  unavailable: [503, 'Service Unavailable'],
}

const GONE = 'The server cannot do this at the moment. Please try again in a few seconds.'

/** Seconds to wait where a refusal names none. */
const WAIT_S: Partial<Record<RefusalKind, number>> = { 'rate-limited': 60, unavailable: 5 }

/**
 * The answer to a request that failed. A refusal speaks for itself. Anything else is a fault of ours, of which the user
 * learns only the request's id.
 */
export function errorBody(error: unknown, requestId: string): ErrorBody {
  const refusal = refusalOf(error)
  if (refusal) {
    const [statusCode, phrase] = statuses[refusal.kind]
    const body: ErrorBody = { statusCode, message: refusal.message, error: phrase }
    return refusal.details === undefined ? body : { ...body, details: refusal.details }
  }
  if (error instanceof MethodNotAllowed) {
    return { statusCode: 405, message: error.message, error: 'Method Not Allowed' }
  }
  return {
    statusCode: 500,
    message: 'Something went wrong, please try again later',
    error: 'Internal Server Error',
    details: [{ path: 'requestId', message: requestId }],
  }
}

/** Seconds until a call that was refused for now may be made again, for the header `retry-after`; null for other answers. */
export function retryAfterSeconds(error: unknown): number | null {
  const refusal = refusalOf(error)
  if (refusal instanceof RateLimited || refusal instanceof Unavailable) return refusal.retryAfterSeconds
  return refusal && (WAIT_S[refusal.kind] ?? null)
}

/**
 * The refusal that an error stands for; null for a fault of ours. Data that the database cannot hold are the request's
 * fault. A full disk and a database that is gone ask the client to come back.
 */
function refusalOf(error: unknown): Refusal | null {
  if (isUnstorable(error)) return new Refusal('invalid', UNSTORABLE)
  if (isDiskFull(error)) return noRoom()
  if (isDatabaseGone(error)) return new Refusal('unavailable', GONE)
  return error instanceof Refusal ? error : null
}
