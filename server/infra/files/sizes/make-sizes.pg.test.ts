import { copyFile, rm } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { removeFiles } from '../commands.ts'
import { File } from '../entity.ts'
import { jpegWithPlace, makePerson, sendWithFiles, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeSizes, makeSizesJob, newestOf } from './make-sizes.ts'
import type { PictureSize } from './picture-sizes.ts'

let server: TestServer
let fan: Person
let stranger: Person
let performer: Person
beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'sizes.fan')
  stranger = await makePerson(server, 'sizes.stranger')
  performer = await makePerson(server, 'sizes.performer', true)
})
afterAll(() => server.stop())
beforeEach(() => settle())

/** Makes all copies that wait, as the job does. */
async function settle(): Promise<void> {
  await makeSizes(server.app)
}

async function uploaded(bytes: Buffer, path = '/messages/private/file', person = fan) {
  const { body } = await upload(server, path, { token: person.token, bytes })
  return { id: body._id, url: body.file?.url ?? '', thumbnailUrl: body.file?.thumbnailUrl ?? '' }
}

async function asked(url: string, { token, accept = 'image/webp,*/*' }: { token?: string; accept?: string } = {}) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(server.url + url, { headers: { accept, ...authorization } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width = 0, format = '' } = answer.ok ? await sharp(bytes).metadata() : {}
  const { headers, status } = answer
  return { status, width, format, cache: headers.get('cache-control'), vary: headers.get('vary'), type: headers }
}

async function storedSizes(id: string): Promise<PictureSize[]> {
  const found: PictureSize[] = []
  for (const width of [160, 320, 640, 1080, 1600] as const) {
    for (const format of ['webp', 'avif'] as const) {
      if (await server.app.storage.pathOf(id, `w${width}.${format}`)) found.push(`w${width}.${format}`)
    }
  }
  return found
}

function grained(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

/** Leaves a picture as one of an earlier version is: without copies. */
async function makeOld(id: string): Promise<void> {
  for (const name of await storedSizes(id)) await server.app.storage.remove(id, name)
  await server.app.orm.em.fork().nativeUpdate(File, { id }, { sizes: 'due' })
}

function sizesOf(id: string): Promise<string | undefined> {
  return server.app.orm.em
    .fork()
    .findOneOrFail(File, { id })
    .then((file) => file.sizes)
}

test('an upload has the job run at once', async () => {
  const waiting = async () => (await server.app.jobs.states()).find(({ name }) => name === makeSizesJob.name)?.queued
  expect(await waiting()).toBe(0)
  await uploaded(await jpegWithPlace(400, 300))
  await expect.poll(waiting).toBe(1)
})

test('answers a picture in the smallest width that is wide enough, and never larger than itself', async () => {
  const { id, url, thumbnailUrl } = await uploaded(await jpegWithPlace(1200, 800))
  await settle()
  expect(await storedSizes(id)).toEqual(['w160.webp', 'w320.webp', 'w640.webp', 'w1080.webp', 'w1600.webp'])
  const widths = []
  for (const w of [160, 320, 640, 1080, 1600]) widths.push((await asked(`${url}&w=${w}`, fan)).width)
  expect(widths).toEqual([160, 320, 640, 1080, 1200])
  expect((await asked(`${url}&w=1600`, fan)).format).toBe('webp')
  expect((await asked(`${thumbnailUrl}&w=160`, fan)).width).toBe(160)
  expect((await asked(`${thumbnailUrl}&w=640`, fan)).width).toBe(480)
  for (const bad of ['500', '-1', '640.5', 'wide', '']) expect((await asked(`${url}&w=${bad}`, fan)).width).toBe(1200)
})

test('answers with the whole picture while its copies are not made yet, and keeps that for a short time alone', async () => {
  const { id } = await uploaded(await grained(1500, 500), '/performers/cover/upload', performer)
  await settle()
  const cache = 'public, max-age=31536000, immutable'
  expect(await asked(`/media/${id}/cover?w=640`)).toMatchObject({ width: 640, cache })
  await makeOld(id)
  expect(await asked(`/media/${id}/cover?w=640`)).toMatchObject({ width: 1500, cache: 'private, max-age=300' })
})

test('a copy is for those alone who may see its picture, and goes with it', async () => {
  const { id, url } = await uploaded(await jpegWithPlace(1200, 800))
  await settle()
  const sized = `${url}&w=320`
  expect((await asked(sized, stranger)).status).toBe(404)
  expect((await asked(sized)).status).toBe(401)
  expect((await asked(`/media/${id}/original?w=320`, fan)).status).toBe(404)
  expect((await asked(`/media/${id}/w320.webp`, fan)).status).toBe(404)
  expect(await asked(sized, fan)).toMatchObject({ status: 200, cache: 'private, no-cache' })
  await transact(server.app, null, (tx) => removeFiles(tx, [id]))
  await expect.poll(() => storedSizes(id)).toEqual([])
  expect((await asked(sized, fan)).status).toBe(404)
})

test('answers in AVIF who takes it, where that is smaller and many see the picture', async () => {
  const { id, url } = await uploaded(await grained(700, 700), '/performer/feeds/photo/upload', performer)
  await settle()
  const inWebp = ['w160.webp', 'w320.webp', 'w640.webp', 'w1080.webp']
  expect((await storedSizes(id)).filter((name) => name.endsWith('webp'))).toEqual(inWebp)
  expect(await storedSizes(id)).toContain('w640.avif')
  const accept = 'image/avif,image/webp,*/*'
  const given = await asked(`${url}&w=640`, { ...performer, accept })
  expect([given.format, given.type.get('content-type'), given.vary]).toEqual([
    'heif',
    'image/avif',
    expect.stringContaining('accept'),
  ])
  expect((await asked(`${url}&w=640`, performer)).format).toBe('webp')
  const ofMessage = await uploaded(await grained(700, 700))
  await settle()
  expect(await storedSizes(ofMessage.id)).toEqual(inWebp)
})

test('an animation keeps its movement: it has no copies', async () => {
  const frames = Buffer.concat([Buffer.alloc(400 * 300 * 3, 30), Buffer.alloc(400 * 300 * 3, 200)])
  const raw = { width: 400, height: 600, channels: 3, pageHeight: 300 } as const
  const { id, url } = await uploaded(
    await sharp(frames, { raw })
      .gif({ delay: [100, 100] })
      .toBuffer(),
  )
  await settle()
  expect([await storedSizes(id), await sizesOf(id)]).toEqual([[], 'all'])
  expect((await asked(`${url}&w=160`, fan)).width).toBe(400)
})

test('pictures of earlier versions get theirs, the newest first, and a stop loses nothing', async () => {
  const files = []
  for (let n = 0; n < 7; n += 1) files.push(await uploaded(await jpegWithPlace(400, 300 + n)))
  await settle()
  for (const { id } of files) await makeOld(id)
  const stop = new AbortController()
  const put = server.app.storage.put
  server.app.storage.put = async (id, ...rest) => {
    await put(id, ...rest)
    stop.abort()
  }
  await expect(makeSizes(server.app, stop.signal)).rejects.toThrow()
  server.app.storage.put = put
  const states = []
  for (const { id } of files) states.push(await sizesOf(id))
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'due'), 'all'])
  expect(await makeSizes(server.app)).toBe(6)
  for (const { id } of files) expect(await storedSizes(id)).toEqual(['w160.webp', 'w320.webp', 'w640.webp'])
  expect(await makeSizes(server.app)).toBe(0)
})

