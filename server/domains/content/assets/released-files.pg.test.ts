import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFiles } from '../../../content/attachments.ts'
import { HIDDEN_BY_STAFF } from '../../../content/hidden-by-staff.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import { signedUrl } from '../../../infra/files/media/media-link.ts'
import { sweepFiles } from '../../../infra/files/sweep.ts'
import { converse, makePerson, newFile } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { deleteMessage, sendMessage } from '../../talk/messages/commands.ts'
import { postFiles } from '../posts/attachments.ts'
import { Holders, storedPhoto } from './testing/holders.ts'
import type { MadeHolder } from './testing/holders.ts'

const DAY_MS = 86_400_000
let elapsedMs = 0
let server: TestServer
let author: Person
let fan: Person
let conversationId: string
let at: Holders

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  author = await makePerson(server, 'author', true)
  fan = await makePerson(server, 'fan')
  conversationId = await converse(server, fan, author)
  at = new Holders(server, author, conversationId)
})
afterAll(() => server.stop())

const holders: Record<string, (fileIds: string[]) => Promise<MadeHolder | MadeHolder[]>> = {
  'a post': (files) => at.post(files, 'public', 'removed'),
  'a photo': (files) => at.photo(files, 'public', 'removed'),
  'a message': (files) => at.message(files, undefined, 'removed'),
  'a draft': (files) => at.draft(files, 'removed'),
}

/** `used`, `unused` or `gone`: where the library of the author has a file. */
async function placeOf(id: string, query = ''): Promise<string> {
  const { body } = await call(server, `GET /performer/files/search?pageSize=48${query}` as 'GET /', {
    token: author.token,
  })
  const found = (body['data'] as { _id: string; isHeld: boolean }[]).find(({ _id }) => _id === id)
  return found ? (found.isHeld ? 'used' : 'unused') : 'gone'
}

async function fetches(fileId: string, { id, token }: Person): Promise<boolean> {
  const link = signedUrl(server.app.secret, { fileId, rendition: 'original', viewerId: id }, server.app.clock())
  const answer = await fetch(server.url + link, { headers: { authorization: `Bearer ${token}` } })
  return answer.status === 200
}

function find(id: string): Promise<File | null> {
  return server.app.orm.em.fork().findOne(File, { id })
}

function remove(id: string, { token }: Person = author) {
  return call(server, `DELETE /performer/files/${id}`, { token })
}

test.each(Object.keys(holders))('a file outlives %s that held it, the last of its holders or not', async (name) => {
  const hold = async (file: string) => [await holders[name]?.([file])].flat()
  const [last, shared] = [await storedPhoto(server, author.id), await storedPhoto(server, author.id)]
  const other = await at.message([shared], undefined, 'removed')
  const made = [...(await hold(last)), ...(await hold(shared))]
  for (const one of made) await one?.end()
  expect([await placeOf(last), await placeOf(shared)]).toEqual(['unused', 'used'])
  expect([await fetches(last, author), await fetches(last, fan)], 'its owner alone').toEqual([true, false])
  expect(await fetches(shared, fan), 'as it is in a message').toBe(true)
  await other.end()
  expect([await placeOf(shared), await fetches(shared, fan)]).toEqual(['unused', false])
  await at.post([last, shared], 'public')
  expect([await placeOf(last), await placeOf(shared), await fetches(last, fan)]).toEqual(['used', 'used', true])
})

test('a file that a draft no longer names outlives it', async () => {
  const photo = await storedPhoto(server, author.id)
  await at.redraft(await at.draft([photo]), [])
  expect(await find(photo)).toMatchObject({ isKept: true })
})

