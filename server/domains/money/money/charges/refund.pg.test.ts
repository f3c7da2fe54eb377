import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { postWithPhoto } from '../../../content/posts/testing/post-with-photo.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { setFollow } from '../../../people/follows/commands.ts'
import { grantEntitlement, revokeEntitlement } from '../../../people/grants/commands.ts'
import { admin } from '../../payments/admin.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { Wallet } from '../wallet.ts'
import { Charge, ChargeRefund } from './entity.ts'
import { matureEarnings } from './mature-earnings.ts'
import { refundCharge } from './refund.ts'
import type { RefundRequest } from './refund.ts'

const test = base.extend('rich', { scope: 'test' }, async ({ server, fan }) => {
  await fillWallet(server, fan.id, { paid: 100, granted: 20 })
  return fan
})

async function buyPost(server: TestServer, fan: Person, creator: Person) {
  const held = await postWithPhoto(server, creator, { text: 'The whole of it', access: 'paid', price: 33 })
  const body = { _id: randomUUID(), price: 33 }
  const { status } = await call(server, `POST /wallet/charges/feed/${held.postId}`, { token: fan.token, body })
  expect(status).toBe(201)
  return { ...held, chargeId: body._id }
}

function refund({ app }: TestServer, given: Partial<RefundRequest> & { chargeId: string }) {
  return transact(app, null, (tx) => refundCharge(tx, { reason: 'A mistake', key: randomUUID(), ...given }))
}

async function walletOf({ app }: TestServer, { id: userId }: Person): Promise<[balance: number, granted: number]> {
  const { balance, granted } = await app.orm.em.fork().findOneOrFail(Wallet, { userId })
  return [balance, granted]
}

function chargeOf({ app }: TestServer, id: string): Promise<Charge> {
  return app.orm.em.fork().findOneOrFail(Charge, { id })
}

test('a whole refund gives all tokens back and closes the post on every device, its photo included', async ({
  server,
  rich,
  creator,
}) => {
  await transact(server.app, rich.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const devices = [new TestDevice(server, rich), new TestDevice(server, rich)]
  const { postId, fileId, chargeId } = await buyPost(server, rich, creator)
  for (const device of devices) await device.syncAll()
  const held = () => devices.map((device) => device.all('posts').find(({ _id }) => _id === postId))
  expect(held()).toMatchObject([{ isLocked: false }, { isLocked: false }])
  const { url = '' } = (held()[0]?.['files'] as { url: string }[] | undefined)?.[0] ?? {}
  const statusOfFile = async () =>
    (await fetch(server.url + url, { headers: { authorization: `Bearer ${rich.token}` } })).status
  expect(await statusOfFile()).toBe(200)
  await refund(server, { chargeId })
  expect(await statusOfFile()).toBe(404)
  for (const device of devices) {
    const answer = JSON.stringify(await device.sync())
    expect(answer).not.toContain('The whole of it')
    expect(answer).not.toContain(fileId)
    expect(device.all('wallets')).toMatchObject([{ balance: 120, granted: 20 }])
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
  expect(held()).toMatchObject([{ isLocked: true }, { isLocked: true }])
  expect(await chargeOf(server, chargeId)).toMatchObject({ status: 'refunded', state: 'reversed', refundedTokens: 33 })
  expect(await brokenRules(server)).toEqual([])
})

test('a refund leaves the right that was given for another reason', async ({ server, rich, creator }) => {
  const { postId, chargeId } = await buyPost(server, rich, creator)
  const owned = { userId: rich.id, objectType: 'feed', objectId: postId } as const
  await transact(server.app, null, async (tx) => {
    await revokeEntitlement(tx, owned)
    await grantEntitlement(tx, { ...owned, performerId: creator.id, source: 'gift' })
  })
  await refund(server, { chargeId })
  const seen = await call(server, `GET /user/feeds/${postId}`, { token: rich.token })
  expect(seen.body).toMatchObject({ isLocked: false, text: 'The whole of it' })
  expect(await brokenRules(server)).toEqual([])
})

test('a refunded thing can be bought again', async ({ server, rich, creator }) => {
  const { postId, chargeId } = await buyPost(server, rich, creator)
  await refund(server, { chargeId })
  const body = { _id: randomUUID(), price: 33 }
  expect((await call(server, `POST /wallet/charges/feed/${postId}`, { token: rich.token, body })).status).toBe(201)
  expect(await walletOf(server, rich)).toEqual([87, 0])
  expect(await brokenRules(server)).toEqual([])
})

test('parts of a charge go back, bought tokens first, and sum to the charge to the last unit', async ({
  server,
  rich,
  creator,
}) => {
  const { chargeId } = await buyPost(server, rich, creator)
  for (const [tokens, wallet] of [
    [1, [88, 0]],
    [12, [100, 0]],
    [7, [107, 7]],
  ] as const) {
    await refund(server, { chargeId, tokens })
    expect(await walletOf(server, rich)).toEqual(wallet)
    expect(await brokenRules(server)).toEqual([])
  }
  expect(await chargeOf(server, chargeId), 'a part leaves the post open').toMatchObject({ status: 'done' })
  await expect(refund(server, { chargeId, tokens: 14 })).rejects.toMatchObject({ kind: 'conflict' })
  for (const tokens of [0, -1, 1.5]) {
    await expect(refund(server, { chargeId, tokens })).rejects.toMatchObject({ kind: 'invalid' })
  }
  await refund(server, { chargeId })
  const charge = await chargeOf(server, chargeId)
  expect(charge).toMatchObject({ status: 'refunded', refundedTokens: 33, refundedShare: charge.share })
  expect(await walletOf(server, rich)).toEqual([120, 20])
  await expect(refund(server, { chargeId })).rejects.toMatchObject({ kind: 'conflict' })
  expect(await brokenRules(server)).toEqual([])
})

test('the same refund 20 times at once is one, and 20 of 5 tokens at once from 33 are six', async ({
  server,
  rich,
  creator,
}) => {
  const first = await buyPost(server, rich, creator)
  const key = randomUUID()
  await Promise.all(Array.from({ length: 20 }, () => refund(server, { chargeId: first.chargeId, tokens: 10, key })))
  expect((await chargeOf(server, first.chargeId)).refundedTokens).toBe(10)
  const second = await buyPost(server, rich, creator)
  await expect(refund(server, { chargeId: second.chargeId, tokens: 10, key })).rejects.toMatchObject({
    kind: 'conflict',
  })
  const settled = await Promise.allSettled(
    Array.from({ length: 20 }, () => refund(server, { chargeId: second.chargeId, tokens: 5 })),
  )
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  expect((await chargeOf(server, second.chargeId)).refundedTokens).toBe(30)
  expect(await brokenRules(server)).toEqual([])
})

test('a refund takes back what the creator has earned, before and after it is free', async ({
  server,
  rich,
  creator,
}) => {
  const early = await buyPost(server, rich, creator)
  const late = await buyPost(server, rich, creator)
  await refund(server, { chargeId: late.chargeId, tokens: 3 })
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Charge, { id: late.chargeId }, { availableAt: tx.now }))
  await matureEarnings(server.app)
  expect(await chargeOf(server, late.chargeId)).toMatchObject({ state: 'available' })
  expect(await brokenRules(server)).toEqual([])
  await Promise.all([refund(server, { chargeId: early.chargeId }), refund(server, { chargeId: late.chargeId })])
  expect(await brokenRules(server)).toEqual([])
  const { body } = await call(server, 'GET /performer/earning/search', { token: creator.token })
  expect(body).toMatchObject({ data: [{ state: 'reversed' }, { state: 'reversed' }] })
})

