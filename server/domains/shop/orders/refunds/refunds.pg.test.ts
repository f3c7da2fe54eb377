import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { Charge } from '../../../money/money/charges/entity.ts'
import { refundCharge } from '../../../money/money/charges/refund.ts'
import { brokenRules } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { admin } from '../admin.ts'
import { RefundRequest } from '../entity.ts'
import { balanceOf, later, ordered, seen, step, stockOf, test, update } from '../testing/order.ts'
import type { Line } from '../testing/order.ts'

test('tokens go back by line: pieces, an amount, and the rest with its shipping, to the last one', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const order = await ordered(sides, [{ price: 33, quantity: 3 }, { price: 10 }])
  const [prints, cup] = order.lines
  const { _id: id } = order
  const refund = (version: number, given: object) => update(server, creator, { id, version, refund: given })
  const one = await refund(1, { lines: [{ lineId: prints?._id, quantity: 1 }], restock: true, reason: 'Damaged' })
  expect(one.body).toMatchObject({ payment: 'partly_refunded', refunded: 33 })
  expect(await stockOf(server, prints?.productId)).toBe(8)
  const some = await refund(2, { lines: [{ lineId: cup?._id, tokens: 4 }] })
  expect(some.body).toMatchObject({
    refunded: 37,
    lines: [{ refundedQuantity: 1 }, { refundedTokens: 4, refundedQuantity: 0 }],
  })
  const much = await refund(3, { lines: [{ lineId: cup?._id, tokens: 7 }] })
  expect([much.status, much.body['message']]).toEqual([400, 'You can refund 6 tokens at most.'])
  expect((await refund(3, { lines: [{ lineId: prints?._id, quantity: 3 }] })).status).toBe(400)
  expect((await refund(2, {})).status, 'an older version').toBe(409)
  const rest = await refund(3, {})
  expect(rest.body).toMatchObject({ payment: 'refunded', refunded: 109 })
  expect([await balanceOf(server, fan), await stockOf(server, prints?.productId)]).toEqual([109, 8])
  expect(await refund(4, {})).toMatchObject({ status: 409 })
  expect(await brokenRules(server)).toEqual([])
})

test('a file whose line is given back closes; an operator’s refund of the payment reaches the order', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const device = new TestDevice(server, fan)
  const files: Line[] = [
    { price: 20, type: 'digital' },
    { price: 5, type: 'digital' },
  ]
  const order = await ordered(sides, files)
  const [book, song] = order.lines
  const owned = async () => {
    await device.syncAll()
    return device.all<{ _id: string; objectId: string }>('grants').map(({ objectId }) => objectId)
  }
  expect(new Set(await owned())).toEqual(new Set([book?.productId, song?.productId]))
  await update(server, creator, { id: order._id, version: 1, refund: { lines: [{ lineId: book?._id }] } })
  expect(await owned()).toEqual([song?.productId])
  await transact(server.app, null, (tx) =>
    refundCharge(tx, { chargeId: order._id, reason: 'Support', key: randomUUID() }),
  )
  expect(await owned()).toEqual([])
  expect(await seen(server, fan, order._id)).toMatchObject({ payment: 'refunded', refunded: 25 })
  expect(await brokenRules(server)).toEqual([])
})

test('a request stops what is earned; refused and appealed, staff decide for good', async ({ sides }) => {
  const { server, fan, creator } = sides
  const order = await ordered(sides, [{ price: 20, type: 'digital' }])
  const { _id: id } = order
  const free = async () => (await server.app.orm.em.fork().findOneOrFail(Charge, { id })).availableAt ?? null
  expect(await free()).not.toBeNull()
  const asked = await step(server, fan, {
    path: `${id}/refund-request`,
    version: 1,
    reason: 'not_as_described',
    note: 'Blank',
  })
  expect(asked.body).toMatchObject({ refundRequest: { state: 'open', reason: 'not_as_described', note: 'Blank' } })
  expect(await free()).toBeNull()
  expect((await seen(server, creator, id)).allowed).toEqual(['refund', 'grant', 'refuse'])
  const waiting = await call(server, 'GET /orders/search?needsAction=true', { token: creator.token })
  expect(waiting.body).toMatchObject({ total: 1, data: [{ _id: id, needsAction: true }] })
  const refused = await update(server, creator, {
    id,
    version: 2,
    request: { decision: 'refuse', answer: 'It is fine' },
  })
  expect(refused.body).toMatchObject({ refundRequest: { state: 'refused', answer: 'It is fine' } })
  expect(await free()).not.toBeNull()
  const { version } = await seen(server, fan, id)
  const appealed = await step(server, fan, { path: `${id}/refund-request`, version })
  expect(appealed.body).toMatchObject({ payment: 'disputed', refundRequest: { state: 'appealed' }, allowed: [] })
  expect(await free()).toBeNull()
  const lines: string[] = []
  const run = (...args: string[]) =>
    admin['order']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  await run('list')
  expect(lines.at(-1)).toBe('1 request waits')
  await run('grant', order.number, 'It', 'is', 'blank')
  expect(await seen(server, fan, id)).toMatchObject({
    ...{ payment: 'refunded', refundRequest: { state: 'granted', isFinal: true, answer: 'It is blank' } },
  })
  await expect(run('refuse', order.number, 'No')).rejects.toMatchObject({ kind: 'conflict' })
  expect(await brokenRules(server)).toEqual([])
})

test('a request that its seller leaves for three days goes to staff, and one they refuse is over', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id: id, number } = await ordered(sides, [{ price: 20 }])
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  await update(server, creator, { id, version: 2, fulfilment: 'shipped' })
  await step(server, fan, { path: `${id}/refund-request`, version: 3, reason: 'not_arrived' })
  await later(server, 2.9)
  expect((await seen(server, fan, id)).refundRequest?.state).toBe('open')
  await later(server, 3.1)
  expect(await seen(server, fan, id)).toMatchObject({
    payment: 'disputed',
    refundRequest: { state: 'appealed', answerBy: null },
  })
  await admin['order']?.run({ app: server.app, args: ['refuse', number, 'It', 'arrived'], print: () => undefined })
  expect(await seen(server, fan, id)).toMatchObject({
    payment: 'paid',
    refundRequest: { state: 'refused', isFinal: true },
  })
  expect((await step(server, fan, { path: `${id}/refund-request`, version: 99 })).status).toBe(409)
  expect(await brokenRules(server)).toEqual([])
})

test('refunds and cancels of one order at once give back no more than was paid', async ({ sides }) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 50 }])
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => update(server, creator, { id, version: 1, refund: { lines: [] } })),
    ...Array.from({ length: 4 }, () => step(server, creator, { path: `${id}/cancel`, version: 1 })),
  ])
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await balanceOf(server, fan)).toBe(50)
  expect(await brokenRules(server)).toEqual([])
})

test('an order has one request at a time, whichever device asks', async ({ sides }) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  const asked = await Promise.all(
    Array.from({ length: 5 }, () => step(server, fan, { path: `${id}/refund-request`, version: 2 })),
  )
  expect(asked.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await server.app.orm.em.fork().count(RefundRequest, { orderId: id })).toBe(1)
})