test('the sweep leaves what was held once, however old, and takes what never was', async () => {
  const [held, never, failed] = [
    await storedPhoto(server, author.id),
    await storedPhoto(server, author.id),
    await storedPhoto(server, author.id),
  ]
  for (const file of [held, failed]) await (await at.post([file], 'public', 'removed')).end()
  await server.app.orm.em.fork().nativeUpdate(File, { id: failed }, { status: 'failed' })
  elapsedMs = 8 * DAY_MS
  await sweepFiles(server.app)
  elapsedMs = 0
  expect([await find(held), await find(never), await find(failed)]).toMatchObject([{ id: held }, null, null])
  expect(await fetches(held, author)).toBe(true)
})

test('a file that could not be read, and one of a fan, goes with its last holder', async () => {
  const damaged = await storedPhoto(server, author.id)
  const made = await at.post([damaged], 'public', 'removed')
  await server.app.orm.em.fork().nativeUpdate(File, { id: damaged }, { status: 'failed' })
  await made.end()
  const sent = await storedPhoto(server, fan.id)
  const _id = v7()
  await transact(server.app, fan.actor, (tx) => sendMessage(tx, { _id, conversationId, text: '', fileIds: [sent] }))
  await transact(server.app, fan.actor, (tx) => deleteMessage(tx, { _id }))
  expect([await find(damaged), await find(sent)]).toEqual([null, null])
  await expect.poll(() => server.app.storage.pathOf(sent, 'original')).toBeNull()
})

test('files that wait in the library do not count as uploads on the way', async () => {
  const owner = await makePerson(server, 'collector', true)
  const files = Array.from({ length: 200 }, () => ({ ...newFile(owner.id), isKept: true }))
  await transact(server.app, null, async ({ em }) => files.forEach((file) => void em.create(File, file)))
  const form = () => {
    const body = new FormData()
    body.append('file', new Blob(['no picture']), 'a.jpg')
    return body
  }
  const add = async () =>
    (await call(server, 'POST /performer/feeds/photo/upload', { token: owner.token, body: form() })).status
  expect(await add()).toBe(415)
  await server.app.orm.em.fork().nativeUpdate(File, { ownerId: owner.id }, { isKept: false })
  expect(await add()).toBe(429)
})

const hide = {
  'a post': (files: string[]) => at.post(files, 'public', 'hidden'),
  'a photo': async (files: string[]) => (await at.photo(files, 'public', 'hidden'))[0],
  'a message': (files: string[]) => at.message(files, undefined, 'hidden'),
}

test.each(Object.entries(hide))(
  'a file of %s that staff have hidden is put into nothing else, though its creator deletes that',
  async (_, make) => {
    const [photo, shared] = [await storedPhoto(server, author.id), await storedPhoto(server, author.id)]
    const other = await at.message([shared], undefined, 'removed')
    for (const file of [photo, shared]) {
      const made = await make([file])
      await made?.end()
      if (made) await at.remove(made)
    }
    await other.end()
    const refused = { kind: 'invalid', message: HIDDEN_BY_STAFF }
    for (const file of [photo, shared]) {
      await expect(at.post([file], 'public')).rejects.toMatchObject(refused)
      await expect(at.photo([file], 'public')).rejects.toMatchObject(refused)
      await expect(at.message([file])).rejects.toMatchObject(refused)
      await expect(at.draft([file])).rejects.toMatchObject(refused)
      expect([await placeOf(file), await placeOf(file, '&reusable=yes')]).toEqual(['unused', 'gone'])
      expect([await fetches(file, author), await fetches(file, fan)]).toEqual([true, false])
    }
  },
)

