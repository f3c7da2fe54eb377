import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { File } from './entity.ts'
import { sweepFiles } from './sweep.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from './testing/media-server.ts'
import type { Person } from './testing/media-server.ts'

const DAY_MS = 86_400_000
let elapsedMs = 0
let folder: string
let server: TestServer
let fan: Person
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-sweep-'))
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  fan = await makePerson(server, 'sweep.fan')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function find(id: string): Promise<File | null> {
  return server.app.orm.em.fork().findOne(File, { id })
}

test('uploads that no message took up go after a week; sent ones and fresh ones stay', async () => {
  const performer = await makePerson(server, 'sweep.performer', true)
  const keep = async (): Promise<string> => {
    const { body } = await upload(server, '/messages/private/file', { token: fan.token, bytes: await jpegWithPlace() })
    return body._id
  }
  const sent = await keep()
  await sendWithFiles(server, fan, { to: performer.id, fileIds: [sent] })
  const avatar = await upload(server, '/users/avatar/upload', { token: fan.token, bytes: await jpegWithPlace() })
  const unsent = await keep()
  elapsedMs = 8 * DAY_MS
  const { token } = await makePerson(server, 'sweep.later')
  const { body } = await upload(server, '/messages/private/file', { token, bytes: await jpegWithPlace() })
  await sweepFiles(server.app)
  expect(await find(unsent)).toBeNull()
  expect(await server.app.storage.open(unsent, 'original')).toBeNull()
  for (const id of [sent, avatar.body._id, body._id]) expect(await find(id)).not.toBeNull()
  expect(await server.app.storage.open(sent, 'original')).not.toBeNull()
  elapsedMs = 0
})

test('bytes without a row go after a day, others stay', async () => {
  const put = async (): Promise<{ id: string; place: string }> => {
    const id = v7()
    writeFileSync(join(folder, 'stray'), 'bytes')
    await server.app.storage.put(id, 'original', join(folder, 'stray'))
    return { id, place: join(server.app.config.dataDir, 'files', id.slice(-2), id) }
  }
  const [old, fresh] = [await put(), await put()]
  utimesSync(old.place, new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - 2 * DAY_MS))
  expect(await sweepFiles(server.app)).toBe(1)
  expect(await server.app.storage.open(old.id, 'original')).toBeNull()
  expect(readFileSync(join(fresh.place, 'original'), 'utf8')).toBe('bytes')
  mkdirSync(join(server.app.config.dataDir, 'files', 'not-an-id'), { recursive: true })
  expect(await sweepFiles(server.app)).toBe(0)
})

test('a part of an upload is kept for a week after the last one, and not a second longer', async () => {
  const { app } = server
  const fileId = v7()
  const part = join(folder, 'part')
  writeFileSync(part, 'half a video')
  await app.parts.append(fan.id, fileId, { path: part, start: 0, offset: 0 })
  const last = new Date(Date.now() - 1_000)
  utimesSync(await app.parts.pathOf(fan.id, fileId), last, last)
  const sweepAt = async (ms: number): Promise<number> => {
    elapsedMs = last.getTime() + ms - Date.now()
    await sweepFiles(app)
    return app.parts.sizeOf(fan.id, fileId)
  }
  expect(await sweepAt(7 * DAY_MS - 1_000)).toBe(12)
  expect(await sweepAt(7 * DAY_MS + 1_000)).toBe(0)
  elapsedMs = 0
})
