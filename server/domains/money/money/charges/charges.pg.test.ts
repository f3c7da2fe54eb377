import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { publishPost } from '../../../content/posts/commands.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { setFollow } from '../../../people/follows/commands.ts'
import { rejectCreator } from '../../../people/performers/review/approve-creator.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { Charge } from './entity.ts'
import { matureEarnings } from './mature-earnings.ts'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 100, granted: 20 })
  return fan
})

function tip(server: TestServer, from: Person, { to, ...body }: { to: { id: string } } & Record<string, unknown>) {
  const whole = { _id: randomUUID(), tokens: 10, ...body }
  return call(server, `POST /wallet/charges/tip/${to.id}`, { token: from.token, body: whole })
}

function buy(server: TestServer, from: Person, { postId, price }: { postId: string; price: number }) {
  const body = { _id: randomUUID(), price }
  return call(server, `POST /wallet/charges/feed/${postId}`, { token: from.token, body })
}

async function publish({ app }: TestServer, author: Person, edit: object = {}): Promise<string> {
  const _id = v7()
  const post = { _id, text: 'The whole of it', access: 'paid', price: 30, scheduledAt: null, poll: null, fileIds: [] }
  await transact(app, author.actor, (tx) => publishPost(tx, { ...post, ...edit } as Parameters<typeof publishPost>[1]))
  return _id
}

test('a tip takes given tokens first, and says what is left', async ({ server, rich, creator }) => {
  const first = await tip(server, rich, { to: creator, tokens: 15, message: 'Thank you' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({
    type: 'tip',
    tokens: 15,
    amount: 75,
    currency: 'USD',
    balance: 105,
    status: 'done',
  })
  expect((await tip(server, rich, { to: creator, tokens: 15 })).body).toMatchObject({ balance: 90 })
  const charges = await server.app.orm.em.fork().find(Charge, { fanId: rich.id }, { orderBy: { createdAt: 'asc' } })
  expect(charges.map(({ granted, share, revenue, tax }) => [granted, share, revenue, tax])).toEqual([
    [15, 6000, 1500, 0],
    [5, 6000, 1500, 0],
  ])
  expect(await brokenRules(server)).toEqual([])
})

test('50 times the same tip at once is one; the same id for something else is refused', async ({
  server,
  rich,
  creator,
}) => {
  const _id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => tip(server, rich, { to: creator, _id })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(new Set(answers.map(({ body }) => body['createdAt'])).size).toBe(1)
  const other = await tip(server, rich, { to: creator, _id, tokens: 11 })
  expect([other.status, other.body['message']]).toEqual([409, 'This was used for something else.'])
  const thief = await makePerson(server, `thief_${_id.slice(0, 8)}`)
  await fillWallet(server, thief.id, { paid: 50 })
  expect((await tip(server, thief, { to: creator, _id })).status).toBe(409)
  expect(await brokenRules(server)).toEqual([])
})

test('takes nine of 50 simultaneous tips of 10 from 90 tokens', async ({ server, fan, creator }) => {
  await fillWallet(server, fan.id, { paid: 90 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => tip(server, fan, { to: creator })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(9)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ status, body }) => `${status} ${String(body['message'])}`))).toEqual(
    new Set(['402 Not enough tokens. You need 10 more.']),
  )
  expect(await brokenRules(server)).toEqual([])
})

test.for<[string, object, number]>([
  ['no id', { _id: undefined }, 400],
  ['less than the least', { tokens: 9 }, 400],
  ['more than the most', { tokens: 10_001 }, 400],
  ['a part of a token', { tokens: 10.5 }, 400],
  ['a negative number', { tokens: -10 }, 400],
  ['a long message', { message: 'x'.repeat(201) }, 400],
])('a tip with %s is refused, and nothing is charged', async ([, body, status], { server, rich, creator }) => {
  expect((await tip(server, rich, { to: creator, ...body })).status).toBe(status)
  expect(await server.app.orm.em.fork().count(Charge, { fanId: rich.id })).toBe(0)
})

test('nobody tips themselves, a fan, a creator closed to others, or without an account', async ({
  server,
  rich,
  creator,
  fan,
}) => {
  await fillWallet(server, creator.id, { paid: 100 })
  expect((await tip(server, creator, { to: creator })).body['message']).toBe('You cannot pay yourself.')
  const other = await makePerson(server, `not_a_creator_${randomUUID().slice(0, 8)}`)
  expect((await tip(server, rich, { to: other })).status).toBe(404)
  expect((await tip(server, rich, { to: { id: randomUUID() } })).status).toBe(404)
  const closed = await makePerson(server, `closed_${randomUUID().slice(0, 8)}`, true)
  await transact(server.app, null, (tx) => rejectCreator(tx, closed.user.username ?? '', { reason: 'No' }))
  expect((await tip(server, rich, { to: closed })).status).toBe(404)
  expect((await tip(server, { ...fan, token: '' }, { to: creator })).status).toBe(401)
})

