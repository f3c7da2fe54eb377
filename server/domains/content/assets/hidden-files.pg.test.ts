import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HIDDEN_BY_STAFF } from '../../../content/hidden-by-staff.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { converse, makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { hide, restore } from '../../community/cases/operator-decision.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addPhoto } from './photos.ts'
import { makeAsset } from './testing/asset.ts'
import { Holders, storedPhoto } from './testing/holders.ts'
import type { MadeHolder } from './testing/holders.ts'

let server: TestServer
let author: Person
let at: Holders
let count = 0
beforeAll(async () => {
  server = await startTestServer()
  author = await makePerson(server, 'author', true)
  at = new Holders(server, author, await converse(server, await makePerson(server, 'fan'), author))
})
afterAll(() => server.stop())

/** Photos of the author, or of another creator, with these bytes. */
async function copies(number: number, { hash = freshHash(), owner = author } = {}): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < number; n += 1) ids.push(await storedPhoto(server, owner.id))
  await server.app.orm.em.fork().nativeUpdate(File, { id: { $in: ids } }, { hash })
  return ids
}

function freshHash(): string {
  count += 1
  return `hash-${count}`
}

type Hideable = Pick<MadeHolder, 'id'> & { kind: MadeHolder['kind'] | 'gallery' }

function staff(work: typeof hide, { id, kind }: Hideable): Promise<boolean> {
  return transact(server.app, null, (tx) => work(tx, { type: kind as 'feed', id }))
}

const uses: Record<string, (fileIds: string[]) => Promise<unknown>> = {
  'a post': (files) => at.post(files, 'public'),
  'a photo': (files) => at.photo(files, 'public'),
  'a message': (files) => at.message(files),
  'a draft': (files) => at.draft(files),
}

async function isRefused(file: string): Promise<void> {
  const refused = { kind: 'invalid', message: HIDDEN_BY_STAFF }
  for (const use of Object.values(uses)) await expect(use([file])).rejects.toMatchObject(refused)
}

test('another copy of a file that staff have hidden is put into nothing, nor a new upload of the same bytes', async () => {
  const hash = freshHash()
  const [first = '', second = ''] = await copies(2, { hash })
  const post = await at.post([first], 'public')
  await staff(hide, post)
  await isRefused(second)
  await at.remove(post)
  await isRefused(second)
  const removed = await call(server, `DELETE /performer/files/${first}`, { token: author.token })
  expect(removed.status).toBe(200)
  const [again = ''] = await copies(1, { hash })
  await isRefused(again)
  const { body } = await call(server, 'GET /performer/files/search', { token: author.token })
  expect(body['data']).toContainEqual(expect.objectContaining({ _id: again, isHidden: true }))
  const [other = ''] = await copies(1)
  await at.post([other], 'public')
})

test('the same bytes of another creator are not hidden', async () => {
  const hash = freshHash()
  const [first = ''] = await copies(1, { hash })
  await staff(hide, await at.post([first], 'public'))
  const rival = await makePerson(server, 'rival', true)
  const [theirs = ''] = await copies(1, { hash, owner: rival })
  await transact(server.app, rival.actor, (tx) => addPhoto(tx, { _id: v7(), fileId: theirs }))
})

const holders: Record<string, (file: string) => Promise<MadeHolder | undefined>> = {
  'a post': (file) => at.post([file], 'public'),
  'a photo': async (file) => (await at.photo([file], 'public'))[0],
  'a message': (file) => at.message([file]),
}

test.each(Object.keys(holders))(
  'a file that %s let go while it was hidden is free once staff show that',
  async (name) => {
    const [file = '', copy = ''] = await copies(2)
    const made = await holders[name]?.(file)
    if (!made) throw new Error(`there is no ${name}`)
    await staff(hide, made)
    await letGo(made, file)
    await isRefused(file)
    await isRefused(copy)
    await staff(restore, made)
    await at.post([file, copy], 'public')
  },
)

/** As its holder does when its author takes the file out. */
async function letGo({ id, kind }: MadeHolder, file: string): Promise<void> {
  const type = { feed: 'post', photo: 'asset', message: 'message', draft: 'draft' }[kind]
  await transact(server.app, author.actor, (tx) => removeFilesOf(tx, { type, id }, [file]))
}

test('a photo that is taken out of a hidden gallery is free once staff show the gallery', async () => {
  const [file = ''] = await copies(1)
  const gallery = { ...(await makeAsset(server, author.id, { kind: 'gallery' })), kind: 'gallery' as const }
  const _id = v7()
  await transact(server.app, author.actor, (tx) => addPhoto(tx, { _id, galleryId: gallery.id, fileId: file }))
  const photo = { id: _id, kind: 'photo' as const, end: () => Promise.resolve() }
  await staff(hide, gallery)
  await at.remove(photo)
  await isRefused(file)
  await staff(restore, gallery)
  await at.post([file], 'public')
})

test('a file that two hidden things let go stays hidden until staff show both', async () => {
  const [file = ''] = await copies(1)
  const [post, message] = [await at.post([file], 'public'), await at.message([file])]
  for (const made of [post, message]) {
    await staff(hide, made)
    await letGo(made, file)
  }
  await staff(restore, post)
  await isRefused(file)
  await staff(restore, message)
  await at.post([file], 'public')
})
