import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { User } from '../../../domains/people/accounts/entity.ts'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { RawConnection } from '../../../testing/raw-http.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { uploadFolder } from '../../http/body/uploads.ts'
import { File as FileEntity } from '../entity.ts'
import { processFileJob } from '../processing/process-file-job.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMp4 } from '../testing/mp4-fixture.ts'

let server: TestServer
let fan: Person
let otherFan: Person
let performer: Person
beforeAll(async () => {
  server = await startTestServer({ config: { jobs: 'on' } })
  fan = await makePerson(server, 'upload.fan')
  otherFan = await makePerson(server, 'upload.other')
  performer = await makePerson(server, 'upload.performer', true)
})
afterAll(() => server.stop())

const PHOTO = '/messages/public/file/photo'
const ANY = '/messages/private/file'
const VIDEO = '/messages/private/file/video'

function filesOf(ownerId: string): Promise<number> {
  return server.app.orm.em.fork().count(FileEntity, { ownerId })
}

/** How many files lie in folders that are empty between requests; an upload goes right after its answer. */
function leftovers(): number {
  const folders = [uploadFolder(server.app.config.dataDir), join(server.app.config.dataDir, 'work')]
  return folders.reduce((sum, folder) => sum + readdirSync(folder).length, 0)
}

test('a photo is ready at once, without its place, and its owner alone learns of it', async () => {
  const answer = await upload(server, PHOTO, { token: fan.token, bytes: await jpegWithPlace() })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ status: 'ready', file: { type: 'photo', width: 600, height: 400 } })
  const stored = await server.app.storage.open(answer.body._id, 'original')
  const bytes = stored ? await buffer(stored.stream()) : null
  expect(bytes?.includes('Secretphone')).toBe(false)
  const path = `GET /files/${answer.body._id}/status` as const
  expect((await call(server, path, { token: fan.token })).body).toEqual(answer.body)
  expect((await call(server, path, { token: otherFan.token })).status).toBe(404)
  expect((await call(server, `GET /files/${v7()}/status`, { token: fan.token })).status).toBe(404)
  expect((await call(server, 'GET /files/nonsense/status', { token: fan.token })).status).toBe(400)
  await expect.poll(leftovers).toBe(0)
})

test('the same id again is the same file, one after another and at the same time', async () => {
  const before = await filesOf(fan.id)
  const given = { token: fan.token, bytes: await jpegWithPlace(), fileId: v7() }
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(server, ANY, given)))
  answers.push(await upload(server, ANY, { ...given, fileId: given.fileId.toUpperCase() }))
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await filesOf(fan.id)).toBe(before + 1)
  await expect.poll(leftovers).toBe(0)
})

test('the id of another account is refused and changes nothing', async () => {
  const { body } = await upload(server, ANY, { token: fan.token, bytes: await jpegWithPlace() })
  const stolen = await upload(server, ANY, {
    token: otherFan.token,
    bytes: await jpegWithPlace(9, 9),
    fileId: body._id,
  })
  expect(stolen.status).toBe(409)
  expect(await filesOf(otherFan.id)).toBe(0)
  expect((await call(server, `GET /files/${body._id}/status`, { token: fan.token })).body).toEqual(body)
})

test('content decides, not the name; each call takes its kind', async () => {
  const picture = await jpegWithPlace()
  const cases: [path: string, bytes: Buffer, status: number][] = [
    [PHOTO, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    [PHOTO, Buffer.from('MZ\u0090 a program'), 415],
    [PHOTO, Buffer.alloc(0), 415],
    [PHOTO, makeMp4(), 415],
    [VIDEO, picture, 415],
    [PHOTO, picture.subarray(0, picture.length / 2), 400],
    [ANY, makeMp4().subarray(0, -10), 400],
    [ANY, makeMp4().subarray(0, 40), 400],
  ]
  const before = await filesOf(fan.id)
  for (const [path, bytes, status] of cases) {
    const answer = await upload(server, path, { token: fan.token, bytes, name: 'photo.jpg' })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body).toMatchObject({ statusCode: status, message: expect.stringMatching(/\w/) as unknown })
  }
  expect(await filesOf(fan.id)).toBe(before)
  await expect.poll(leftovers).toBe(0)
})

