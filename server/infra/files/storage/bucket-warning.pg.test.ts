import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { freePort } from '../../database/embedded/free-port.ts'
import { troubleOf } from './bucket-warning.ts'
import { openS3Client } from './s3-client.ts'
import type { S3Config } from './s3-config.ts'

const MINUTE_MS = 60_000

let s3: S3StandIn
let server: TestServer
let internalPort: number
let elapsedMs = 0

beforeAll(async () => {
  s3 = await startS3()
  internalPort = await freePort()
  const internal = { host: '127.0.0.1', port: internalPort }
  server = await startTestServer({ config: { s3: s3.config, internal }, clock: () => new Date(Date.now() + elapsedMs) })
  await vi.waitFor(() => expect(s3.calls.some(({ target }) => target.startsWith('HEAD /vesper/probes/'))).toBe(true))
})
afterAll(async () => {
  await server.stop()
  await s3.stop()
})
beforeEach(() => {
  s3.faults.length = 0
})

const check = (config: Partial<S3Config> = {}) =>
  troubleOf(openS3Client({ ...s3.config, ...config }, { pauseMs: 1, restMs: 1 }))

const said: string[] = []

async function ready(): Promise<{ status: string; warnings?: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${internalPort}/ready`)
  expect(answer.status).toBe(200)
  said.push(await answer.text(), JSON.stringify([...answer.headers]))
  return JSON.parse(said.at(-2) ?? '') as { status: string; warnings?: string[] }
}

test('a bucket that keeps files is checked with an object that does not stay', async () => {
  const seen = s3.calls.length
  expect(await check()).toBeNull()
  expect(s3.calls.slice(seen).map(({ target }) => target.split(' ')[0])).toEqual(['PUT', 'GET', 'DELETE', 'HEAD'])
  expect([...s3.objects.keys()]).toEqual([])
})

test('a bucket that is not there, refuses a step, or does not answer is named with the reason', async () => {
  expect(await check({ bucket: 'another' })).toBe(
    'nothing can be written in the bucket: the object storage answers 404 NoSuchBucket',
  )
  expect(await check({ secretAccessKey: 'wrong' })).toBe(
    'nothing can be written in the bucket: the object storage answers 403 SignatureDoesNotMatch',
  )
  expect(await check({ endpoint: `http://127.0.0.1:${await freePort()}` })).toBe(
    'nothing can be written in the bucket: no answer (ECONNREFUSED)',
  )
  for (const [method, step] of [
    ['GET', 'read'],
    ['DELETE', 'removed'],
  ] as const) {
    s3.faults.push({ when: new RegExp(`^${method}`), status: 403 })
    expect(await check()).toMatch(`nothing can be ${step} in the bucket: the object storage answers 403`)
  }
})

test('/ready warns of it, and looks again some minutes later however often it is asked', async () => {
  const probes = () => s3.calls.filter(({ target }) => target.startsWith('PUT /vesper/probes/')).length
  const first = probes()
  for (let n = 0; n < 10; n += 1) expect(await ready()).toEqual({ status: 'ready' })
  expect(probes()).toBe(first)
  elapsedMs = 5 * MINUTE_MS
  s3.faults.push({ when: /^PUT .*probes/, status: 403 })
  await vi.waitFor(async () => {
    expect((await ready()).warnings).toEqual([expect.stringContaining('nothing can be written in the bucket')])
  })
  expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({ status: 'ready' })
  expect(probes()).toBe(first + 1)
  elapsedMs = 10 * MINUTE_MS
  await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ready' }))
  expect(probes()).toBe(first + 2)
})

test('no answer and no log line names a key of the storage', () => {
  const told = [...said, ...server.logLines].join('\n')
  expect(told).toContain('the bucket cannot keep files')
  for (const secret of [s3.config.secretAccessKey, s3.config.accessKeyId, 'Signature='])
    expect(told).not.toContain(secret)
})
