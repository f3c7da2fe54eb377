import type { Transport } from './edges.ts'

const ANSWER_MS = 10_000
const PAUSE_MS = 15_000

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
  /** An answer that has begun may pause for so long, in milliseconds: a slow line is no broken one. */
  pauseMs?: number
  fetch?: typeof globalThis.fetch
}): Transport {
  return async (request, signal, answerMs = ANSWER_MS) => {
    const bearer = await token()
    if (bearer === null) return { status: 401, body: undefined }
    const patience = new Patience(answerMs)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: JSON.stringify(request),
        signal: AbortSignal.any([signal, patience.signal]),
        cache: 'no-store',
        credentials: 'omit',
      })
      const text = await readText(response, () => patience.renew(pauseMs))
      return { status: response.status, body: parsed(text), retryAfterMs: retryAfterOf(response) }
    } finally {
      patience.end()
    }
  }
}

/** `Retry-After` in milliseconds, when it is given in seconds. */
export function retryAfterOf(response: Pick<Response, 'headers'>): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}

/** Aborts with a `TimeoutError` when it is not renewed in time. */
class Patience {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ms: number) {
    this.renew(ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  renew(ms: number): void {
    this.end()
    this.#timer = setTimeout(() => this.#controller.abort(new DOMException('No answer in time', 'TimeoutError')), ms)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

async function readText(response: Response, onBytes: () => void): Promise<string> {
  onBytes()
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    onBytes()
    text += part.value
  }
  return text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
