import { randomUUID } from 'node:crypto'
import { MUTABLE_KINDS, NOTICE_KINDS } from '@vesper/sync/vesper/records/notification.ts'
import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { PushDelivery, PushSubscription } from '../push/entity.ts'
import { flushPushes } from '../push/queue.ts'
import { deliverEvents } from './deliver.ts'
import { Notification } from './entity.ts'
import { notify } from './notify.ts'
import { test } from './testing/test.ts'

async function tellOf({ app }: TestServer, to: Person, { from, kind }: { from: Person; kind: NoticeKind }) {
  const object = { type: 'feed', id: randomUUID() } as const
  await transact(app, null, (tx) => notify(tx, { userId: to.id, kind, actorId: from.id, object }))
}

async function kindsOf({ app }: TestServer, { id: userId }: Person) {
  await deliverEvents(app)
  const told = await app.orm.em.fork().find(Notification, { userId }, { orderBy: { seq: 'asc' } })
  return told.map(({ kind }) => kind)
}

async function takePushes({ app }: TestServer, { id: userId, actor: { sessionId } }: Person): Promise<string> {
  const id = randomUUID()
  const at = { endpoint: `http://127.0.0.1:9/${id}`, p256dh: 'A', auth: 'A', createdAt: new Date() }
  await transact(app, null, async ({ em }) => {
    em.create(PushSubscription, { id, userId, sessionId, ...at, kinds: [...NOTICE_KINDS] })
  })
  return id
}

const choose = (server: TestServer, { token }: Person, notices: object) =>
  call(server, 'PUT /users/me/preferences', { token, body: { notices } })

test.for([...MUTABLE_KINDS])(
  'an account that wants no %s has none, in the app and as a push',
  async (kind, { server, fan, creator }) => {
    const device = await takePushes(server, creator)
    expect((await choose(server, creator, { [kind]: false })).body).toMatchObject({ muted: [kind] })
    await tellOf(server, creator, { from: fan, kind })
    await tellOf(server, creator, { from: fan, kind: 'system' })
    expect(await kindsOf(server, creator)).toEqual(['system'])
    await flushPushes(server.app)
    const pushes = await server.app.orm.em.fork().find(PushDelivery, { subscriptionId: device })
    expect(pushes.map(({ payload }) => payload.kind)).toEqual(['system'])
  },
)

test('a choice counts when the news arrive: just before them it does, and afterwards they stay', async ({
  server,
  fan,
  creator,
}) => {
  await tellOf(server, creator, { from: fan, kind: 'tip' })
  await choose(server, creator, { tip: false })
  expect(await kindsOf(server, creator)).toEqual([])
  await choose(server, creator, { tip: true })
  await tellOf(server, creator, { from: fan, kind: 'tip' })
  expect(await kindsOf(server, creator)).toEqual(['tip'])
  await choose(server, creator, { tip: false })
  expect(await kindsOf(server, creator)).toEqual(['tip'])
})

test('the choice of one account is not that of another', async ({ server, fan, creator, pair }) => {
  await choose(server, creator, { tip: false })
  await tellOf(server, pair.creator, { from: fan, kind: 'tip' })
  expect(await kindsOf(server, pair.creator)).toContain('tip')
})

test.for(['review', 'system'])('a server refuses to turn off %s', async (kind, { server, creator }) => {
  expect((await choose(server, creator, { [kind]: false })).status).toBe(400)
})

test('two devices without a line turn off one kind each: both are off everywhere', async ({ server, creator }) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  await one.sync([mutation('preferences.update', { changes: { notices: { tip: false } } })])
  await two.sync([mutation('preferences.update', { changes: { notices: { sale: false, like: true } } })])
  for (const device of [one, two]) await device.syncAll()
  for (const device of [one, two]) expect(device.all('preferences')).toMatchObject([{ muted: ['tip', 'sale'] }])
})
