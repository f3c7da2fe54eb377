import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { AddressAccess } from './entity.ts'
import { makeAddress } from './testing/buy.ts'
import { later, ordered, seen, step, test, update } from './testing/order.ts'

test('nobody, a stranger and another seller see no order, no address, and change nothing', async ({ sides }) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  const stranger = await makePerson(server, `stranger_${randomUUID().slice(0, 8)}`)
  const seller = await makePerson(server, `seller_${randomUUID().slice(0, 8)}`, true)
  const calls = [
    [`GET /orders/${id}`, undefined],
    [`POST /orders/${id}/cancel`, { version: 1 }],
    [`POST /orders/${id}/received`, { version: 1 }],
    [`POST /orders/${id}/refund-request`, { version: 1 }],
    [`PUT /orders/${id}/update/delivery-address`, { version: 1, city: 'Oslo' }],
    [`PUT /orders/${id}/update`, { version: 1, sellerNote: 'Mine' }],
  ] as const
  for (const [target, body] of calls) {
    const statuses: number[] = []
    for (const token of ['', stranger.token, seller.token])
      statuses.push((await call(server, target, { token, body })).status)
    expect(statuses, target).toEqual([401, target.endsWith('/update') ? 403 : 404, 404])
  }
  const crossed = [
    [await step(server, creator, { path: `${id}/received`, version: 1 }), 404],
    [await step(server, creator, { path: `${id}/refund-request`, version: 1 }), 404],
    [await update(server, fan, { id, version: 1, fulfilment: 'processing' }), 403],
    [
      await call(server, `PUT /orders/${id}/update/delivery-address`, {
        token: creator.token,
        body: { version: 1, city: 'Oslo' },
      }),
      404,
    ],
  ] as const
  for (const [{ status }, expected] of crossed) expect(status).toBe(expected)
  const theirs = { version: 1, addressId: await makeAddress(server, stranger) }
  const moved = await call(server, `PUT /orders/${id}/update/delivery-address`, { token: fan.token, body: theirs })
  expect(moved).toMatchObject({ status: 404, body: { message: 'This address is no longer there.' } })
  for (const person of [stranger, seller]) {
    const device = new TestDevice(server, person)
    await device.syncAll()
    expect([...device.all('orders'), ...device.all('sales')]).toEqual([])
    for (const list of ['GET /orders/users/search', 'GET /orders/search'] as const) {
      const { status, body } = await call(server, list, { token: person.token })
      expect(status === 403 ? 0 : body['total']).toBe(0)
    }
  }
  for (const [list, token] of [
    ['GET /orders/users/search', fan.token],
    ['GET /orders/search', creator.token],
  ] as const) {
    const { body, text } = await call(server, `${list}?q=${(await seen(server, fan, id)).number.toLowerCase()}`, {
      token,
    })
    expect(body['total']).toBe(1)
    expect(text).not.toContain('Storgatan')
  }
  expect((await seen(server, fan, id)).version).toBe(1)
})

test('a seller sees where it goes until 30 days after it is complete, then the country alone; each look is noted', async ({
  sides,
}) => {
  const { server, fan, creator } = sides
  const { _id: id } = await ordered(sides, [{ price: 20 }])
  const device = new TestDevice(server, creator)
  await device.syncAll()
  expect((await seen(server, creator, id)).address).toMatchObject({ line1: 'Storgatan 1', postal: '903 26' })
  const looks = () => server.app.orm.em.fork().count(AddressAccess, { orderId: id, actorId: creator.id })
  await expect.poll(looks).toBe(1)
  // On a day on which no device read it, its page alone was opened.
  const { clock } = server.app
  server.app.clock = () => new Date(clock().getTime() - 24 * 60 * 60 * 1000)
  await seen(server, creator, id)
  server.app.clock = clock
  await expect.poll(looks).toBe(2)
  const moved = { version: 1, city: 'Oslo', country: 'NO' }
  const changed = await call(server, `PUT /orders/${id}/update/delivery-address`, { token: fan.token, body: moved })
  expect(changed.body).toMatchObject({ version: 2, address: { line1: 'Storgatan 1', city: 'Oslo', country: 'NO' } })
  await update(server, creator, { id, version: 2, fulfilment: 'processing' })
  await update(server, creator, { id, version: 3, fulfilment: 'shipped' })
  await step(server, fan, { path: `${id}/received`, version: 4, complete: true })
  await later(server, 29.9)
  expect((await seen(server, creator, id)).address).toMatchObject({ line1: 'Storgatan 1' })
  await later(server, 30.1)
  const rest = { name: '', line1: '', line2: '', city: '', state: '', postal: '', country: 'NO', phone: null }
  expect((await seen(server, creator, id)).address).toEqual(rest)
  expect((await seen(server, fan, id)).address).toMatchObject({ line1: 'Storgatan 1' })
  await device.syncAll()
  expect(device.all('sales')).toMatchObject([{ address: rest }])
  expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
})
