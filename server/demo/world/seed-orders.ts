import { ORDER_CONSENT } from '@vesper/sync/vesper/api/orders.ts'
import type { App } from '../../app.ts'
import { Asset } from '../../domains/content/assets/entity.ts'
import { NotificationEvent } from '../../domains/notify/notifications/entity.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { saveAddress } from '../../domains/shop/addresses/commands.ts'
import { checkout } from '../../domains/shop/orders/checkout/checkout.ts'
import { Order } from '../../domains/shop/orders/entity.ts'
import { cancelOwnOrder } from '../../domains/shop/orders/fulfilment/cancel-order.ts'
import { acceptOrder, processOrder, receiveOrder, shipOrder } from '../../domains/shop/orders/fulfilment/order-steps.ts'
import { requestRefund } from '../../domains/shop/orders/refunds/requests.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { worldCreators } from './creators.ts'
import { demoId } from './demo-id.ts'
import { topUp, withoutMail } from './seed-money.ts'

const DAY_MS = 24 * 60 * 60_000
/** Products of which fewer pieces are there stay as the world tells them. */
const STOCK_LEAST = 5

/** The ways that orders have gone, each with the days before the start at which it was paid. */
const ways = [
  { daysAgo: 1, steps: [] },
  { daysAgo: 2, steps: ['process'] },
  { daysAgo: 5, steps: ['process', 'ship'] },
  { daysAgo: 9, steps: ['process', 'ship', 'receive'] },
  { daysAgo: 40, steps: ['process', 'ship', 'receive', 'accept'] },
  { daysAgo: 12, steps: ['cancel'] },
  { daysAgo: 11, steps: ['process', 'ship', 'receive', 'ask'] },
] as const satisfies { daysAgo: number; steps: readonly string[] }[]

type Way = (typeof ways)[number]
type Person = Pick<User, 'id' | 'isPerformer'>
type Planned = { id: string; product: Asset; buyer: Person; seller: Person; way: Way }

/** Orders of the fans in every state, by the commands that move them for people. Called again, it adds what is missing. */
export async function seedOrders(app: App, { start, signal }: { start: Date; signal: AbortSignal }): Promise<void> {
  for (const planned of await planOrders(app)) {
    signal.throwIfAborted()
    await transact(app, null, (tx) => place(withoutMail(tx), planned, start))
  }
}

async function planOrders(app: App): Promise<Planned[]> {
  const em = app.orm.em.fork()
  const users = new Map((await em.find(User, {})).map((user) => [user.username ?? '', user]))
  const buyers = ['fan1', 'fan2', 'fan1', 'fan3'].map((name) => must(users.get(name)))
  const planned: Planned[] = []
  for (const { username } of worldCreators.slice(0, 6)) {
    const seller = must(users.get(username))
    const products = await em.find(
      Asset,
      {
        kind: 'product',
        status: 'active',
        performerId: seller.id,
        $or: [{ stock: null }, { stock: { $gte: STOCK_LEAST } }],
      },
      { orderBy: { id: 'asc' } },
    )
    for (const [n, way] of ways.entries()) {
      const product = products[n % Math.max(products.length, 1)]
      const buyer = must(buyers[(n + planned.length) % buyers.length])
      // A file is complete with its payment, and nobody buys it twice.
      const isDone = product?.type === 'digital' && (n >= products.length || way.steps.length > 0)
      if (product && !isDone) planned.push({ id: demoId(username, 'order', n), product, buyer, seller, way })
    }
  }
  return planned
}

async function place(tx: Tx, { id, product, buyer, seller, way }: Planned, start: Date): Promise<void> {
  if ((await tx.em.count(Order, { id })) > 0) return
  const at = (day: number, person: Person): Tx => {
    const now = new Date(start.getTime() - Math.max(way.daysAgo - day, 0.2) * DAY_MS)
    return { ...tx, now, actor: actingAs(person) }
  }
  const paid = at(0, buyer)
  const addressId = demoId(buyer.id, 'address')
  const address = {
    name: 'Alex Morgan',
    line1: '12 Harbour Street',
    city: 'Gothenburg',
    postal: '411 04',
    country: 'SE',
  }
  await saveAddress(paid, { _id: addressId, changes: address })
  const total = product.price + product.shippingPrice
  await topUp(paid, { id: demoId(id, 'tokens'), userId: buyer.id, tokens: total, bonus: 0 })
  const lines = [{ productId: product.id, quantity: 1, price: product.price }]
  await checkout(paid, { _id: id, lines, addressId, total, consent: ORDER_CONSENT, note: '' })
  for (const [n, step] of way.steps.entries()) {
    // Each step reads the order anew.
    await tx.em.flush()
    await take(at(n + 1, step === 'process' || step === 'ship' ? seller : buyer), id, step)
  }
  // Nobody is notified of the past.
  await tx.em.flush()
  await tx.em.nativeDelete(NotificationEvent, { objectId: id })
}

async function take(tx: Tx, _id: string, step: Way['steps'][number]): Promise<void> {
  const { version } = await tx.em.findOneOrFail(Order, { id: _id })
  if (step === 'process') await processOrder(tx, { _id, version })
  else if (step === 'ship') {
    await shipOrder(tx, { _id, version, carrier: 'PostNord', trackingNumber: `PN${_id.slice(0, 8).toUpperCase()}` })
  } else if (step === 'receive') await receiveOrder(tx, { _id, version })
  else if (step === 'accept') await acceptOrder(tx, { _id, version })
  else if (step === 'cancel') await cancelOwnOrder(tx, { _id, version, reason: 'Ordered by mistake' })
  else await requestRefund(tx, { _id, version, reason: 'damaged', note: 'A corner is bent.', lines: [] })
}
