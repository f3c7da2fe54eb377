import type { Comment } from '@vesper/sync/vesper/records/comment.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { jpegWithPlace } from '../../../infra/files/testing/media-server.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setBlock } from '../blocks/commands.ts'
import { hideComment } from './commands.ts'
import { makeThing, readComments } from './testing/comment.ts'
import type { Thing } from './testing/comment.ts'

type Server = Pick<TestServer, 'app' | 'url'>

test('a photo that was uploaded under the id of a comment goes along with it, once', async ({
  server,
  creator,
  fan,
}) => {
  const thing = await makeThing(server, creator)
  const device = new TestDevice(server, fan)
  const _id = v7()
  await uploadPhoto(server, fan, { fileId: _id })
  const add = mutation('comment.add', { ...thing, _id, parentId: null, text: 'Look' })
  expect((await device.sync([add])).outcomes).toMatchObject([{ status: 'applied' }])
  await device.syncAll()
  expect(device.all('own-comments')).toMatchObject([{ _id, text: 'Look', file: { _id, type: 'photo' } }])
  expect((await readComments(server, thing)).data).toMatchObject([{ text: 'Look', file: { width: 600 } }])
  expect(Object.values(await device.verify())).not.toContain('differs')
  const again = await call(server, 'POST /comments', {
    token: fan.token,
    body: { ...thing, _id, text: 'Look' },
  })
  expect([again.status, again.body]).toMatchObject([200, { _id, file: { _id } }])
  expect((await readComments(server, thing)).data).toHaveLength(1)
})

test('a photo of somebody else, or for another purpose, stays out of a comment', async ({ server, creator, fan }) => {
  const thing = await makeThing(server, creator)
  const other = await makePerson(server, `other_${fan.user.username}`)
  const [theirs, own] = [v7(), v7()]
  await uploadPhoto(server, other, { fileId: theirs })
  await uploadPhoto(server, fan, { fileId: own, purpose: 'message' })
  for (const _id of [theirs, own]) {
    const { status, body } = await call(server, 'POST /comments', {
      token: fan.token,
      body: { ...thing, _id, text: 'Without' },
    })
    expect([status, body]).toMatchObject([201, { text: 'Without', file: null }])
  }
})

test('the photo of a comment is shown to readers of the comment alone, for as long as they are', async ({
  server,
  creator,
  fan,
}) => {
  const reader = await makePerson(server, `reader_${fan.user.username}`)
  const photo = async (thing: Thing) => {
    const _id = v7()
    await uploadPhoto(server, fan, { fileId: _id })
    await call(server, 'POST /comments', { token: fan.token, body: { ...thing, _id, text: 'Look' } })
    return _id
  }
  const thing = await makeThing(server, creator)
  const seenBy = async (_id: string) => {
    const links = await Promise.all(
      [fan, reader, creator].map(async ({ token }) => {
        const { body } = await call(server, 'POST /files/viewable', { token, body: { ids: [_id] } })
        return (body['ids'] as string[]).length
      }),
    )
    return links.join('')
  }
  const id = await photo(thing)
  const [{ file } = {} as Comment] = (await readComments(server, thing, reader)).data
  const get = async () =>
    (await fetch(new URL(file?.url ?? '', server.url), { headers: { cookie: `token=${reader.token}` } })).status
  expect([await seenBy(id), await get()]).toEqual(['111', 200])

  await transact(server.app, null, (tx) => hideComment(tx, id, true))
  expect([await seenBy(id), await get()]).toEqual(['100', 404])
  await transact(server.app, null, (tx) => hideComment(tx, id, false))
  expect([await seenBy(id), await get()]).toEqual(['111', 200])

  await setStatus(server, fan, 'suspended')
  expect(await get()).toBe(404)
  await setStatus(server, fan, 'active')
  expect(await get()).toBe(200)

  await call(server, 'POST /block/users', { token: creator.token, body: { userId: reader.id } })
  expect([await seenBy(id), await get()]).toEqual(['101', 404])
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: reader.id, blocked: false, reason: '' }))
  expect([await seenBy(id), await get()]).toEqual(['111', 200])

  // The creator blocks the author: the comment goes for all.
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: true, reason: '' }))
  expect([await seenBy(id), await get()]).toEqual(['000', 404])
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: false, reason: '' }))
  expect(await get()).toBe(200)

  await call(server, `DELETE /comments/${id}`, { token: creator.token })
  expect([await seenBy(id), await get()]).toEqual(['000', 404])

  const locked = await makeThing(server, creator, { access: 'followers' })
  await call(server, `POST /follows/${creator.id}`, { token: fan.token, body: {} })
  expect(await seenBy(await photo(locked))).toBe('101')
})

async function uploadPhoto(
  server: Server,
  { token }: Person,
  { fileId, purpose = 'comment-photo' }: { fileId: string; purpose?: string },
) {
  const bytes = await jpegWithPlace()
  const body = new FormData()
  for (const [name, value] of Object.entries({ purpose, fileId, offset: 0, total: bytes.length })) {
    body.append(name, String(value))
  }
  body.append('file', new File([new Uint8Array(bytes)], 'part'))
  const { status, text } = await call(server, 'POST /files/part', { token, body })
  expect([status, text]).toMatchObject([200, expect.stringContaining(fileId)])
}

async function setStatus(server: Server, { id }: Person, status: User['status']): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id })).status = status
  })
}
