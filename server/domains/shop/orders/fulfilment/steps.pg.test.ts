import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { Charge } from '../../../money/money/charges/entity.ts'
import { brokenRules } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { rejectCreator } from '../../../people/performers/review/approve-creator.ts'
import { Order } from '../entity.ts'
import { cancelOfClosed } from '../jobs.ts'
import { DAY_MS } from '../machine.ts'
import { makeAddress } from '../testing/buy.ts'
import { balanceOf, later, ordered, seen, step, stockOf, test, update } from '../testing/order.ts'

test('a parcel goes its way, its seller is told by what each may do, and earns once it is complete', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 30 }])
  expect((await seen(server, fan, id)).allowed).toEqual(['change-address', 'cancel'])
  expect((await seen(server, creator, id)).allowed).toEqual(['process', 'cancel', 'refund'])
  expect(await update(server, creator, { id, version: 1, fulfilment: 'shipped' })).toMatchObject({
    status: 409,
    body: { message: 'This order is new; that is not possible yet.' },
  })
  expect((await update(server, creator, { id, version: 1, fulfilment: 'processing' })).status).toBe(200)
  const frozen = { version: 2, addressId: await makeAddress(server, fan) }
  expect(
    await call(server, `PUT /orders/${id}/update/delivery-address`, { token: fan.token, body: frozen }),
  ).toMatchObject({
    status: 409,
    body: { message: 'This order is being prepared; its address can no longer change.' },
  })
  const stale = await update(server, creator, { id, version: 1, fulfilment: 'shipped' })
  expect([stale.status, stale.body['details']]).toEqual([409, [{ path: 'version', message: '2' }]])
  const parcel = { carrier: 'PostNord', trackingNumber: 'UA1', trackingUrl: 'https://tracking.example/UA1' }
  expect((await update(server, creator, { id, version: 2, ...parcel, trackingUrl: 'javascript:x' })).status).toBe(400)
  const shipped = await update(server, creator, { id, version: 2, fulfilment: 'shipped', ...parcel })
  expect(shipped.body).toMatchObject({ fulfilment: 'shipped', ...parcel, version: 3 })
  expect((await update(server, creator, { id, version: 2, fulfilment: 'shipped' })).status, 'the same again').toBe(200)
  for (const who of [fan, creator]) {
    expect(await step(server, who, { path: `${id}/cancel`, version: 3 })).toMatchObject({
      status: 409,
      body: { message: 'This order is on its way; that is no longer possible.' },
    })
  }
  const charge = () => server.app.orm.em.fork().findOneOrFail(Charge, { id })
  expect((await step(server, fan, { path: `${id}/received`, version: 3 })).body).toMatchObject({
    fulfilment: 'delivered',
  })
  await later(server, 13)
  expect([(await seen(server, fan, id)).fulfilment, (await charge()).availableAt ?? null]).toEqual(['delivered', null])
  await later(server, 14.1)
  expect((await seen(server, fan, id)).fulfilment).toBe('completed')
  expect((await charge()).availableAt).not.toBeNull()
  expect((await seen(server, fan, id)).events.map(({ to, by }) => `${to} ${by}`)).toEqual([
    ...['new buyer', 'processing seller', 'shipped seller', 'delivered buyer', 'completed system'],
  ])
  expect(await brokenRules(server)).toEqual([])
})

test('a parcel of which nobody says anything is delivered after 21 days, and complete after 14 more', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 30 }])
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  await update(server, creator, { id, version: 2, fulfilment: 'shipped' })
  await later(server, 20.9)
  expect((await seen(server, fan, id)).fulfilment).toBe('shipped')
  await later(server, 21.1)
  expect((await seen(server, fan, id)).fulfilment).toBe('delivered')
  await later(server, 35.2)
  expect((await seen(server, fan, id)).fulfilment).toBe('completed')
})

test('a buyer cancels what is new, or what a seller lets lie for seven days; all of it comes back', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const first = await ordered(sides, [{ price: 30, quantity: 2 }, { price: 7 }])
  const [{ productId } = { productId: '' }] = first.lines
  expect([await stockOf(server, productId), await balanceOf(server, fan)]).toEqual([8, 0])
  const canceled = await step(server, fan, { path: `${first._id}/cancel`, version: 1, reason: 'Changed my mind' })
  expect(canceled.body).toMatchObject({
    ...{ fulfilment: 'canceled', payment: 'refunded', refunded: 67, cancelReason: 'Changed my mind', allowed: [] },
  })
  expect((await step(server, fan, { path: `${first._id}/cancel`, version: 1 })).status, 'the same again').toBe(200)
  expect([await stockOf(server, productId), await balanceOf(server, fan)]).toEqual([10, 67])
  expect((await seen(server, creator, first._id)).address).toMatchObject({ line1: '', phone: null, country: 'SE' })
  const { _id: id } = await ordered(sides, [{ price: 30 }])
  await update(server, creator, { id, version: 1, fulfilment: 'processing' })
  expect(await step(server, fan, { path: `${id}/cancel`, version: 2 })).toMatchObject({
    status: 409,
    body: { message: 'This order is being prepared; that is not possible now.' },
  })
  expect((await seen(server, fan, id)).cancelableAt).not.toBeNull()
  await transact(server.app, null, ({ em, now }) =>
    em.nativeUpdate(Order, { id }, { paidAt: new Date(now.getTime() - 7 * DAY_MS) }),
  )
  expect((await step(server, fan, { path: `${id}/cancel`, version: 2 })).body).toMatchObject({ fulfilment: 'canceled' })
  expect(await brokenRules(server)).toEqual([])
})

