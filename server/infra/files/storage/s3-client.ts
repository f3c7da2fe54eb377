import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { Unavailable } from '../../http/limits/unavailable.ts'
import type { S3Config } from './s3-config.ts'

export type S3Object = { key: string; size: number; changedAt: Date }

/**
 * The objects of one bucket. Each call is tried three times, and rejects with `Unavailable` where the storage does not answer,
 * or refuses us: what waits is tried again later. An object that is not there gives null; to remove it does nothing.
 */
export type S3Client = {
  /** Stores the file at `path`, which stays. */
  put: (key: string, path: string) => Promise<void>
  /** Stores an object of these bytes. */
  write: (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** Stores an object without bytes, which tells by being there. */
  mark: (key: string) => Promise<void>
  head: (key: string) => Promise<Omit<S3Object, 'key'> | null>
  /** The bytes from `start` to `end`, both included, by default all. A body that is cut off ends in an error. */
  get: (key: string, range?: { start: number; end: number }) => Promise<Readable | null>
  remove: (key: string) => Promise<void>
  /** Path and query of an address under which anybody may read the object, for five minutes. No browser ever gets it. */
  presign: (key: string) => Promise<string>
  /** They come in the order of their keys. */
  list: (prefix: string) => AsyncIterable<S3Object>
}

const TRIES = 3
/** Before the second try; the third waits four times as long. Spread, so that servers do not come back at once. */
const PAUSE_MS = 200
/** An answer begins within this time, however long its body takes. */
const ANSWER_MS = 30_000
/** A minute for each 4 MB, beside the time of an answer. */
const BYTES_PER_MS = 70
/** After so many failures in a row nobody asks for a while: callers are told at once. */
const FAILURES = 10
const REST_MS = 30_000

/** A proxy asks at once. */
const PRESIGNED_S = 300

type Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The body anew for each try. */
  body?: () => Promise<Blob>
}

type Times = { pauseMs: number; restMs: number }

/** `times` shortens the pauses in tests. */
export function openS3Client(config: S3Config, times: Times = { pauseMs: PAUSE_MS, restMs: REST_MS }): S3Client {
  const { accessKeyId, secretAccessKey, region } = config
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const call = createCaller(config, { signer, times })
  return {
    async put(key, path) {
      await taken(await call({ method: 'PUT', key, body: () => openAsBlob(path) }))
    },
    async write(key, bytes) {
      await taken(await call({ method: 'PUT', key, body: () => Promise.resolve(new Blob([bytes])) }))
    },
    async mark(key) {
      await taken(await call({ method: 'PUT', key, body: () => Promise.resolve(new Blob([])) }))
    },
    async head(key) {
      const answer = await call({ method: 'HEAD', key })
      if (answer.status === 404) return null
      await taken(answer)
      return {
        size: Number(answer.headers.get('content-length')),
        changedAt: new Date(answer.headers.get('last-modified') ?? 0),
      }
    },
    async get(key, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await call({ method: 'GET', key, headers })
      if (answer.status === 404) return null
      if (!answer.ok) await taken(answer)
      return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream)
    },
    async remove(key) {
      const answer = await call({ method: 'DELETE', key })
      if (answer.status !== 404) await taken(answer)
    },
    async presign(key) {
      const url = new URL(addressOf(config, key))
      url.searchParams.set('X-Amz-Expires', String(PRESIGNED_S))
      const { url: signed } = await signer.sign(url.href, { method: 'GET', aws: { signQuery: true } })
      const { pathname, search } = new URL(signed)
      return pathname + search
    },
    async *list(prefix) {
      for (let next: string | null = ''; next !== null;) {
        const query = { 'list-type': '2', prefix, ...(next && { 'continuation-token': next }) }
        const answer = await call({ method: 'GET', query })
        if (!answer.ok) await taken(answer)
        const page = await answer.text()
        yield* objectsOf(page)
        next = textOf(page, 'IsTruncated') === 'true' ? textOf(page, 'NextContinuationToken') : null
      }
    },
  }
}

/** Sends signed calls, three times where need be; after ten failures in a row none for a while. */
function createCaller(
  config: S3Config,
  { signer, times }: { signer: AwsClient; times: Times },
): (asked: Call) => Promise<Response> {
  let failures = 0
  let restsUntil = 0

  async function send({ method, key = '', query = {}, headers = {}, body }: Call): Promise<Response> {
    const url = new URL(addressOf(config, key))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const blob = await body?.()
    const request = await signer.sign(url.href, {
      method,
      headers: { ...headers, ...(blob && { 'content-length': String(blob.size) }) },
      ...(blob && { body: blob }),
    })
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), ANSWER_MS + (blob?.size ?? 0) / BYTES_PER_MS)
    try {
      return await fetch(request, { signal: ended.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async function call(asked: Call): Promise<Response> {
    if (Date.now() < restsUntil) throw unreachable()
    for (let tries = 1; ; tries += 1) {
      const answer = await send(asked).catch((error: unknown) => error)
      const isAnswered = answer instanceof Response && answer.status < 500 && answer.status !== 429
      if (isAnswered) {
        failures = 0
        return answer
      }
      if (answer instanceof Response) await answer.body?.cancel().catch(() => {})
      failures += 1
      if (failures >= FAILURES) restsUntil = Date.now() + times.restMs
      if (tries === TRIES || Date.now() < restsUntil) throw unreachable(answer)
      await wait(times.pauseMs * 4 ** (tries - 1) * (0.5 + Math.random()))
    }
  }

  return call
}

function addressOf({ endpoint, bucket, pathStyle }: S3Config, key: string): string {
  if (pathStyle) return `${endpoint}/${bucket}/${key}`
  const { protocol, host } = new URL(endpoint)
  return `${protocol}//${bucket}.${host}/${key}`
}

/** Reads an answer to its end. Throws for one that refuses, with the code of the storage and nothing of what was sent. */
async function taken(answer: Response): Promise<void> {
  const text = await answer.text()
  if (!answer.ok)
    throw unreachable(new Error(`the object storage answers ${answer.status} ${textOf(text, 'Code') ?? ''}`))
}

function unreachable(cause?: unknown): Unavailable {
  const error = new Unavailable('The storage of files cannot be reached right now. Try again in a minute.', 60)
  if (cause !== undefined) error.cause = cause instanceof Response ? new Error(`status ${cause.status}`) : cause
  return error
}

/** Keys are our own, of letters, digits, dots, dashes and slashes: nothing in them is escaped. */
function* objectsOf(page: string): Iterable<S3Object> {
  for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [key, size, changedAt] = ['Key', 'Size', 'LastModified'].map((name) => textOf(entry, name))
    if (key) yield { key, size: Number(size), changedAt: new Date(changedAt ?? 0) }
  }
}

function textOf(xml: string, name: string): string | null {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? null
}
