import { fetchWithTimeouts } from '@vesper/sync/engine/browser/fetch-with-timeouts.ts'
import { NO_TOKEN, retryAfterOf } from '@vesper/sync/engine/browser/http-transport.ts'
import type { TransportAnswer, Uploader, UploadJob } from '@vesper/sync/engine/ports.ts'
import { sendWithProgress } from '../api/send-with-progress.ts'

const PART = '/api/files/part'
/** The calls that take a whole file. A file of any other purpose goes in parts, be it a single one. */
const whole: { readonly [purpose: string]: string } = {
  message: '/api/messages/private/file',
  'feed-photo': '/api/performer/feeds/photo/upload',
  'feed-video': '/api/performer/feeds/video/upload',
  'feed-audio': '/api/performer/feeds/audio/upload',
  'feed-thumbnail': '/api/performer/feeds/thumbnail/upload',
  'feed-teaser': '/api/performer/feeds/teaser/upload',
}
/** Bytes that a bad line brings up in a minute; what is no longer than two of these goes at once. */
const PART_BYTES = 256 * 1024
/** Parts grow to this, in bytes, while each is answered in `QUICK_MS`: a good line is not kept waiting for answers. */
const PART_MOST_BYTES = 4 * 1024 * 1024
const QUICK_MS = 2_000
/** Where nothing tells of progress: half again as long (milliseconds) as a bad line takes for what goes at once. */
const ANSWER_MS = 180_000
/** An answer that has begun may pause for so long, in milliseconds. */
const PAUSE_MS = 15_000
/** Answers in a row that bring a file no further before it counts as broken off. */
const STANDSTILLS_MAX = 3

type Token = () => string | null | Promise<string | null>
type Request = { url: string; form?: FormData; signal: AbortSignal; onProgress?: (sent: number) => void }
type Send = (request: Request) => Promise<TransportAnswer>

/**
 * Sends files under the ids that this device gave them, each to the call of its purpose: a large one in parts, on from
 * where the line broke off. A service worker tells of progress by the part only.
 */
export function fileUploader(token: Token): Uploader {
  const send: Send = async (request) => {
    const bearer = await token()
    if (bearer === null) return NO_TOKEN
    // An account that signs in while this waits has another token, and no right to the file.
    request.signal.throwIfAborted()
    return typeof XMLHttpRequest === 'undefined'
      ? sendByFetch(request, bearer)
      : sendWithProgress({ ...request, token: bearer })
  }
  return (job, options) => {
    const url = whole[purposeOf(job)]
    return url === undefined || job.upload.size > 2 * PART_BYTES
      ? sendInParts(send, job, options)
      : sendWhole((request) => send({ ...request, url }), job, options)
  }
}

/** Files that an older app has queued are those of messages. */
function purposeOf({ upload }: UploadJob): string {
  return upload.purpose ?? 'message'
}

type Options = Parameters<Uploader>[1]

async function sendWhole(
  send: (request: Omit<Request, 'url'>) => Promise<TransportAnswer>,
  { upload, read }: UploadJob,
  options: Options,
): Promise<TransportAnswer> {
  const form = new FormData()
  form.append('fileId', upload.fileId)
  form.append('file', new Blob(await read(0, upload.size), { type: upload.mimeType }), upload.name)
  const answer = await send({ form, ...options })
  if (answer.status === 200 && !isFile(answer.body)) throw noAnswer()
  return answer
}

async function sendInParts(send: Send, job: UploadJob, { signal, onProgress }: Options): Promise<TransportAnswer> {
  const { upload, read } = job
  const total = upload.size
  let [received, standstills, partBytes] = [0, 0, PART_BYTES]
  if (upload.sent > 0) {
    const there = await send({ url: `${PART}/${upload.fileId}`, signal })
    if (there.status !== 200 || isFile(partOf(there).file)) return there
    received = partOf(there).received
  }
  while (standstills < STANDSTILLS_MAX) {
    // All of it may be there and not yet kept: any byte then brings it to its end.
    const offset = Math.min(received, total - 1)
    const form = new FormData()
    form.append('purpose', purposeOf(job))
    form.append('fileId', upload.fileId)
    form.append('offset', String(offset))
    form.append('total', String(total))
    form.append('file', new Blob(await read(offset, Math.min(offset + partBytes, total))), upload.name)
    const began = performance.now()
    const answer = await send({ url: PART, form, signal, onProgress: (sent) => onProgress(offset + sent) })
    if (performance.now() - began < QUICK_MS) partBytes = Math.min(2 * partBytes, PART_MOST_BYTES)
    if (answer.status !== 200 || isFile(partOf(answer).file)) return answer
    const before = received
    received = partOf(answer).received
    standstills = received > before ? 0 : standstills + 1
    onProgress(received)
  }
  throw new Error('The upload comes no further')
}

function partOf({ body }: TransportAnswer): { received: number; file: unknown } {
  const { received, file } = (body ?? {}) as { received?: unknown; file?: unknown }
  if (typeof received !== 'number') throw noAnswer()
  return { received, file }
}

/** A network's own page in place of the server's answer is no stored file. */
function isFile(said: unknown): boolean {
  return typeof (said as { _id?: unknown } | null | undefined)?._id === 'string'
}

function noAnswer(): Error {
  return new Error('Something else than the server answered')
}

async function sendByFetch({ url, form, signal }: Request, token: string): Promise<TransportAnswer> {
  const headers = { authorization: `Bearer ${token}` }
  const sent = form ? { method: 'POST', body: form } : { method: 'GET' }
  const init = { ...sent, headers, signal, credentials: 'omit', cache: 'no-store' } as const
  const { response, body } = await fetchWithTimeouts(url, init, { answerMs: ANSWER_MS, pauseMs: PAUSE_MS })
  return { status: response.status, body, retryAfterMs: retryAfterOf(response) }
}
