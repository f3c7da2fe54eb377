import { randomUUID } from 'node:crypto'
import { NOTIFICATIONS_MAX } from '@vesper/sync/vesper/records/notification.ts'
import type { Notice, NotificationRead } from '@vesper/sync/vesper/records/notification.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { User } from '../../people/accounts/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { readNotifications } from './commands.ts'
import { deliverEvents } from './deliver.ts'
import { NotificationEvent } from './entity.ts'
import { addEvents, notify } from './notify.ts'
import type { NewNotice } from './notify.ts'
import { test } from './testing/test.ts'

type List = { data: Notice[]; total: number; readSeq: number; unread: number }

const comment = (to: Person, by: Person, { id = randomUUID(), preview = 'Nice!' } = {}): NewNotice => ({
  ...{ userId: to.id, kind: 'comment', actorId: by.id, object: { type: 'feed', id }, preview },
})

async function tell(server: TestServer, notices: readonly NewNotice[]): Promise<void> {
  for (const notice of notices) await transact(server.app, null, (tx) => notify(tx, notice))
  await deliverEvents(server.app)
}

async function listOf(server: TestServer, { token }: Person): Promise<List> {
  return (await call(server, 'GET /notifications', { token })).body as unknown as List
}

async function versionOf(server: TestServer, userId: string): Promise<number> {
  const rows = await server.app.orm.em
    .fork()
    .execute<{ version: string }[]>('select version from space where id = ?', [`u:${userId}`])
  return Number(rows[0]?.version ?? 0)
}

test('events of one kind about one thing are one entry while it is unread', async ({ server, fan, creator }) => {
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
  const [post, another] = [randomUUID(), randomUUID()]
  await tell(server, [
    comment(creator, fan, { id: post, preview: 'First' }),
    comment(creator, other, { id: post, preview: ` Second \n ${'x'.repeat(200)}` }),
    comment(creator, fan, { id: another, preview: 'Third' }),
    { ...comment(creator, fan, { id: post }), kind: 'mention' },
  ])
  const before = await listOf(server, creator)
  expect(before).toMatchObject({ total: 3, readSeq: 0, unread: 3 })
  expect(before.data.map(({ kind, count }) => [kind, count])).toEqual([
    ['mention', 1],
    ['comment', 1],
    ['comment', 2],
  ])
  const joined = before.data.find(({ objectId, kind }) => objectId === post && kind === 'comment')
  expect(joined).toMatchObject({ actors: [{ _id: other.id }, { _id: fan.id }], preview: `Second ${'x'.repeat(132)}…` })
  expect((await call(server, 'POST /notifications/read-all', { token: creator.token, body: {} })).body).toEqual({
    readSeq: 4,
  })
  await tell(server, [comment(creator, fan, { id: post, preview: 'Fourth' })])
  const { data, ...after } = await listOf(server, creator)
  expect([after, data[0]]).toMatchObject([
    { total: 4, unread: 1 },
    { preview: 'Fourth', count: 1 },
  ])
})

test('nobody hears of themselves, of accounts that are gone, or of a transaction that rolled back', async ({
  server,
  fan,
  creator,
}) => {
  await transact(server.app, null, (tx) => notify(tx, comment(creator, creator)))
  expect(await server.app.orm.em.fork().count(NotificationEvent, { userId: creator.id })).toBe(0)
  const failing = transact(server.app, null, async (tx) => {
    await notify(tx, comment(creator, fan))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await transact(server.app, null, async (tx) => {
    await notify(tx, comment(creator, fan))
    ;(await tx.em.findOneOrFail(User, { id: fan.id })).status = 'suspended'
  })
  await deliverEvents(server.app)
  expect(await listOf(server, creator)).toMatchObject({ total: 0, unread: 0 })
  expect(await server.app.orm.em.fork().count(NotificationEvent, { userId: creator.id })).toBe(0)
})

test('neither side of a block hears of the other', async ({ server, fan, creator }) => {
  // Before the delivery: a comment can come a moment before its author is blocked.
  for (const notice of [comment(creator, fan), comment(fan, creator)]) {
    await transact(server.app, null, (tx) => notify(tx, notice))
  }
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: true, reason: '' }))
  await deliverEvents(server.app)
  expect(await listOf(server, creator)).toMatchObject({ total: 0, unread: 0 })
  expect(await listOf(server, fan)).toMatchObject({ total: 0, unread: 0 })
})

test('the furthest position of two devices that read at once stands', async ({ server, fan, creator }) => {
  await tell(server, [comment(creator, fan), comment(creator, fan), comment(creator, fan)])
  let behind: Promise<number> | undefined
  await transact(server.app, creator.actor, async (tx) => {
    await readNotifications(tx, { seq: 3 })
    await tx.em.flush()
    behind = transact(server.app, creator.actor, (other) => readNotifications(other, { seq: 1 }))
    await waitsForLock(server)
  })
  expect(await behind).toBe(3)
  expect(await listOf(server, creator)).toMatchObject({ readSeq: 3, unread: 0 })
})

