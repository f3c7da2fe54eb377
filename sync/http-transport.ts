import type { Transport } from './edges.ts'

const TIMEOUT_MS = 10_000

/**
 * `POST /api/sync` over fetch. `token` is asked at each request, so that a renewed session is used at once; without a token
 * nothing is sent and the answer is a 401.
 */
export function httpTransport({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch.bind(globalThis),
}: {
  url: string
  token: () => string | null | Promise<string | null>
  /** Milliseconds until a request counts as lost. */
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}): Transport {
  return async (request, signal) => {
    const bearer = await token()
    if (bearer === null) return { status: 401, body: undefined }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(request),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      cache: 'no-store',
      credentials: 'omit',
    })
    const body: unknown = await response.json().catch(() => undefined)
    return { status: response.status, body, retryAfterMs: retryAfterOf(response) }
  }
}

/** `Retry-After` in milliseconds, when it is given in seconds. */
export function retryAfterOf(response: Pick<Response, 'headers'>): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}