test('a picture of over 25 MB and one of over 50 megapixels are refused', async () => {
  const big = Buffer.concat([await jpegWithPlace(), Buffer.alloc(25 * 1024 * 1024)])
  for (const path of [PHOTO, ANY])
    expect((await upload(server, path, { token: fan.token, bytes: big })).status).toBe(413)
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect((await upload(server, PHOTO, { token: fan.token, bytes: bomb })).status).toBe(413)
  await expect.poll(leftovers).toBe(0)
})

test('an upload that breaks off leaves no file and no row', async () => {
  const before = await filesOf(fan.id)
  const body = (await jpegWithPlace()).subarray(0, 2000)
  const head = [
    `POST /api${PHOTO} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${fan.token}`,
    'content-type: multipart/form-data; boundary=cut',
    'content-length: 100000',
    '',
    '--cut',
    'content-disposition: form-data; name="file"; filename="a.jpg"',
    '',
    '',
  ].join('\r\n')
  const lines = server.logLines.length
  const connection = new RawConnection(server.url).write(head).write(body)
  await expect.poll(leftovers).toBe(1)
  connection.cut()
  await expect.poll(() => server.logLines.slice(lines).some((line) => line.includes('"status":499'))).toBe(true)
  await expect.poll(leftovers).toBe(0)
  expect(await filesOf(fan.id)).toBe(before)
})

test('a video goes through processing to ready', async () => {
  const answer = await upload(server, VIDEO, { token: fan.token, bytes: makeMp4({ turned: true }) })
  expect(answer.body).toMatchObject({ status: 'processing', file: { type: 'video', width: 360, height: 640 } })
  await settleJob(server, processFileJob)
  const { body } = await call(server, `GET /files/${answer.body._id}/status`, { token: fan.token })
  expect(body).toMatchObject({ status: 'ready', file: { type: 'video', status: 'ready' } })
})

test('an avatar and a cover replace the ones before, whose bytes go', async () => {
  const user = (): Promise<User> => server.app.orm.em.fork().findOneOrFail(User, { id: performer.id })
  const avatars: string[] = []
  for (const path of ['/users/avatar/upload', `/users/${performer.id}/avatar/upload`, '/performers/avatar/upload']) {
    const answer = await upload(server, path, { token: performer.token, bytes: await jpegWithPlace() })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toEqual({ _id: (await user()).avatarFileId, url: `/media/${answer.body._id}/avatar` })
    avatars.push(answer.body._id)
  }
  const cover = await upload(server, '/performers/cover/upload', {
    token: performer.token,
    bytes: await jpegWithPlace(),
  })
  expect(cover.body._id).toBe((await user()).coverFileId)
  for (const id of avatars.slice(0, 2)) {
    expect(await server.app.storage.open(id, 'avatar')).toBeNull()
    expect((await fetch(`${server.url}/media/${id}/avatar`)).status).toBe(404)
  }
  expect(await filesOf(performer.id)).toBe(2)
})