test('the phone of a seller marks as shipped what was canceled meanwhile: the cancel stands, and the phone is told', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id } = await ordered(sides, [{ price: 20 }])
  const phone = new TestDevice(server, creator)
  await phone.syncAll()
  const queued = [
    mutation('order.process', { _id, version: 1 }),
    mutation('order.ship', { _id, version: 2, carrier: '', trackingNumber: 'A1', trackingUrl: null }),
  ]
  expect((await step(server, fan, { path: `${_id}/cancel`, version: 1 })).status).toBe(200)
  const { outcomes } = await phone.sync(queued)
  expect(outcomes).toMatchObject(
    Array.from({ length: 2 }, () => ({
      ...{ status: 'rejected', kind: 'conflict', message: 'This order was canceled; that is no longer possible.' },
    })),
  )
  expect(phone.all('sales')).toMatchObject([{ fulfilment: 'canceled', trackingNumber: '' }])
  expect(await brokenRules(server)).toEqual([])
})

test('steps that were queued go in order, a note moves no version, and what is done already is no conflict', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id } = await ordered(sides, [{ price: 20 }])
  const [phone, desk] = [new TestDevice(server, creator), new TestDevice(server, creator)]
  const ship = { _id, version: 2, carrier: 'DHL', trackingNumber: 'B2', trackingUrl: null }
  await desk.sync([mutation('order.process', { _id, version: 1 }), mutation('order.note', { _id, note: 'Soon' })])
  const { outcomes } = await phone.sync([
    ...[mutation('order.process', { _id, version: 1 }), mutation('order.ship', ship)],
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied'])
  const reader = new TestDevice(server, fan)
  const received = await reader.sync([mutation('order.received', { _id, version: 3 })])
  expect(received.outcomes).toMatchObject([{ status: 'applied' }])
  await phone.syncAll()
  expect(phone.all('sales')).toMatchObject([
    { fulfilment: 'delivered', sellerNote: 'Soon', trackingNumber: 'B2', version: 4 },
  ])
  const stranger = new TestDevice(server, await makePerson(server, `stranger_${randomUUID().slice(0, 8)}`, true))
  const foreign = await stranger.sync([
    mutation('order.note', { _id, note: 'Mine' }),
    mutation('order.received', { _id, version: 4 }),
  ])
  expect(foreign.outcomes).toMatchObject(Array.from({ length: 2 }, () => ({ status: 'rejected', kind: 'not-found' })))
})

test('cancel and ship at once: one of them stands, and the books agree with it', async ({ sides }) => {
  const { server, fan, creator } = sides
  for (let round = 0; round < 6; round += 1) {
    const { _id: id, lines } = await ordered(sides, [{ price: 20 }])
    const [canceled, packed] = await Promise.all([
      step(server, fan, { path: `${id}/cancel`, version: 1 }),
      update(server, creator, { id, version: 1, fulfilment: 'processing' }),
    ])
    expect(new Set([canceled.status, packed.status])).toEqual(new Set([200, 409]))
    expect(await stockOf(server, lines[0]?.productId)).toBe(canceled.status === 200 ? 10 : 9)
  }
  expect(await brokenRules(server)).toEqual([])
})

test('orders that a closed creator has not sent are canceled; those on their way run on', async ({ sides }) => {
  const { server, fan } = sides
  const creator = await makePerson(server, `closing_${randomUUID().slice(0, 8)}`, true)
  const open = await ordered({ server, fan, creator }, [{ price: 20 }])
  const sent = await ordered({ server, fan, creator }, [{ price: 30 }])
  await update(server, creator, { id: sent._id, version: 1, fulfilment: 'processing' })
  await update(server, creator, { id: sent._id, version: 2, fulfilment: 'shipped' })
  await transact(server.app, null, (tx) => rejectCreator(tx, creator.user.username ?? '', { reason: 'No' }))
  expect(await cancelOfClosed(server.app)).toBe(1)
  expect([(await seen(server, fan, open._id)).fulfilment, (await seen(server, fan, sent._id)).fulfilment]).toEqual([
    ...['canceled', 'shipped'],
  ])
  expect(await cancelOfClosed(server.app)).toBe(0)
  expect(await brokenRules(server)).toEqual([])
})
