import type * as v from 'valibot'
import { apiUrl, connectionLost, currentToken, settle } from './api.ts'
import { sendWithProgress } from './send-with-progress.ts'

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
export async function uploadFiles<Answer extends v.GenericSchema>(
  upload: Upload<Answer>,
): Promise<v.InferOutput<Answer>> {
  const { path, answer, signal, onProgress } = upload
  const token = currentToken()
  const { status, body } = await sendWithProgress({
    ...{ url: apiUrl(path), form: formOf(upload), token, signal, silenceMs: SILENCE_MS },
    onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : connectionLost(error)
  })
  return settle({ status, body, token, answer })
}

/** Fields first: a server that reads as it receives then knows them before the files come. */
function formOf({ fields = {}, files }: Pick<Upload<v.GenericSchema>, 'fields' | 'files'>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name)
  return form
}