test('an avatar and a cover are removed with their bytes, once or twice, on every device of the account', async () => {
  const user = (): Promise<User> => server.app.orm.em.fork().findOneOrFail(User, { id: performer.id })
  const bytes = await jpegWithPlace()
  const avatar = await upload(server, '/users/avatar/upload', { token: performer.token, bytes })
  const cover = await upload(server, '/performers/cover/upload', { token: performer.token, bytes })
  const before = await versionOf(performer.id)
  const { token } = performer
  expect(await call(server, 'DELETE /users/avatar', { token })).toMatchObject({ status: 200, body: { success: true } })
  expect((await user()).avatarFileId).toBeNull()
  expect((await user()).coverFileId).toBe(cover.body._id)
  expect(await versionOf(performer.id)).toBeGreaterThan(before)
  expect((await call(server, 'GET /users/me', { token })).body).toMatchObject({ avatar: null })
  expect(await server.app.storage.open(avatar.body._id, 'avatar')).toBeNull()
  for (const _ of ['once', 'twice']) {
    expect((await call(server, 'DELETE /performers/cover', { token })).status).toBe(200)
    expect((await call(server, 'DELETE /users/avatar', { token })).status).toBe(200)
  }
  expect((await user()).coverFileId).toBeNull()
  expect(await filesOf(performer.id)).toBe(0)
})

test('changing the avatar reaches the devices of the account', async () => {
  const before = await versionOf(fan.id)
  await upload(server, '/users/avatar/upload', { token: fan.token, bytes: await jpegWithPlace() })
  expect(await versionOf(fan.id)).toBe(before + 1)
})

test('who may call what', async () => {
  const bytes = await jpegWithPlace(20, 20)
  const expected: [path: string, nobody: number, fan: number, performer: number][] = [
    [PHOTO, 401, 200, 200],
    [ANY, 401, 200, 200],
    [VIDEO, 401, 415, 415],
    ['/users/avatar/upload', 401, 200, 200],
    [`/users/${fan.id}/avatar/upload`, 401, 200, 403],
    [`/users/${v7()}/avatar/upload`, 401, 403, 403],
    ['/performers/avatar/upload', 401, 403, 200],
    ['/performers/cover/upload', 401, 403, 200],
  ]
  const revoked = await makePerson(server, 'upload.revoked')
  await call(server, 'POST /auth/logout', { token: revoked.token })
  for (const [path, nobody, asFan, asPerformer] of expected) {
    const statuses = []
    for (const token of [undefined, revoked.token, fan.token, performer.token]) {
      statuses.push((await upload(server, path, { ...(token ? { token } : {}), bytes })).status)
    }
    expect(statuses, path).toEqual([nobody, nobody, asFan, asPerformer])
  }
  expect(await filesOf(revoked.id)).toBe(0)
})

test('names missing, surplus and malformed fields, and keeps nothing', async () => {
  const form = (parts: [name: string, value: string | Blob][]): FormData => {
    const data = new FormData()
    for (const [name, value] of parts) data.append(name, value)
    return data
  }
  const picture = new Blob([new Uint8Array(await jpegWithPlace(20, 20))])
  const before = await filesOf(fan.id)
  for (const body of [
    form([]),
    form([['file', 'only text']]),
    form([
      ['file', picture],
      ['file', picture],
    ]),
    form([['other', picture]]),
    form([
      ['fileId', '../../etc/passwd'],
      ['file', picture],
    ]),
    form([
      ['fileId', v7()],
      ['fileId', v7()],
      ['file', picture],
    ]),
  ]) {
    expect((await call(server, `POST ${PHOTO}`, { token: fan.token, body })).status).toBe(400)
  }
  expect((await call(server, `POST ${PHOTO}`, { token: fan.token, body: {} })).status).toBe(415)
  expect(await filesOf(fan.id)).toBe(before)
  await expect.poll(leftovers).toBe(0)
})

async function versionOf(userId: string): Promise<number> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ version: string }[]>('select version from space where id = ?', [`u:${userId}`])
  return Number(rows[0]?.version ?? 0)
}

test('the name of a file is kept for a creator, and not of a fan', async () => {
  const bytes = await jpegWithPlace()
  const nameOf = async ({ token }: Person) => {
    const { _id: id } = (await upload(server, PHOTO, { token, bytes, name: 'At home.jpg' })).body
    return (await server.app.orm.em.fork().findOneOrFail(FileEntity, { id })).name
  }
  expect([await nameOf(performer), await nameOf(fan)]).toEqual(['At home.jpg', null])
})