test('refunds and tips of one wallet at once all come through', async ({ server, rich, creator }) => {
  const tip = (_id = randomUUID()) =>
    call(server, `POST /wallet/charges/tip/${creator.id}`, { token: rich.token, body: { _id, tokens: 10 } })
  await fillWallet(server, rich.id, { paid: 200 })
  const ids = Array.from({ length: 12 }, () => randomUUID())
  for (const id of ids) expect((await tip(id)).status).toBe(201)
  // The first two spent given tokens: the others give bought ones back, and touch one account fewer.
  const refunds = ids.slice(2).map((chargeId) => refund(server, { chargeId }))
  const tips = await Promise.all(Array.from({ length: 10 }, () => tip()))
  await Promise.all(refunds)
  expect(tips.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await walletOf(server, rich)).toEqual([200, 0])
  expect(await brokenRules(server)).toEqual([])
})

test('the operator gives a payment back by its id, with a reason', async ({ server, rich, creator }) => {
  const { chargeId } = await buyPost(server, rich, creator)
  const lines: string[] = []
  const run = (...args: string[]) =>
    admin['refund']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  for (const args of [[chargeId], [chargeId, 'all'], [chargeId, '-3', 'No'], ['nonsense', 'all', 'No']]) {
    await expect(run(...args)).rejects.toMatchObject({ kind: 'invalid' })
  }
  await expect(run(randomUUID(), 'all', 'No')).rejects.toMatchObject({ kind: 'not-found' })
  await run(chargeId, '3', 'Bought', 'twice')
  await run(chargeId, 'all', 'And the rest')
  expect(lines).toEqual(['3 tokens were given back', '30 tokens were given back'])
  const refunds = await server.app.orm.em.fork().find(ChargeRefund, { chargeId }, { orderBy: { id: 'asc' } })
  expect(refunds.map(({ reason }) => reason)).toEqual(['Bought twice', 'And the rest'])
  const { body } = await call(server, 'GET /wallet/charges/search', { token: rich.token })
  expect(body).toMatchObject({
    data: [{ status: 'refunded', refundedTokens: 33, taxBps: 0, number: expect.any(Number) as number }],
  })
  expect(await brokenRules(server)).toEqual([])
})

test('a refund is recorded with its reason, and the record cannot be changed', async ({ server, rich, creator }) => {
  const { chargeId } = await buyPost(server, rich, creator)
  await refund(server, { chargeId, tokens: 2, reason: 'Bought twice' })
  const em = server.app.orm.em.fork()
  const made = await em.findOneOrFail(ChargeRefund, { chargeId })
  expect(made).toMatchObject({ tokens: 2, reason: 'Bought twice', actorId: null })
  await expect(em.execute('delete from charge_refund where charge_id = ?', [chargeId])).rejects.toThrow()
  await expect(em.execute('update charge_refund set tokens = 1 where charge_id = ?', [chargeId])).rejects.toThrow()
})
