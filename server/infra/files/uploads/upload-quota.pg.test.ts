import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { RateLimited } from '../../http/limits/rate-limits.ts'
import { Attachment } from '../attachment.ts'
import { File } from '../entity.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMp4 } from '../testing/mp4-fixture.ts'
import { keepUpload } from './keep-upload.ts'
import { takes } from './purposes.ts'

let server: TestServer
let photo: Buffer
beforeAll(async () => {
  server = await startTestServer()
  photo = await jpegWithPlace(20, 20)
})
afterAll(() => server.stop())

const send = (person: Person) => upload(server, '/messages/private/file', { token: person.token, bytes: photo })

/** Makes uploads; those that are `sent` have a message that holds them. */
function store(
  ownerId: string,
  count: number,
  { sent = false, ...given }: Partial<File> & { sent?: boolean },
): Promise<void> {
  const file = { ownerId, purpose: 'message', type: 'video', status: 'ready', mimeType: 'video/mp4', size: 1 } as const
  return transact(server.app, null, async ({ em, now }) => {
    for (let n = 0; n < count; n += 1) {
      const { id: fileId } = em.create(File, { ...file, id: v7(), createdAt: now, ...given })
      const holder = { holderType: 'message', holderId: v7() }
      if (sent) em.create(Attachment, { fileId, role: 'file', ...holder, position: 0 })
    }
  })
}

test.each([
  ['200 uploads that no message took up', 200, {}],
  ['20 videos to be processed', 20, { status: 'processing', sent: true }],
  ['10 GB in a day', 6, { size: 2 ** 31 - 1, sent: true }],
] as const)('whoever has %s waits; another account does not', async (_what, count, given) => {
  const greedy = await makePerson(server, `greedy.${count}`)
  const other = await makePerson(server, `other.${count}`)
  await store(greedy.id, count - 1, given)
  expect((await send(greedy)).status).toBe(200)
  await store(greedy.id, 1, given)
  expect((await send(greedy)).status).toBe(429)
  expect((await send(other)).status).toBe(200)
})

test('a video that a column would hold waits as well', async () => {
  const creator = await makePerson(server, 'greedy.creator', true)
  await store(creator.id, 20, { status: 'processing', sent: true })
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-quota-')), 'video')
  writeFileSync(path, makeMp4())
  const actor = { userId: creator.id, sessionId: v7(), isPerformer: true }
  const video = { fileId: v7(), path, size: makeMp4().length, takes: takes('welcome-video') }
  await expect(keepUpload(server.app, actor, video)).rejects.toBeInstanceOf(RateLimited)
})

test('failed uploads and those of earlier days count for nothing', async () => {
  const frequent = await makePerson(server, 'frequent')
  await store(frequent.id, 300, { status: 'failed' })
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await store(frequent.id, 300, { sent: true, createdAt: yesterday, size: 2 ** 31 - 1 })
  expect((await send(frequent)).status).toBe(200)
})

test('many large pictures of one account do not keep the picture of another waiting', async () => {
  const greedy = await makePerson(server, 'greedy.pictures')
  const other = await makePerson(server, 'other.picture')
  const large = await sharp({ create: { width: 3500, height: 3500, channels: 3, background: '#c63' } })
    .png()
    .toBuffer()
  let ended = 0
  const many = Array.from({ length: 8 }, async () => {
    const { status } = await upload(server, '/messages/private/file', { token: greedy.token, bytes: large })
    ended += 1
    return status
  })
  await expect.poll(() => ended, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0)
  expect((await send(other)).status).toBe(200)
  expect(ended).toBeLessThan(7)
  expect(await Promise.all(many)).toEqual(Array(8).fill(200))
})