test('its creator deletes a file that nothing uses, with the others of the same bytes, and nobody else does', async () => {
  const [photo, again] = [await storedPhoto(server, author.id), await storedPhoto(server, author.id)]
  const rival = await makePerson(server, 'rival', true)
  const em = server.app.orm.em.fork()
  const theirs = await storedPhoto(server, rival.id)
  await em.nativeUpdate(File, { id: { $in: [photo, again, theirs] } }, { hash: 'ab' })
  const made = await at.post([again], 'public', 'removed')
  const uses = async ({ token } = author) => (await call(server, `GET /performer/files/${photo}/uses`, { token })).body
  expect(await uses()).toEqual({ data: [{ use: 'post', count: 1 }] })
  expect(await remove(photo)).toMatchObject({
    ...{ status: 409, body: { message: 'This file is used in one place. Take it out there first.' } },
  })
  await at.message([photo])
  expect(await remove(again)).toMatchObject({
    ...{ status: 409, body: { message: 'This file is used in 2 places. Take it out of them first.' } },
  })
  await em.nativeDelete(Attachment, { fileId: photo })
  await made.end()
  expect([(await remove(photo, rival)).status, await uses(rival)]).toMatchObject([404, { statusCode: 404 }])
  expect([(await remove(photo, fan)).status, await find(photo)]).toMatchObject([403, { id: photo }])
  expect(await uses()).toEqual({ data: [] })
  expect((await remove(photo)).status).toBe(200)
  expect([await find(photo), await find(again), await find(theirs)]).toMatchObject([null, null, { id: theirs }])
  for (const id of [photo, again]) await expect.poll(() => server.app.storage.pathOf(id, 'original')).toBeNull()
  expect((await remove(photo)).status).toBe(404)
})

test('a creator is told where a file is used, each thing once', async () => {
  const photo = await storedPhoto(server, author.id)
  await at.post([photo], 'public')
  await at.post([photo], 'public')
  await at.photo([photo], 'public')
  await at.message([photo], undefined, 'hidden')
  await at.draft([photo])
  const { body } = await call(server, `GET /performer/files/${photo}/uses`, { token: author.token })
  const counts = (body['data'] as { use: string; count: number }[]).map(({ use, count }) => [use, count])
  expect(Object.fromEntries(counts)).toEqual({ post: 2, photo: 1, message: 1, draft: 1 })
})

test('a file that an order names stays', async () => {
  const em = server.app.orm.em.fork()
  const picture = await storedPhoto(server, author.id)
  await em.nativeUpdate(File, { id: picture }, { purpose: 'product-picture' })
  const line = `insert into order_line (id, order_id, product_id, position, name, picture_file_id, unit_price, quantity)
    values (?, ?, ?, 0, 'A print', ?, 5, 1)`
  await em.execute(line, [v7(), v7(), v7(), picture])
  expect(await remove(picture)).toMatchObject({
    ...{ status: 409, body: { message: 'An order names this file. It stays as long as the order.' } },
  })
})

test('a file that is put into a post while it is deleted stays there', async () => {
  const photo = await storedPhoto(server, author.id)
  const taken = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holderId = v7()
  const taking = transact(server.app, author.actor, async (tx) => {
    await takeFiles(tx, [photo], { holderId, takes: postFiles })
    await tx.em.flush()
    taken.resolve()
    await end.promise
  })
  await taken.promise
  const deleting = remove(photo)
  await waitsForLock(server)
  end.resolve()
  await taking
  expect((await deleting).status).toBe(409)
  expect(await server.app.orm.em.fork().count(Attachment, { fileId: photo, holderId })).toBe(1)
  expect(await find(photo)).toMatchObject({ id: photo })
})

test('a file that two holders let go of at once is kept by the second one', async () => {
  const photo = await storedPhoto(server, author.id)
  const posts = [await at.post([photo], 'public'), await at.post([photo], 'public')]
  const removed = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const [one, other] = posts.map(({ id }, index) =>
    transact(server.app, author.actor, async (tx) => {
      if (index === 1) await removed.promise
      await removeFilesOf(tx, { type: 'post', id })
      await tx.em.flush()
      removed.resolve()
      if (index === 0) await end.promise
    }),
  )
  await removed.promise
  await waitsForLock(server)
  end.resolve()
  await Promise.all([one, other])
  expect(await find(photo)).toMatchObject({ isKept: true })
  expect(await server.app.orm.em.fork().count(Attachment, { fileId: photo })).toBe(0)
})
