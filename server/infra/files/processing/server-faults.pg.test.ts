import { writeFileSync } from 'node:fs'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { createFile } from '../commands.ts'
import { File } from '../entity.ts'
import { makePerson } from '../testing/media-server.ts'
import { movie, pictureTables } from '../testing/mp4-tables-fixture.ts'
import { standInFfmpeg } from '../testing/stand-in-ffmpeg.ts'
import type { StandInFfmpeg, Step } from '../testing/stand-in-ffmpeg.ts'
import { encodeFileJob, processFileJob } from './process-file-job.ts'

let ffmpeg: StandInFfmpeg
let server: TestServer
let owner: { id: string }
beforeAll(async () => {
  ffmpeg = await standInFfmpeg()
  server = await startTestServer({ config: { ffmpegPath: ffmpeg.path } })
  owner = await makePerson(server, 'faults.fan')
})
afterAll(async () => {
  await server.stop()
  ffmpeg.remove()
})
const steps: Step[] = ['copy', 'probe', 'frame', 'encode']
beforeEach(() => {
  for (const step of steps) ffmpeg.fail(step)
  ffmpeg.tell({ codec: 'h264', size: '640x480' })
})

/** A video of so many pictures that was taken in. */
async function takeIn(count = 2, ownerId = owner.id): Promise<string> {
  const id = v7()
  const source = server.app.storage.workPath()
  const tables = pictureTables({ count })
  writeFileSync(source, movie({ ...tables }, { data: count }))
  const row = { purpose: 'message', type: 'video', status: 'processing', mimeType: 'video/mp4', size: 9_000 } as const
  const actor = { userId: ownerId, sessionId: v7(), isPerformer: false }
  await transact(server.app, actor, (tx) => createFile(tx, { id, ...row, bytes: { source } }))
  return id
}

const look = (fileId: string) => processFileJob.run(server.app, { fileId }, new AbortController().signal)
const encode = (fileId: string) => encodeFileJob.run(server.app, { fileId }, new AbortController().signal)
const rowOf = (id: string) => server.app.orm.em.fork().findOneOrFail(File, { id })
const sourceOf = (id: string) => server.app.storage.pathOf(id, 'source')
const set = (id: string, change: string) =>
  server.app.orm.em.fork().execute(`update file set ${change} where id = ?`, [id])

describe('a fault of the server', () => {
  test.each(steps.slice(0, 3))(
    'keeps an upload, and another try makes it ready: no room in the step %s',
    async (step) => {
      const id = await takeIn()
      ffmpeg.fail(step, 'No space left on device')
      await expect(look(id)).rejects.toMatchObject({ reason: 'machine' })
      expect(await rowOf(id)).toMatchObject({ status: 'processing', failure: null, doubts: 0 })
      expect(await sourceOf(id)).not.toBeNull()
      ffmpeg.fail(step)
      await look(id)
      expect(await rowOf(id)).toMatchObject({ status: 'ready', hasPoster: true, mimeType: 'video/mp4' })
      expect(await sourceOf(id)).toBeNull()
    },
  )

  test('keeps it where the storage itself finds no room, and where the reserve would be used', async () => {
    const id = await takeIn()
    const { put } = server.app.storage
    server.app.storage.put = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
    await expect(look(id))
      .rejects.toThrow('no room')
      .finally(() => (server.app.storage.put = put))
    const { config } = server.app
    const kept = config.keepFreeBytes
    config.keepFreeBytes = Number.MAX_SAFE_INTEGER
    await expect(look(id))
      .rejects.toThrow(/has no room/)
      .finally(() => (config.keepFreeBytes = kept))
    expect(await sourceOf(id)).not.toBeNull()
    await look(id)
    expect(await rowOf(id)).toMatchObject({ status: 'ready' })
  })

  test('is counted where it may be the file’s, and the tenth time is the file’s', async () => {
    ffmpeg.tell({ codec: 'hevc', size: '640x480' })
    ffmpeg.fail('encode', { signal: 'KILL' })
    const id = await takeIn()
    await expect(look(id)).rejects.toMatchObject({ reason: 'killed' })
    expect(await rowOf(id)).toMatchObject({ status: 'processing', doubts: 1 })
    await set(id, 'doubts = 8')
    await expect(look(id)).rejects.toMatchObject({ reason: 'killed' })
    expect(await rowOf(id)).toMatchObject({ status: 'processing', doubts: 9 })
    expect(await sourceOf(id)).not.toBeNull()
    await look(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failure: 'timeout' })
    expect(await sourceOf(id)).toBeNull()
  })

  test('is no verdict about a smaller copy', async () => {
    const id = await takeIn()
    await look(id)
    ffmpeg.fail('encode', 'No space left on device')
    await set(id, 'width = 640, height = 480')
    await set(id, `awaits = 'copies'`)
    await expect(encode(id)).rejects.toMatchObject({ reason: 'machine' })
    expect(await rowOf(id)).toMatchObject({ variants: [], awaits: 'copies' })
    ffmpeg.fail('encode', 'Invalid data')
    await encode(id)
    expect(await rowOf(id)).toMatchObject({ variants: [], awaits: null })
  })
})

