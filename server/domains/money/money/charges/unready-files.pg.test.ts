import { randomUUID } from 'node:crypto'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { File } from '../../../../infra/files/entity.ts'
import { converse } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { makeAsset, makeUpload } from '../../../content/assets/testing/asset.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { fillWallet } from '../testing/books.ts'
import { Charge } from './entity.ts'

const PREPARED = 'This is still being prepared. You can buy it when it can be seen. Nothing was charged.'
const UNREADABLE = 'A file of this could not be read, so it is not for sale. Nothing was charged.'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 500, granted: 0 })
  return fan
})

function buy(server: TestServer, by: Person, { type, id }: { type: string; id: string }) {
  return call(server, `POST /wallet/charges/${type}/${id}`, { token: by.token, body: { _id: randomUUID(), price: 30 } })
}

function setStatus({ app }: TestServer, fileId: string, status: File['status']): Promise<void> {
  return transact(app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(File, { id: fileId }), { status })
  })
}

type Sold = { id: string; fileId: string; unready: () => Promise<unknown> }

type Making = { server: TestServer; creator: Person; fan: Person }

/** Makes one thing of each kind that a wallet buys, with a file that is ready. `unready` is that of the fan's view. */
const kinds = {
  async feed({ server, creator, fan }: Making): Promise<Sold> {
    const fileId = await makeUpload(server, creator.id, { purpose: 'feed-video', type: 'video' })
    const id = v7()
    const post = { _id: id, text: 'The film', access: 'paid', price: 30, scheduledAt: null, poll: null } as const
    await transact(server.app, creator.actor, (tx) => publishPost(tx, { ...post, fileIds: [fileId] }))
    return { id, fileId, unready: () => unreadyIn(server, fan, `/user/feeds/${id}`) }
  },
  async video({ server, creator, fan }: Making): Promise<Sold> {
    const paid = { kind: 'video', access: 'paid', price: 30 } as const
    const { id, files } = await makeAsset(server, creator.id, { ...paid, files: { mainId: {} } })
    return { id, fileId: files.mainId ?? '', unready: () => unreadyIn(server, fan, `/performer-assets/videos/${id}`) }
  },
  async gallery({ server, creator, fan }: Making): Promise<Sold> {
    const { id } = await makeAsset(server, creator.id, { kind: 'gallery', access: 'paid', price: 30 })
    const inIt = { kind: 'photo', galleryId: id } as const
    await makeAsset(server, creator.id, { ...inIt, position: 0, files: { fileId: {} } })
    const last = await makeAsset(server, creator.id, { ...inIt, position: 1, files: { fileId: {} } })
    const path = `/performer-assets/galleries/${id}` as const
    return { id, fileId: last.files.fileId ?? '', unready: () => unreadyIn(server, fan, path) }
  },
  async message({ server, creator, fan }: Making): Promise<Sold> {
    const conversationId = await converse(server, creator, fan)
    const fileId = await makeUpload(server, creator.id, { purpose: 'message', type: 'video' })
    const id = v7()
    const body = { _id: id, text: '', fileIds: [fileId], price: 30 }
    await call(server, `POST /messages/conversations/${conversationId}`, { token: creator.token, body })
    const device = new TestDevice(server, fan)
    const unready = async () => {
      await device.syncAll()
      return device.all<Message>('messages').find(({ _id }) => _id === id)?.sale?.unready
    }
    return { id, fileId, unready }
  },
}

async function unreadyIn(server: TestServer, { token }: Person, path: `/${string}`): Promise<unknown> {
  const { status, body } = await call(server, `GET ${path}`, { token })
  expect(status).toBe(200)
  return body['unready']
}

test.for(['feed', 'video', 'gallery', 'message'] as const)(
  'a %s is not sold before its files can be seen, says so to its buyers, and is sold from then on',
  async (type, { server, creator, rich }) => {
    const { id, fileId, unready } = await kinds[type]({ server, creator, fan: rich })
    expect(await unready()).toBeUndefined()
    for (const [state, text] of [
      ['processing', PREPARED],
      ['failed', UNREADABLE],
    ] as const) {
      await setStatus(server, fileId, state)
      expect(await unready()).toBe(state)
      const refused = await buy(server, rich, { type, id })
      expect([refused.status, refused.body['message']]).toEqual([409, text])
    }
    expect(await server.app.orm.em.fork().count(Charge, { fanId: rich.id })).toBe(0)
    await setStatus(server, fileId, 'ready')
    expect(await unready()).toBeUndefined()
    expect((await buy(server, rich, { type, id })).status).toBe(201)
    // Its owner learns from the file itself.
    await setStatus(server, fileId, 'processing')
    expect(await unready()).toBeUndefined()
  },
)