test('a burst of events moves the space of its account once', async ({ server, fan, creator }) => {
  const posts = Array.from({ length: 5 }, () => randomUUID())
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      transact(server.app, null, async (tx) => {
        const id = posts[n % posts.length] ?? randomUUID()
        await notify(tx, comment(creator, fan, { id }))
      }),
    ),
  )
  const before = await versionOf(server, creator.id)
  // Deliveries at once share the events.
  await Promise.all([deliverEvents(server.app), deliverEvents(server.app)])
  expect((await versionOf(server, creator.id)) - before).toBe(1)
  const { data } = await listOf(server, creator)
  expect(data.map(({ count }) => count)).toEqual([20, 20, 20, 20, 20])
})

test('read on one device is read on all, and the furthest position stands', async ({ server, fan, creator }) => {
  const [one, two] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  await tell(server, [comment(creator, fan), comment(creator, fan)])
  await one.syncAll()
  await two.syncAll()
  expect(new Set(one.all<Notice>('notifications').map(({ seq }) => seq))).toEqual(new Set([1, 2]))
  await one.sync([mutation('notification.read-all', { seq: 2 })])
  // A device that was away sends an older position, and one sends a place that is yet to come.
  await two.sync([mutation('notification.read-all', { seq: 1 })])
  await two.sync([mutation('notification.read-all', { seq: 900 })])
  await two.syncAll()
  expect(two.all<NotificationRead>('notification-reads')).toEqual([{ _id: creator.id, readSeq: 2 }])
  await tell(server, [comment(creator, fan)])
  expect(await listOf(server, creator)).toMatchObject({ unread: 1, readSeq: 2 })
})

test('the notifications of an account are for nobody else', async ({ server, fan, creator }) => {
  await tell(server, [comment(creator, fan, { preview: 'Private' })])
  const stranger = new TestDevice(server, fan)
  await stranger.syncAll()
  expect(stranger.all('notifications')).toEqual([])
  await stranger.sync([mutation('notification.read-all', { seq: 1 })])
  expect(await listOf(server, creator)).toMatchObject({ unread: 1 })
  expect(await listOf(server, fan)).toMatchObject({ total: 0 })
})

test('the latest 500 are kept, on the server and on devices', async ({ server, fan, creator }) => {
  const device = new TestDevice(server, creator)
  const about = { userId: creator.id, kind: 'comment', objectType: 'feed', preview: 'old' } as const
  const rest = { event: null, pageType: null, pageId: null, actors: [fan.id], count: 1 }
  const bulk = Array.from({ length: NOTIFICATIONS_MAX }, () => ({ ...about, ...rest, objectId: randomUUID() }))
  await transact(server.app, null, (tx) => addEvents(tx, bulk))
  await deliverEvents(server.app)
  await device.syncAll()
  await tell(server, [comment(creator, fan, { preview: 'new' }), comment(creator, fan, { preview: 'new' })])
  await device.syncAll()
  const seqs = device.all<Notice>('notifications').map(({ seq }) => seq)
  expect([seqs.length, Math.min(...seqs), Math.max(...seqs)]).toEqual([500, 3, 502])
  expect(await listOf(server, creator)).toMatchObject({ total: 500, unread: 500 })
})

test('an event that cannot be delivered is set aside and told to the log, and all others arrive', async ({
  server,
  fan,
  creator,
}) => {
  const em = server.app.orm.em.fork()
  await em.execute(`create function refuse_poison() returns trigger language plpgsql as
    $$ begin if new.preview = 'poison' then raise exception 'poison'; end if; return new; end $$`)
  await em.execute(`create trigger poison before insert on notification for each row execute function refuse_poison()`)
  await tell(server, [
    comment(creator, fan, { preview: 'poison' }),
    comment(creator, fan, { preview: 'after the poison' }),
    comment(fan, creator, { preview: 'of another account' }),
  ])
  await em.execute('drop function refuse_poison cascade')
  const previewsOf = async (person: Person) => (await listOf(server, person)).data.map(({ preview }) => preview)
  expect([await previewsOf(creator), await previewsOf(fan)]).toEqual([['after the poison'], ['of another account']])
  const left = await em.find(NotificationEvent, { userId: creator.id })
  expect(left.map(({ preview }) => preview)).toEqual(['poison'])
  expect(
    server.logLines.filter((line) => line.includes('events were set aside') && line.includes(left[0]?.id ?? '?')),
  ).toHaveLength(1)
  await deliverEvents(server.app)
  expect((await previewsOf(creator)).toSorted()).toEqual(['after the poison', 'poison'])
})