test('a file that ffmpeg refuses or crashes of has its verdict at once', async () => {
  ffmpeg.tell({ codec: 'hevc', size: '640x480' })
  for (const fault of ['Invalid data found', { signal: 'SEGV' }]) {
    const id = await takeIn()
    ffmpeg.fail('encode', fault)
    await look(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', failure: 'damaged', doubts: 0 })
  }
})

describe('work that takes minutes', () => {
  test('a video is ready before its smaller copies, which have a job of their own', async () => {
    const id = await takeIn()
    ffmpeg.fail('encode', { signal: 'KILL' })
    await look(id)
    expect(await rowOf(id)).toMatchObject({ status: 'ready', variants: [], awaits: null })
    // Its picture is large enough for one.
    await set(id, `width = 640, height = 480, awaits = 'copies'`)
    expect(await encodeFileJob.unfinished?.(server.app)).toContainEqual({ fileId: id })
    expect(await processFileJob.unfinished?.(server.app)).not.toContainEqual({ fileId: id })
    ffmpeg.fail('encode')
    await encode(id)
    expect(await rowOf(id)).toMatchObject({ variants: [{ name: '360p', width: 480, height: 360 }], awaits: null })
    expect(await encodeFileJob.unfinished?.(server.app)).not.toContainEqual({ fileId: id })
  })

  test('an encoding of six thousand million pixels is made at once, one of more in its own queue', async () => {
    ffmpeg.tell({ codec: 'hevc', size: '8000x6000' })
    const [quick, long] = [await takeIn(125), await takeIn(126)]
    await look(quick)
    expect(await rowOf(quick)).toMatchObject({ status: 'ready' })
    await look(long)
    expect(await rowOf(long)).toMatchObject({ status: 'processing', awaits: 'encoding' })
    expect(await sourceOf(long)).not.toBeNull()
    await encode(long)
    expect(await rowOf(long)).toMatchObject({ status: 'ready', awaits: null })
  })

  test('beyond the budget of a file nothing is encoded: it fails, or is ready as it came', async () => {
    ffmpeg.tell({ codec: 'hevc', size: '8000x6000' })
    const [within, beyond] = [await takeIn(5_208), await takeIn(5_209)]
    await look(within)
    expect(await rowOf(within)).toMatchObject({ awaits: 'encoding' })
    await look(beyond)
    expect(await rowOf(beyond)).toMatchObject({ status: 'failed', failure: 'timeout' })
    ffmpeg.tell({ codec: 'h264', size: '8000x6000' })
    const playable = await takeIn(5_209)
    await look(playable)
    expect(await rowOf(playable)).toMatchObject({ status: 'ready', awaits: null })
    await set(within, `status = 'failed', awaits = null`)
  })

  test('accounts take turns, and every encoding comes before smaller copies', async () => {
    const other = await makePerson(server, 'faults.other')
    const mine = [await takeIn(), await takeIn(), await takeIn()]
    const theirs = await takeIn(2, other.id)
    for (const id of [mine[0], mine[1], theirs]) await set(id ?? '', `awaits = 'encoding'`)
    await set(mine[2] ?? '', `awaits = 'copies', status = 'ready'`)
    const turnOf = async (fileId: string) => encodeFileJob.turn?.(server.app.orm.em.fork(), { fileId })
    expect(await Promise.all([...mine, theirs].map(turnOf))).toEqual([0, 1, 1_000, 0])
  })
})
