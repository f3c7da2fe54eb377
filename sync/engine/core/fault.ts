import * as v from 'valibot'
import { ErrorBody, isSuspension } from '../protocol/error-body.ts'

/**
 * The meaning of a round trip without outcomes. None of them ever removes anything from the outbox.
 *
 * `unreachable`: no answer, or none from the server itself; `unauthenticated`: the token is gone, expired or another
 * account's; `busy`: come back later; `broken`: the server answers, but not to this request.
 */
export type Fault = 'unreachable' | 'unauthenticated' | 'busy' | 'broken'

type Answer = { status: number; body: unknown }

/** Only the server's own words decide about the session: proxies answer with a 401 or 403 as well. */
export function faultOf({ status, body }: Answer): Fault {
  if (status === 401 || status === 403) {
    if (!v.is(ErrorBody, body)) return 'unreachable'
    // It ends by itself, or by an appeal: the token is as good as before.
    return status === 403 && isSuspension(body) ? 'busy' : 'unauthenticated'
  }
  if (status === 408 || status === 425 || status === 429 || status === 503) return 'busy'
  if (status === 0 || status === 502 || status === 504) return 'unreachable'
  return 'broken'
}

/** The meaning of an answer to an upload: `refused` is final for this file, by a rule of the product. */
export function uploadAnswerOf(answer: Answer): 'done' | 'refused' | Fault {
  const { status, body } = answer
  if (status >= 200 && status < 300) return 'done'
  if ([400, 404, 410, 413, 415, 422].includes(status)) return v.is(ErrorBody, body) ? 'refused' : 'unreachable'
  return faultOf(answer)
}
