import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { settleJob } from '../../../testing/settle-jobs.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor } from '../../database/transaction.ts'
import { Attachment } from '../attachment.ts'
import { createFile, removeFiles } from '../commands.ts'
import { File } from '../entity.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMp4, PLACE } from '../testing/mp4-fixture.ts'
import { processFileJob, resumeProcessing } from './process-file-job.ts'

let folder: string
let server: TestServer
let running: { stop: () => Promise<void> }
let fan: Person
let actor: Actor
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-video-'))
  server = await startTestServer({
    config: { ffmpegPath: join(folder, 'no-such-program') },
  })
  running = await server.app.jobs.run(server.app)
  fan = await makePerson(server, 'video.fan')
  actor = { userId: fan.id, sessionId: v7(), isPerformer: false }
})
afterAll(async () => {
  await running.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A video that a server has taken in and not yet processed, as a crash leaves it. */
async function leaveWaiting(bytes: Buffer, owner = actor): Promise<string> {
  const id = v7()
  const source = join(folder, id)
  writeFileSync(source, bytes)
  const row = { purpose: 'message', type: 'video', status: 'processing', mimeType: 'video/mp4', size: 1 } as const
  await transact(server.app, owner, (tx) => createFile(tx, { id, ...row, bytes: { source } }))
  return id
}

/** Stops and starts the jobs, as a restart does. */
async function restart(): Promise<void> {
  await running.stop()
  running = await server.app.jobs.run(server.app)
}

function find(id: string): Promise<File | null> {
  return server.app.orm.em.fork().findOne(File, { id })
}

async function stored(id: string): Promise<Buffer> {
  const file = await server.app.storage.open(id, 'original')
  return file ? buffer(file.stream()) : Buffer.alloc(0)
}

test('a video left in processing is taken up by the next start, and its place is gone', async () => {
  const id = await leaveWaiting(makeMp4())
  await restart()
  await settleJob(server, processFileJob)
  const bytes = await stored(id)
  expect(await find(id)).toMatchObject({ status: 'ready', width: 640, height: 360, size: bytes.length })
  expect(bytes.length).toBe(makeMp4().length)
  expect(bytes.includes(PLACE)).toBe(false)
  expect(await server.app.storage.open(id, 'source')).toBeNull()
})

test('a crash between the bytes and the row is made good', async () => {
  const id = await leaveWaiting(makeMp4())
  const moved = join(folder, 'moved')
  copyFileSync((await server.app.storage.pathOf(id, 'source')) ?? '', moved)
  await server.app.storage.put(id, 'original', moved)
  await server.app.storage.remove(id, 'source')
  await restart()
  await settleJob(server, processFileJob)
  expect(await find(id)).toMatchObject({ status: 'ready' })
  expect((await stored(id)).includes(PLACE)).toBe(false)
})

test('one that cannot be read fails, leaves no bytes, and the same id may be sent again', async () => {
  const id = await leaveWaiting(makeMp4().subarray(0, 300))
  await restart()
  await settleJob(server, processFileJob)
  expect(await find(id)).toMatchObject({ status: 'failed' })
  expect(await server.app.storage.pathOf(id, 'source')).toBeNull()
  const picture = { token: fan.token, bytes: await jpegWithPlace(), fileId: id }
  expect((await upload(server, '/messages/private/file', picture)).status).toBe(409)
  expect(await find(id)).toMatchObject({ status: 'failed', purpose: 'message', type: 'video' })
  const again = { token: fan.token, bytes: makeMp4(), fileId: id }
  expect((await upload(server, '/messages/private/file', again)).body).toMatchObject({ _id: id, status: 'processing' })
  await settleJob(server, processFileJob)
  expect(await find(id)).toMatchObject({ status: 'ready' })
})

test('one that is removed while in processing leaves no bytes', async () => {
  const id = await leaveWaiting(makeMp4())
  await restart()
  await transact(server.app, null, (tx) => removeFiles(tx, [id]))
  await settleJob(server, processFileJob)
  expect(await find(id)).toBeNull()
  expect(await server.app.storage.pathOf(id, 'original')).toBeNull()
  expect(await server.app.storage.pathOf(id, 'source')).toBeNull()
})

test('a video sent while in processing reaches the conversation anew when it is ready', async () => {
  const performer = await makePerson(server, 'video.receiver', true)
  const id = await leaveWaiting(makeMp4())
  const { conversationId, messageId } = await sendWithFiles(server, fan, { to: performer.id, fileIds: [id] })
  const changed = (): Promise<{ version: string }[]> =>
    server.app.orm.em
      .fork()
      .execute('select version from change where space = ? and entity_id = ?', [`c:${conversationId}`, messageId])
  const [before] = await changed()
  await restart()
  await settleJob(server, processFileJob)
  expect(await find(id)).toMatchObject({ status: 'ready' })
  const attached = await server.app.orm.em.fork().find(Attachment, { fileId: id })
  expect(attached.map(({ holderId }) => holderId)).toEqual([messageId])
  expect(Number((await changed())[0]?.version)).toBeGreaterThan(Number(before?.version))
})

test('a stopped video stays in processing, and the next start processes it', async () => {
  const id = await leaveWaiting(makeMp4())
  const stop = new AbortController()
  const stopped = processFileJob.run(server.app, { fileId: id }, stop.signal)
  stop.abort()
  await expect(stopped).rejects.toThrow()
  expect(await find(id)).toMatchObject({ status: 'processing' })
  expect(await server.app.storage.pathOf(id, 'source')).not.toBeNull()
  await restart()
  await settleJob(server, processFileJob)
  expect(await find(id)).toMatchObject({ status: 'ready' })
})

test('accounts take turns: the first video of one comes before the second of another', async () => {
  const other = await makePerson(server, 'video.other')
  const otherActor: Actor = { userId: other.id, sessionId: v7(), isPerformer: false }
  const mine = [await leaveWaiting(makeMp4()), await leaveWaiting(makeMp4()), await leaveWaiting(makeMp4())]
  const theirs = await leaveWaiting(makeMp4(), otherActor)
  const turnOf = async (fileId: string) => processFileJob.turn?.(server.app.orm.em.fork(), { fileId })
  expect(await Promise.all([...mine, theirs].map(turnOf))).toEqual([0, 1, 2, 0])
  await transact(server.app, null, (tx) => removeFiles(tx, [...mine, theirs]))
})

test('files that wait without a job get one within minutes, and photos never', async () => {
  const id = await leaveWaiting(makeMp4())
  const photo = v7()
  await transact(server.app, actor, async (tx) => {
    const row = { purpose: 'message', type: 'photo', status: 'processing', mimeType: 'image/jpeg', size: 0 } as const
    await createFile(tx, { id: photo, ...row, bytes: {} })
  })
  await server.app.jobs.wake(resumeProcessing)
  await vi.waitFor(async () => expect(await find(id)).toMatchObject({ status: 'ready' }), { timeout: 20_000 })
  await settleJob(server, processFileJob)
  expect(await find(photo)).toMatchObject({ status: 'processing' })
  const states = await server.app.jobs.states()
  expect(states.find(({ name }) => name === processFileJob.name)).toMatchObject({ queued: 0, failed: 0 })
})
