import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startS3 } from '../../../testing/s3.ts'
import type { S3StandIn } from '../../../testing/s3.ts'
import { openS3Client } from './s3-client.ts'
import type { S3Client } from './s3-client.ts'
import type { S3Config } from './s3-config.ts'

const MESSAGE = 'The storage of files cannot be reached right now. Try again in a minute.'
const times = { pauseMs: 1, restMs: 200 }

let folder: string
let s3: S3StandIn
let client: S3Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-s3-'))
  s3 = await startS3({ pageSize: 2 })
  client = openS3Client(s3.config, times)
})
afterEach(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true, force: true })
})

function file(content: string): string {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return path
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await client.get(key, range)
  return stream && text(stream)
}
const failing = (config: Partial<S3Config>) => openS3Client({ ...s3.config, ...config }, times).head('a')

test('an object is put, read whole and in part, and removed', async () => {
  await client.put('files/a/original', file('hello there'))
  expect(await client.head('files/a/original')).toEqual({ size: 11, changedAt: expect.any(Date) as Date })
  expect([await read('files/a/original'), await read('files/a/original', { start: 6, end: 10 })]).toEqual([
    'hello there',
    'there',
  ])
  await client.put('files/a/original', file(''))
  expect(await read('files/a/original')).toBe('')
  await client.remove('files/a/original')
  await client.remove('files/a/original')
  expect([await client.head('files/a/original'), await client.get('files/a/original')]).toEqual([null, null])
})

test('a list has all objects under a prefix, over several pages', async () => {
  for (const name of ['files/a/1', 'files/a/2', 'files/b/1', 'files/b/2', 'files/c/1', 'documents/a'])
    await client.put(name, file(name))
  const listed = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key, size } of client.list(prefix)) keys.push(`${key} ${size}`)
    return keys
  }
  expect(await listed('files/')).toEqual(['files/a/1 9', 'files/a/2 9', 'files/b/1 9', 'files/b/2 9', 'files/c/1 9'])
  expect(await listed('files/d/')).toEqual([])
})

test('a wrong signature, key, region or time is refused, and so are strangers', async () => {
  await client.put('a', file('x'))
  for (const wrong of [{ secretAccessKey: 'another' }, { accessKeyId: 'AKIDOTHER' }, { region: 'us-east-1' }])
    await expect(failing(wrong)).rejects.toThrow(MESSAGE)
  expect((await fetch(`${s3.config.endpoint}/vesper/a`)).status).toBe(403)
  const late = await startS3({ clock: () => new Date(Date.now() + 16 * 60_000) })
  await expect(openS3Client(late.config, times).head('a')).rejects.toThrow(MESSAGE)
  await late.stop()
})

test('an address for the proxy opens one object for five minutes, and no other way', async () => {
  let elapsedMs = 0
  const later = await startS3({ clock: () => new Date(Date.now() + elapsedMs) })
  const ours = openS3Client(later.config, times)
  for (const key of ['files/a', 'files/b']) await ours.put(key, file(key))
  const path = await ours.presign('files/a')
  const ask = async (target: string, init: RequestInit = {}) =>
    (await fetch(later.config.endpoint + target, init)).status
  expect(await ask(path)).toBe(200)
  for (const altered of [
    path.replace('files/a', 'files/b'),
    path.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'),
    path.replace(/X-Amz-Date=\d{4}/, 'X-Amz-Date=2099'),
    path.replace(/X-Amz-Signature=./, 'X-Amz-Signature=g'),
    path.replace(/&?X-Amz-Signature=[^&]*/, ''),
    `${path}&response-content-type=text/html`,
  ])
    expect([altered, await ask(altered)]).toEqual([altered, 403])
  for (const method of ['HEAD', 'PUT', 'DELETE']) expect([method, await ask(path, { method })]).toEqual([method, 403])
  elapsedMs = 299_000
  expect(await ask(path)).toBe(200)
  elapsedMs = 302_000
  expect(await ask(path)).toBe(403)
  await later.stop()
})

test('a storage that is slow or busy is asked three times', async () => {
  await client.put('a', file('x'))
  s3.faults.push({ status: 503 }, { status: 500 })
  expect(await read('a')).toBe('x')
  s3.faults.push({ status: 503 }, { status: 503 }, { status: 503 })
  await expect(client.head('a')).rejects.toThrow(MESSAGE)
  expect(await client.head('a')).not.toBeNull()
  // A refusal is none that passes by itself.
  const before = s3.calls.length
  s3.faults.push({ status: 400 })
  await expect(client.put('b', file('y'))).rejects.toThrow(MESSAGE)
  expect(s3.calls.length - before).toBe(1)
})

test('a body that is cut off ends in an error, never as if it were whole', async () => {
  await client.put('a', file('x'.repeat(100_000)))
  s3.faults.push({ cut: 50_000 })
  await expect(read('a')).rejects.toThrow()
})

test('after ten failures in a row nobody is asked for a while', async () => {
  for (let n = 0; n < 10; n += 1) s3.faults.push({ status: 503 })
  for (let n = 0; n < 4; n += 1) await expect(client.head('a')).rejects.toThrow(MESSAGE)
  const asked = s3.calls.length
  expect(asked).toBe(10)
  s3.faults.length = 0
  await expect(client.head('a')).rejects.toThrow(MESSAGE)
  expect(s3.calls.length).toBe(asked)
  await expect.poll(() => client.head('a').catch(() => 'rests'), { timeout: 2_000 }).toBeNull()
})

test('an error tells nothing of the keys', async () => {
  s3.faults.push({ status: 403 })
  const error = await client.head('a').catch((thrown: unknown) => thrown)
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String((error as Error).cause)
  expect(told).toContain('403')
  for (const secret of [s3.config.secretAccessKey, s3.config.accessKeyId, 'Signature='])
    expect(told).not.toContain(secret)
})
