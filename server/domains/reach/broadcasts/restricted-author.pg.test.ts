import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { liftAll, restrict } from '../../community/cases/testing/restrict.ts'
import { publishPost } from '../../content/posts/commands.ts'
import { Post } from '../../content/posts/entity.ts'
import { publishDue } from '../../content/posts/publish-due.ts'
import { NotificationEvent } from '../../notify/notifications/entity.ts'
import { Message } from '../../talk/messages/entity.ts'
import { Broadcast, BroadcastRecipient } from './entity.ts'
import { CastStage } from './testing/cast-stage.ts'

let stage: CastStage
beforeAll(async () => {
  stage = await CastStage.open()
})
afterAll(() => stage.server.stop())
const em = () => stage.server.app.orm.em.fork()
const followers = [{ kind: 'followers' }]

test('a message to many whose author may not write becomes a draft at its time, and its author is told', async () => {
  const { creator } = await stage.creatorWith(2)
  const id = await stage.draft(creator, { include: followers })
  expect((await stage.send(creator, id, 2)).body.state).toBe('counting')
  await restrict(stage.server, creator.id, 'message')
  stage.pass(61_000)
  await stage.work()
  expect(await em().findOneOrFail(Broadcast, { id })).toMatchObject({ state: 'draft', goesAt: null, returned: null })
  expect(await em().count(BroadcastRecipient, { broadcastId: id })).toBe(0)
  expect(await em().count(NotificationEvent, { userId: creator.id, event: 'broadcast-returned' })).toBe(1)
  await liftAll(stage.server, creator.id)
  await stage.work()
  expect((await stage.get(creator, id)).state, 'it waits for its author').toBe('draft')
})

test('a message with a price becomes a draft where its author may not sell', async () => {
  const { creator } = await stage.creatorWith(1)
  const fileIds = [await stage.photo(creator)]
  const id = await stage.draft(creator, { include: followers, price: 5, fileIds })
  await stage.send(creator, id, 1)
  await restrict(stage.server, creator.id, 'sell')
  stage.pass(61_000)
  await stage.work()
  expect((await stage.get(creator, id)).state).toBe('draft')
})

test('a message to many that goes out stops where its author is kept from messages', async () => {
  const { creator } = await stage.creatorWith(45)
  const id = await stage.draft(creator, { include: followers })
  await stage.send(creator, id, 45)
  stage.pass(61_000)
  const sent = () => em().count(Message, { senderId: creator.id })
  await stage.workUntil(async () => (await sent()) > 0)
  const before = await sent()
  await restrict(stage.server, creator.id, 'message')
  await stage.work()
  expect([await sent(), (await stage.get(creator, id)).state]).toEqual([before, 'stopped'])
  expect(before).toBeLessThan(45)
})

test('a scheduled post waits while its author may not publish', async () => {
  const { creator } = await stage.creatorWith(0)
  const scheduledAt = new Date(stage.now().getTime() + 60_000).toISOString()
  const post = { _id: crypto.randomUUID(), text: 'Later', access: 'public', price: 0, poll: null, fileIds: [] } as const
  const args = { ...post, fileIds: [], scheduledAt }
  await transact(stage.server.app, creator.actor, (tx) => publishPost(tx, args))
  await restrict(stage.server, creator.id, 'publish')
  stage.pass(61_000)
  const state = async () => (await em().findOneOrFail(Post, { id: post._id })).status
  await publishDue(stage.server.app)
  expect(await state()).toBe('scheduled')
  await liftAll(stage.server, creator.id)
  await publishDue(stage.server.app)
  expect(await state()).toBe('published')
})
