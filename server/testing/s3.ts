import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Config } from '../infra/files/storage/s3-config.ts'

/** A fault of the next answer, or of the next to a call that is like `when`. `cut`: the body ends after so many bytes. */
export type S3Fault = { when?: RegExp; status?: number; cut?: number; delayMs?: number }

export type S3StandIn = {
  config: S3Config
  objects: Map<string, { bytes: Buffer; changedAt: Date }>
  /** Each call that came, taken or not: its method and address, and the headers. */
  calls: { target: string; headers: IncomingMessage['headers'] }[]
  /** The next calls meet these, one each. */
  faults: S3Fault[]
  stop: () => Promise<void>
}

const MINUTES_15 = 900_000

/**
 * A stand-in for an object storage on 127.0.0.1. It checks the signature (AWS Signature Version 4), its host and its time, wants a
 * length, answers ranges, and lists in pages of `pageSize`. Strangers read nothing.
 */
export async function startS3({ pageSize = 1_000, clock = () => new Date() } = {}): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map()
  const calls: S3StandIn['calls'] = []
  const faults: S3Fault[] = []
  const keys = { accessKeyId: 'AKIDVESPERTEST', secretAccessKey: 'a-secret-that-stands-in-no-log/+x' }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { endpoint, bucket: 'vesper', region: 'eu-test-1', pathStyle: true, ...keys }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = `${request.method} ${request.url}`
    calls.push({ target, headers: request.headers })
    const next = faults.findIndex(({ when }) => !when || when.test(target))
    const fault = next === -1 ? undefined : faults.splice(next, 1)[0]
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    const body = await buffer(request)
    const refusal = fault?.status ? [fault.status, 'SlowDown'] : refusalOf(request, { config, now: clock() })
    if (refusal) return void response.writeHead(Number(refusal[0])).end(`<Error><Code>${refusal[1]}</Code></Error>`)
    const url = new URL(request.url ?? '', endpoint)
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== config.bucket) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
    const key = rest.join('/')
    if (request.method === 'PUT') return put(request, response, { key, body })
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (key === '') return void response.writeHead(200).end(listing(url.searchParams))
    read(request, response, { key, ...(fault?.cut !== undefined && { cut: fault.cut }) })
  }

  function put(request: IncomingMessage, response: ServerResponse, { key, body }: { key: string; body: Buffer }): void {
    if (request.headers['content-length'] === undefined) return void response.writeHead(411).end()
    objects.set(key, { bytes: body, changedAt: clock() })
    response.writeHead(200).end()
  }

  function read(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    { key, cut }: { key: string; cut?: number },
  ): void {
    const found = objects.get(key)
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    const until = end ? Number(end) + 1 : found.bytes.length
    const bytes = start === undefined ? found.bytes : found.bytes.subarray(Number(start), until)
    const part = `bytes ${start}-${until - 1}/${found.bytes.length}`
    const changed = {
      ...(start !== undefined && { 'content-range': part }),
      ...{ etag: '"of-the-bucket"', 'content-type': 'binary/octet-stream' },
      'last-modified': found.changedAt.toUTCString(),
      'content-length': bytes.length,
    }
    response.writeHead(start === undefined ? 200 : 206, changed)
    if (method === 'HEAD') return void response.end()
    if (cut === undefined) return void response.end(bytes)
    response.write(bytes.subarray(0, cut), () => response.destroy())
  }

  function listing(query: URLSearchParams): string {
    const [prefix, from] = [query.get('prefix') ?? '', query.get('continuation-token') ?? '']
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const rest = all.filter((key) => key > from)
    const page = rest.slice(0, pageSize)
    const more = rest.length > page.length
    const entries = page.map((key) => {
      const { bytes, changedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), changedAt: new Date(0) }
      return `<Contents><Key>${key}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
  }

  return {
    ...{ config, objects, calls, faults },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Signed = {
  credential: string
  signedHeaders: string
  signature: string
  at: string
  seconds: number
  body: string
}

/** The signature of a call, in its headers or in its address; null for a stranger's. */
function signedBy({ headers, url = '' }: IncomingMessage): Signed | null {
  const query = new URL(url, 'http://s3').searchParams
  const signature = query.get('X-Amz-Signature')
  if (signature !== null) {
    const [credential, signedHeaders, at] = ['Credential', 'SignedHeaders', 'Date'].map(
      (n) => query.get(`X-Amz-${n}`) ?? '',
    )
    const seconds = Number(query.get('X-Amz-Expires'))
    return { credential, signedHeaders, at, signature, seconds, body: 'UNSIGNED-PAYLOAD' } as Signed
  }
  const parsed = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (!parsed) return null
  const [, credential = '', signedHeaders = '', signed = ''] = parsed
  const [at, body] = [String(headers['x-amz-date']), String(headers['x-amz-content-sha256'])]
  return { credential, signedHeaders, signature: signed, at, seconds: MINUTES_15 / 1_000, body }
}

/** Why a call is not taken; null where its signature holds. */
function refusalOf(
  request: IncomingMessage,
  { config, now }: { config: S3Config; now: Date },
): [number, string] | null {
  const { headers, method, url = '' } = request
  const signed = signedBy(request)
  if (!signed) return [403, 'AccessDenied']
  const { at, credential, signedHeaders } = signed
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const age = now.getTime() - time
  if (!(age >= -MINUTES_15 && age <= signed.seconds * 1_000)) return [403, 'RequestTimeTooSkewed']
  const scope = `${at.slice(0, 8)}/${config.region}/s3/aws4_request`
  if (credential !== `${config.accessKeyId}/${scope}`) return [403, 'InvalidAccessKeyId']
  const names = signedHeaders.split(';')
  if (!names.includes('host')) return [403, 'AccessDenied']
  const [path = '', query = ''] = url.split('?')
  const parameters = query.split('&').filter((one) => !one.startsWith('X-Amz-Signature='))
  const canonical = [
    ...[method, path, parameters.toSorted().join('&')],
    ...[...names.map((name) => `${name}:${String(headers[name]).trim()}`), '', signedHeaders],
    signed.body,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  let key: Buffer = Buffer.from(`AWS4${config.secretAccessKey}`)
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest()
  const right = createHmac('sha256', key).update(toSign).digest('hex')
  return right === signed.signature ? null : [403, 'SignatureDoesNotMatch']
}
