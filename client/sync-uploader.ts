import type { UploadAnswer, Uploader } from '@vesper/sync/edges.ts'
import { retryAfterOf } from '@vesper/sync/http-transport.ts'

const URL = '/api/messages/private/file'

type Token = () => string | null | Promise<string | null>
type Sending = { form: FormData; token: string; signal: AbortSignal; onProgress: (sent: number) => void }

/** Sends the files of messages, under the ids that this device gave them. A service worker tells of no progress. */
export function fileUploader(token: Token): Uploader {
  return async ({ upload, bytes }, { signal, onProgress }) => {
    const bearer = await token()
    if (bearer === null) return { status: 401 }
    const form = new FormData()
    form.append('fileId', upload.fileId)
    form.append('file', new Blob([bytes], { type: upload.mimeType }), upload.name)
    const sending = { form, token: bearer, signal, onProgress }
    return typeof XMLHttpRequest === 'undefined' ? sendByFetch(sending) : sendByRequest(sending)
  }
}

function sendByRequest({ form, token, signal, onProgress }: Sending): Promise<UploadAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', URL)
    request.responseType = 'json'
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const seconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN)
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined
      resolve({ status: request.status, message: messageOf(request.response), retryAfterMs })
    }
    request.onerror = () => reject(new Error('The upload broke off'))
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

async function sendByFetch({ form, token, signal }: Sending): Promise<UploadAnswer> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(URL, { method: 'POST', headers, body: form, signal, credentials: 'omit' })
  const body: unknown = await response.json().catch(() => undefined)
  return { status: response.status, message: messageOf(body), retryAfterMs: retryAfterOf(response) }
}

function messageOf(body: unknown): string | undefined {
  const { message } = (body ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}