test('a post that is bought opens on every device of the buyer, for nobody else', async ({ server, rich, creator }) => {
  const postId = await publish(server, creator)
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`)
  const devices = [new TestDevice(server, rich), new TestDevice(server, rich), new TestDevice(server, other)]
  for (const person of [rich, other])
    await transact(server.app, person.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  for (const device of devices) await device.syncAll()
  const shown = (collection: string, id: (device: TestDevice) => string, field: string) =>
    devices.map(
      (device) =>
        [...device.rows.values()].map((rows) => rows.get(`${collection} ${id(device)}`)).find(Boolean)?.[field],
    )
  const locked = () => shown('posts', () => postId, 'isLocked')
  expect(locked()).toEqual([true, true, true])
  const bought = await buy(server, rich, { postId, price: 30 })
  expect([bought.status, bought.body['balance']]).toEqual([201, 90])
  for (const device of devices) await device.syncAll()
  expect(locked()).toEqual([false, false, true])
  expect(shown('wallets', (device) => device.person.id, 'balance')).toEqual([90, 90, undefined])
  expect(await brokenRules(server)).toEqual([])
})

test('a post is bought once, at the price that was seen', async ({ server, rich, creator }) => {
  const postId = await publish(server, creator)
  const stale = await buy(server, rich, { postId, price: 1 })
  expect([stale.status, stale.body['message'], stale.body['details']]).toEqual([
    409,
    'The price has changed. Nothing was charged.',
    [{ path: 'price', message: '30' }],
  ])
  const both = await Promise.all([buy(server, rich, { postId, price: 30 }), buy(server, rich, { postId, price: 30 })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(both.find(({ status }) => status === 409)?.body['message']).toBe('You own this already.')
  const free = await publish(server, creator, { access: 'public', price: 0 })
  expect((await buy(server, rich, { postId: free, price: 30 })).status).toBe(409)
  const members = await publish(server, creator, { access: 'subscribers', price: 0 })
  expect((await buy(server, rich, { postId: members, price: 30 })).body['message']).toBe('This is not for sale.')
  expect((await buy(server, rich, { postId: randomUUID(), price: 30 })).status).toBe(404)
  expect(await brokenRules(server)).toEqual([])
})

test('each side finds its payments, and nobody else does', async ({ server, rich, creator }) => {
  await tip(server, rich, { to: creator, tokens: 10, message: 'One' })
  await buy(server, rich, { postId: await publish(server, creator), price: 30 })
  const paid = await call(server, 'GET /wallet/charges/search', { token: rich.token })
  expect(paid.body).toMatchObject({
    total: 2,
    data: [
      { type: 'feed', tokens: 30 },
      { type: 'tip', message: 'One' },
    ],
  })
  const tips = await call(server, 'GET /performer/earning/search?type=tip', { token: creator.token })
  expect(tips.body).toMatchObject({
    total: 1,
    data: [{ gross: 5000, tax: 0, commission: 1000, net: 4000, state: 'pending', fan: { _id: rich.id } }],
  })
  expect((await call(server, 'GET /performer/earning/search', { token: rich.token })).status).toBe(403)
  const stranger = await makePerson(server, `stranger_${randomUUID().slice(0, 8)}`, true)
  expect((await call(server, 'GET /performer/earning/search', { token: stranger.token })).body['total']).toBe(0)
  expect((await call(server, 'GET /wallet/charges/search', { token: stranger.token })).body['total']).toBe(0)
})

test('earnings are free once their time has come, once, with two workers too', async ({ server, rich, creator }) => {
  await tip(server, rich, { to: creator })
  const own = () => server.app.orm.em.fork().findOneOrFail(Charge, { fanId: rich.id })
  await matureEarnings(server.app)
  expect((await own()).state).toBe('pending')
  const { availableAt } = await own()
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Charge, { fanId: rich.id }, { availableAt: tx.now }))
  expect(Number(availableAt) - (await own()).createdAt.getTime()).toBe(7 * 24 * 60 * 60 * 1000)
  await Promise.all([matureEarnings(server.app), matureEarnings(server.app)])
  expect((await own()).state).toBe('available')
  expect(await brokenRules(server)).toEqual([])
})
