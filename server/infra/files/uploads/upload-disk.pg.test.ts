import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { uploadFolder } from '../../http/body/uploads.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'

test('while the disk has no room to spare, nothing is taken in, for now; all else works', async () => {
  const server = await startTestServer({ config: { keepFreeBytes: Number.MAX_SAFE_INTEGER } })
  onTestFinished(server.stop)
  const { id, token } = await makePerson(server, 'last.room', true)
  const bytes = await jpegWithPlace(20, 20)
  const later = { statusCode: 503, message: 'Something went wrong, please try again later' }
  for (const path of ['/messages/private/file', '/performers/cover/upload', '/users/avatar/upload']) {
    expect((await upload(server, path, { token, bytes })).body).toMatchObject(later)
  }
  for (const path of ['/messages/private/file/part', '/auth/performers/register']) {
    expect((await send(server, path, { token, bytes })).body).toMatchObject(later)
  }
  expect(readdirSync(uploadFolder(server.app.config.dataDir))).toEqual([])
  expect(await call(server, 'GET /users/me', { token })).toMatchObject({ status: 200, body: { _id: id } })
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
