import type { Transport, TransportAnswer } from '../ports.ts'
import type { ErrorBody } from '../protocol/error-body.ts'
import { fetchWithTimeouts } from './fetch-with-timeouts.ts'

const ANSWER_MS = 10_000
const PAUSE_MS = 15_000

const noToken: ErrorBody = { statusCode: 401, message: 'Please login!', error: 'Unauthorized' }

/** The server's answer to a request without a token. */
export const NO_TOKEN: TransportAnswer = { status: 401, body: noToken }

/**
 * `POST /api/sync` over fetch. `token` is asked at each request, so that a renewed session is used at once; without a token
 * nothing is sent and the answer is a 401.
 */
export function httpTransport({
  url,
  token,
  pauseMs = PAUSE_MS,
  fetch = globalThis.fetch.bind(globalThis),
}: {
  url: string
  token: () => string | null | Promise<string | null>
  /** An answer that has begun may pause for so long, in milliseconds. */
  pauseMs?: number
  fetch?: typeof globalThis.fetch
}): Transport {
  return async (request, signal, { answerMs = ANSWER_MS, onPart } = {}) => {
    const bearer = await token()
    if (bearer === null) return NO_TOKEN
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(request),
      signal,
      cache: 'no-store',
      credentials: 'omit',
    } as const
    const { response, body } = await fetchWithTimeouts(url, init, { answerMs, pauseMs, onPart, fetch })
    return { status: response.status, body, retryAfterMs: retryAfterOf(response) }
  }
}

/** `Retry-After` in milliseconds, when it is given in seconds. */
export function retryAfterOf(response: Pick<Response, 'headers'>): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}
