type Request = {
  url: string
  /** Sent by POST; without it the request is a GET. */
  form?: FormData | undefined
  token: string | null
  signal?: AbortSignal | undefined
  /** Told how many of how many bytes are sent. */
  onProgress?: ((sent: number, total: number) => void) | undefined
  /** So long, in milliseconds, neither bytes go up nor an answer comes before the request counts as broken off. */
  silenceMs?: number
}

export type Sent = { status: number; body: unknown; retryAfterMs: number | undefined }

/**
 * Sends a form and tells of its progress, which `fetch` does not. Rejects with an AbortError when the signal gives it up, and
 * with another error when the connection breaks off.
 */
export function sendWithProgress(given: Request): Promise<Sent> {
  const { url, form, token, signal, onProgress, silenceMs } = given
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lose = () => reject(new Error('The upload broke off'))
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      if (silenceMs === undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        lose()
        request.abort()
      }, silenceMs)
    }
    request.open(form ? 'POST' : 'GET', url)
    request.responseType = 'json'
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress?.(loaded, total)
    }
    request.onload = () => {
      const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined
      resolve({ status: request.status, body: request.response as unknown, retryAfterMs })
    }
    request.onerror = lose
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    request.onloadend = () => clearTimeout(timer)
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    wait()
    request.send(form ?? null)
  })
}
