import { randomUUID } from 'node:crypto'
import type { Notice } from '@vesper/sync/vesper/records/notification.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { setBlock } from '../../../community/blocks/commands.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { makeStream } from '../../../live/chat/testing/chat.ts'
import { deliverEvents } from '../../../notify/notifications/deliver.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { fillWallet } from '../testing/books.ts'
import { Charge } from './entity.ts'
import { holdDisputed } from './hold.ts'
import { refundCharge } from './refund.ts'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 500 })
  return fan
})

async function tip(server: TestServer, { token }: Person, { to, ...body }: { to: Person; [field: string]: unknown }) {
  const whole = { _id: randomUUID(), tokens: 10, ...body }
  expect((await call(server, `POST /wallet/charges/tip/${to.id}`, { token, body: whole })).status).toBeLessThan(300)
}

async function sellPost({ app }: TestServer, creator: Person, text: string): Promise<string> {
  const post = { _id: v7(), text, access: 'paid', price: 30, scheduledAt: null, poll: null, fileIds: [] } as const
  await transact(app, creator.actor, (tx) => publishPost(tx, { ...post, fileIds: [] }))
  return post._id
}

async function buy(
  server: TestServer,
  { token }: Person,
  { postId, _id = randomUUID() }: { postId: string; _id?: string },
) {
  const answer = await call(server, `POST /wallet/charges/feed/${postId}`, { token, body: { _id, price: 30 } })
  expect(answer.status).toBeLessThan(300)
}

async function heardBy(server: TestServer, { token }: Person): Promise<Notice[]> {
  await deliverEvents(server.app)
  const notices = (await call(server, 'GET /notifications', { token })).body['data'] as Notice[]
  return notices.filter(({ kind }) => kind === 'tip' || kind === 'sale')
}

test('a creator hears of each tip with its words, and of those without words of one fan together', async ({
  server,
  rich,
  creator,
}) => {
  const again = randomUUID()
  await tip(server, rich, { to: creator, tokens: 50, message: 'For the tea', _id: again })
  await tip(server, rich, { to: creator, tokens: 50, message: 'For the tea', _id: again })
  await tip(server, rich, { to: creator, tokens: 20, message: 'For the cake' })
  await tip(server, rich, { to: creator, tokens: 10 })
  await tip(server, rich, { to: creator, tokens: 15 })
  const who = {
    kind: 'tip',
    actors: [{ _id: rich.id, username: rich.user.username }],
    pageType: 'user',
    pageId: rich.id,
  }
  expect(await heardBy(server, creator)).toMatchObject([
    { ...who, objectType: 'user', count: 2, tokens: 25, preview: '' },
    { ...who, objectType: 'tip', count: 1, tokens: 20, preview: 'For the cake' },
    { ...who, objectType: 'tip', count: 1, tokens: 50, preview: 'For the tea' },
  ])
  expect(await heardBy(server, rich)).toEqual([])
})

test('the tips of one stream are one entry, and those of a fan who is blocked are none', async ({
  server,
  rich,
  creator,
}) => {
  const stream = await makeStream(server, creator)
  await tip(server, rich, { to: creator, tokens: 10, message: 'One', streamId: stream.id })
  await tip(server, rich, { to: creator, tokens: 12, message: 'Two', streamId: stream.id })
  expect(await heardBy(server, creator)).toMatchObject([
    { kind: 'tip', objectType: 'stream', objectId: stream.id, count: 2, tokens: 22, preview: 'Two' },
  ])
  await tip(server, rich, { to: creator, tokens: 17, message: 'Late' })
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: rich.id, blocked: true, reason: '' }))
  expect(await heardBy(server, creator)).toHaveLength(1)
})

test('a creator hears once of each sale, of several of one thing together, and of what goes back', async ({
  server,
  rich,
  creator,
}) => {
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
  await fillWallet(server, other.id, { paid: 100 })
  const postId = await sellPost(server, creator, 'A morning by the sea')
  const first = randomUUID()
  await buy(server, rich, { postId, _id: first })
  await buy(server, rich, { postId, _id: first })
  await buy(server, other, { postId })
  expect(await heardBy(server, creator)).toMatchObject([
    {
      ...{ kind: 'sale', event: null, objectType: 'feed', objectId: postId, count: 2, tokens: 60 },
      ...{ actors: [{ _id: other.id }, { _id: rich.id }], preview: 'A morning by the sea' },
    },
  ])
  await transact(server.app, null, (tx) =>
    refundCharge(tx, { chargeId: first, key: 'back', reason: 'Asked', tokens: 10 }),
  )
  const [latest] = await heardBy(server, creator)
  expect(latest).toMatchObject({ kind: 'sale', event: 'sale-refunded', actors: [], objectId: first, tokens: 10 })
})

test('a creator hears of a sale whose payment is disputed, and not of others', async ({ server, rich, creator }) => {
  await buy(server, rich, { postId: await sellPost(server, creator, 'Early') })
  const late = randomUUID()
  await buy(server, rich, { postId: await sellPost(server, creator, 'Late'), _id: late })
  const dispute = { fanId: rich.id, tokens: 30, disputeId: 'dp_1' }
  await transact(server.app, null, (tx) => holdDisputed(tx, dispute))
  expect(await server.app.orm.em.fork().count(Charge, { disputeId: 'dp_1' })).toBe(1)
  const heard = (await heardBy(server, creator)).filter(({ event }) => event !== null)
  expect(heard).toMatchObject([{ kind: 'sale', event: 'sale-disputed', objectId: late, tokens: 30 }])
})