test('one picture that cannot be worked on holds up no other', async () => {
  const [bad, good] = [await uploaded(await jpegWithPlace(400, 300)), await uploaded(await jpegWithPlace(400, 301))]
  const gone = await uploaded(await jpegWithPlace(400, 302))
  await settle()
  for (const { id } of [bad, good, gone]) await makeOld(id)
  await rm((await server.app.storage.pathOf(gone.id, 'original')) ?? '')
  const put = server.app.storage.put
  server.app.storage.put = (id, ...rest) => (id === bad.id ? Promise.reject(new Error('broken')) : put(id, ...rest))
  await makeSizes(server.app)
  server.app.storage.put = put
  expect([await sizesOf(bad.id), await sizesOf(good.id), await sizesOf(gone.id)]).toEqual(['due', 'all', 'all'])
  expect(await makeSizes(server.app)).toBe(1)
  expect(await sizesOf(bad.id)).toBe('all')
})

test('a file that is removed while its copies are made leaves nothing behind', async () => {
  const { id } = await uploaded(await jpegWithPlace(1200, 800))
  await settle()
  await makeOld(id)
  const { storage } = server.app
  const pathOf = storage.pathOf
  // Between the look for the picture and the end of the encoding: its bytes are read from a second place.
  storage.pathOf = async (fileId, rendition) => {
    const path = await pathOf(fileId, rendition)
    if (fileId !== id || rendition !== 'original' || path === null) return path
    const read = storage.workPath()
    await copyFile(path, read)
    await transact(server.app, null, (tx) => removeFiles(tx, [id]))
    await expect.poll(() => pathOf(id, 'original')).toBeNull()
    return read
  }
  await makeSizes(server.app)
  storage.pathOf = pathOf
  expect(await storedSizes(id)).toEqual([])
})

test('the pictures that wait are found by their index, among many that do not', async () => {
  const em = server.app.orm.em.fork()
  await em.begin()
  await em.execute(
    `insert into file (id, owner_id, purpose, type, status, mime_type, size, created_at, sizes)
      select gen_random_uuid(), ?, 'message', 'photo', 'ready', 'image/jpeg', 1, now() - n * interval '1 second',
        case when n % 100 = 0 then 'due' else 'all' end
      from generate_series(1, 20000) n`,
    [fan.id],
  )
  await em.execute('analyze file')
  const plan = await em.execute(`explain ${newestOf('due')}`, ['{}', 5])
  await em.rollback()
  expect(JSON.stringify(plan)).toContain('file_sizes_due_index')
  expect(JSON.stringify(plan)).not.toContain('Sort')
})

test('a message that is deleted takes the copies of its photo along', async () => {
  const { id, url } = await uploaded(await jpegWithPlace(400, 300))
  await settle()
  const { messageId } = await sendWithFiles(server, fan, { to: performer.id, fileIds: [id] })
  expect((await asked(`${url}&w=160`, fan)).status).toBe(200)
  const headers = { authorization: `Bearer ${fan.token}` }
  await fetch(`${server.url}/api/messages/${messageId}`, { method: 'DELETE', headers })
  await expect.poll(async () => (await asked(`${url}&w=160`, fan)).status).toBe(404)
})
