/** Both in milliseconds. */
type Limits = {
  /** The answer begins within this time. */
  answerMs: number
  /** An answer that has begun may pause for so long: a slow line is no broken one. */
  pauseMs: number
  /** Something of the answer has come in. */
  onPart?: (() => void) | undefined
  fetch?: typeof globalThis.fetch
}

/** Fetches an answer and its body as parsed JSON (undefined when it is none). Rejects with a `TimeoutError` when it is late. */
export async function fetchWithTimeouts(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  { answerMs, pauseMs, onPart, fetch = globalThis.fetch }: Limits,
): Promise<{ response: Response; body: unknown }> {
  const patience = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => patience.abort(new DOMException('No answer in time', 'TimeoutError')), ms)
  }
  wait(answerMs)
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([init.signal, patience.signal]) })
    const heard = () => {
      wait(pauseMs)
      onPart?.()
    }
    return { response, body: parsed(await readText(response, heard)) }
  } finally {
    clearTimeout(timer)
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
