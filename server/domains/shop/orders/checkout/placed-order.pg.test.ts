import { expect } from 'vitest'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { Order } from '../entity.ts'
import { DAY_MS } from '../machine.ts'
import { checkoutOf, makeAddress } from '../testing/buy.ts'
import { post, test } from '../testing/buyer.ts'
import { ordered, seen } from '../testing/order.ts'

test('files that were bought can be asked back for 14 days, and not a second longer', async ({
  server,
  fan,
  creator,
}) => {
  const { _id } = await ordered({ server, fan, creator }, [{ price: 10, type: 'digital' }])
  const em = server.app.orm.em.fork()
  const { paidAt } = await em.findOneOrFail(Order, { id: _id })
  const { clock } = server.app
  server.app.clock = () => paidAt
  try {
    const earlier = (seconds: number) =>
      em.execute(
        `update "order" set paid_at = paid_at - make_interval(secs => ?), delivered_at = delivered_at - make_interval(secs => ?)
         where id = ?`,
        [seconds, seconds, _id],
      )
    await earlier((14 * DAY_MS) / 1000 - 1)
    expect((await seen(server, fan, _id)).allowed).toContain('request-refund')
    await earlier(1)
    expect((await seen(server, fan, _id)).allowed).not.toContain('request-refund')
  } finally {
    server.app.clock = clock
  }
})

test('an order keeps every field of the address', async ({ server, buyer, creator }) => {
  const address = {
    ...{ name: 'Ada Ek', line1: 'Storgatan 1', line2: 'Trappa B', city: 'Umeå', state: 'Västerbotten' },
    ...{ postal: '903 26', country: 'SE', phone: '+46701234567' },
  }
  const addressId = await makeAddress(server, buyer, address)
  const productId = await makeProduct(server, creator.id, {})
  const { status, body } = await post(server, { ...buyer, addressId }, checkoutOf([{ productId }]))
  expect(status).toBe(201)
  const [order] = body['orders'] as { _id: string }[]
  expect((await server.app.orm.em.fork().findOneOrFail(Order, { id: order?._id ?? '' })).address).toEqual(address)
})
