import type * as v from 'valibot'
import { apiUrl, connectionLost, currentToken, settle } from './api.ts'

/** So long, in milliseconds, neither bytes go up nor an answer comes before an upload counts as broken off. */
const SILENCE_MS = 60_000

type Upload<Answer extends v.GenericSchema> = {
  /** Below `/api`. */
  path: string
  /** An array is sent as its field repeated. */
  fields?: Record<string, string | string[]>
  files: Record<string, File | undefined>
  answer: Answer
  /** Told how much has gone up, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Sends files as multipart form data with progress; rejects as `callApi` does. */
export function uploadFiles<Answer extends v.GenericSchema>(upload: Upload<Answer>): Promise<v.InferOutput<Answer>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const token = currentToken()
    request.open('POST', apiUrl(upload.path))
    request.responseType = 'json'
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    const lose = () => reject(connectionLost(new Error('The upload broke off')))
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        lose()
        request.abort()
      }, SILENCE_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      upload.onProgress?.(total > 0 ? loaded / total : 0)
    }
    request.onload = () => {
      try {
        resolve(settle({ status: request.status, body: request.response as unknown, token, answer: upload.answer }))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = lose
    request.onabort = () => reject(new DOMException('The upload was given up', 'AbortError'))
    request.onloadend = () => clearTimeout(timer)
    upload.signal?.addEventListener('abort', () => request.abort())
    wait()
    request.send(formOf(upload))
  })
}

/** Fields first: a server that reads as it receives then knows them before the files come. */
function formOf({ fields = {}, files }: Pick<Upload<v.GenericSchema>, 'fields' | 'files'>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name)
  return form
}
