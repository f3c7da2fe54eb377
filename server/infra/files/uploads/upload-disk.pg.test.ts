import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { freePort } from '../../database/embedded/free-port.ts'
import { uploadFolder } from '../../http/body/uploads.ts'
import { createDiskQuota } from '../../http/limits/disk-quota.ts'
import { diskObstacle, diskWarning, freeBytesOf } from '../storage/disk-room.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'

test('while the disk has no room to spare, nothing is taken in, for now; all else works', async () => {
  const internalPort = await freePort()
  const server = await startTestServer({
    config: { keepFreeBytes: Number.MAX_SAFE_INTEGER, internal: { host: '127.0.0.1', port: internalPort } },
  })
  onTestFinished(server.stop)
  const { id, token } = await makePerson(server, 'last.room', true)
  const bytes = await jpegWithPlace(20, 20)
  const later = { statusCode: 503, message: expect.stringContaining('has no room for files right now') as string }
  for (const path of ['/messages/private/file', '/performers/cover/upload', '/users/avatar/upload']) {
    expect((await upload(server, path, { token, bytes })).body).toMatchObject(later)
  }
  for (const path of ['/messages/private/file/part', '/auth/performers/register']) {
    expect((await send(server, path, { token, bytes })).body).toMatchObject(later)
  }
  expect(readdirSync(uploadFolder(server.app.config.dataDir))).toEqual([])
  expect(await call(server, 'GET /users/me', { token })).toMatchObject({ status: 200, body: { _id: id } })
  const ready = await fetch(`${server.url}/ready`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: expect.stringMatching(/^disk full: \d+ MB are free/) as string },
  ])
  // Three quarters of the reserve are there yet: calls are taken, and the operator is told why uploads are not.
  server.app.config.keepFreeBytes = (await freeBytesOf(server.app.config.dataDir)) * 1.3
  expect((await upload(server, '/messages/private/file', { token, bytes })).body).toMatchObject(later)
  const told = await fetch(`${server.url}/ready`)
  expect([told.status, await told.json()]).toEqual([200, { status: 'ready' }])
  const warned = await fetch(`http://127.0.0.1:${internalPort}/ready`)
  const warnings = [expect.stringMatching(/^disk nearly full: \d+ MB are free, .* uploads are refused$/) as string]
  expect([warned.status, await warned.json()]).toEqual([200, { status: 'ready', warnings }])
  const inLog = server.logLines.filter((line) => line.includes('uploads are refused'))
  expect(inLog).toHaveLength(1)
  // There is room again: all goes on by itself.
  server.app.config.keepFreeBytes = 0
  expect((await upload(server, '/messages/private/file', { token, bytes })).status).toBe(200)
  const again = await fetch(`http://127.0.0.1:${internalPort}/ready`)
  expect([again.status, await again.json()]).toEqual([200, { status: 'ready' }])
})

test('a write that finds no room says so, and when to come again', async () => {
  const server = await startTestServer()
  onTestFinished(server.stop)
  const { token } = await makePerson(server, 'full.disk')
  server.app.storage.put = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  const answer = await upload(server, '/messages/private/file', { token, bytes: await jpegWithPlace(20, 20) })
  expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('has no room') as string } })
})

test('uploads wait before the server counts as full: a quarter of the reserve is left then', async () => {
  const config = { dataDir: '/nowhere', keepFreeBytes: 1_000 } as TestServer['app']['config']
  expect(await diskObstacle({ config }, async () => 250)).toBeNull()
  expect(await diskObstacle({ config }, async () => 249)).toMatch(/^disk full/)
  expect(await diskWarning({ config }, async () => 1_000)).toBeNull()
  expect(await diskWarning({ config }, async () => 999)).toMatch(/^disk nearly full/)
  const quota = createDiskQuota(config, async () => 999)
  await expect(quota('a', 0, async () => 'done')).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 60 })
})

function send(server: TestServer, path: string, { token, bytes }: { token: string; bytes: Buffer }) {
  const body = new FormData()
  for (const [name, value] of [
    ['fileId', randomUUID()],
    ['offset', '0'],
    ['total', '9'],
  ] as const)
    body.append(name, value)
  body.append('file', new File([new Uint8Array(bytes)], 'file'))
  return call(server, `POST ${path}` as 'POST /', { token, body })
}
