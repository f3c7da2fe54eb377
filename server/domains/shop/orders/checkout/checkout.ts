import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { OrderAddress } from '@vesper/sync/vesper/records/order.ts'
import { filesOf } from '../../../../content/attachments.ts'
import { requireForSale } from '../../../../content/require-for-sale.ts'
import { viewersOf } from '../../../../content/viewers.ts'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { redeemCoupon, sellerOfCoupon } from '../../../money/coupons/redeem.ts'
import { requireTokens } from '../../../money/money/charges/take.ts'
import { lockPurse } from '../../../money/money/wallets.ts'
import { Address } from '../../addresses/entity.ts'
import { lockCart, takeFromCart } from '../../cart/commands.ts'
import { Checkout, Order } from '../entity.ts'
import { refuseDifferences, somethingChanged } from './differences.ts'
import type { AskedLine, FoundLine } from './differences.ts'
import { placeOrder } from './place-order.ts'
import { planOrders } from './plan-orders.ts'
import type { Bought } from './plan-orders.ts'

/**
 * `total` is what the buyer saw and agreed to; null where the price of each line says it all. Shipping that costs tokens asks
 * for a total.
 */
export type CheckoutRequest = {
  _id: string
  lines: readonly AskedLine[]
  addressId: string | null
  couponCode?: string | undefined
  total: number | null
  consent?: string | undefined
  note: string
}

/** The orders of a checkout, what is left in the wallet, and whether this call has made them. */
export type CheckedOut = { orders: Order[]; balance: number; isNew: boolean }

/**
 * Buys lines: one order for each seller and type, all of them or none. The same request again is the same checkout. Refuses as
 * `conflict` what is not as the buyer saw it, with every difference in `details`, and an id that stands for something else; as
 * `forbidden` own products and a wallet in debt; as `invalid` parcels without an address; as
 * `not-found` a coupon that does not apply; as `payment-required` what the wallet has not.
 *
 * Locks, in this order: the buyer's cart, the products by id, the coupon, the wallet.
 */
export async function checkout(tx: Tx, request: CheckoutRequest): Promise<CheckedOut> {
  const { userId } = requireActor(tx)
  await lockCart(tx, userId)
  const known = await knownCheckout(tx, request)
  if (known) return known
  const products = await lockProducts(tx, request)
  const found = await findLines(tx, request.lines, products)
  const address = await addressOf(tx, request, found)
  refuseDifferences(request.lines, found, address?.country ?? null)
  const bought = boughtOf(request.lines, found)
  const { discount, of } = await redeem(tx, request, bought)
  const planned = planOrders(bought, { discount, of })
  const total = planned.reduce((sum, { tokens }) => sum + tokens, 0)
  const agreed = request.total ?? total - planned.reduce((sum, { shipping }) => sum + shipping, 0)
  if (agreed !== total) {
    throw somethingChanged([{ path: 'total', message: String(total) }])
  }
  for (const { performerId } of planned) await requireForSale(tx, performerId)
  requireTokens(await lockPurse(tx, userId), BigInt(total))
  for (const { product, quantity } of stocked(found, request.lines)) product.stock = (product.stock ?? 0) - quantity
  tx.em.create(Checkout, {
    ...{ id: request._id, buyerId: userId, requestHash: hashOf(request), createdAt: tx.now },
    ...{ consent: request.consent ?? null, couponCode: request.couponCode ?? null },
  })
  await tx.em.flush()
  const orders: Order[] = []
  for (const [index, order] of planned.entries()) {
    orders.push(await placeOrder(tx, order, { groupId: request._id, index, address, note: request.note }))
  }
  await takeFromCart(tx, request.lines)
  return { orders, balance: await balanceOf(tx, userId), isNew: true }
}

async function knownCheckout(tx: Tx, request: CheckoutRequest): Promise<CheckedOut | null> {
  const { userId } = requireActor(tx)
  const known = await tx.em.findOne(Checkout, { id: request._id })
  if (!known) return null
  if (known.buyerId !== userId || known.requestHash !== hashOf(request)) {
    throw new Refusal('conflict', 'This was used for something else.')
  }
  const orders = await tx.em.find(Order, { groupId: known.id }, { orderBy: { performerId: 'asc', type: 'desc' } })
  return { orders, balance: await balanceOf(tx, userId), isNew: false }
}

function hashOf({ _id, lines, addressId, couponCode = '', total, note }: CheckoutRequest): string {
  const asked = [_id, lines.map(({ productId, quantity, price }) => [productId, quantity, price])]
  return createHash('sha256')
    .update(JSON.stringify([...asked, addressId, couponCode, total, note]))
    .digest('hex')
}

async function balanceOf(tx: Tx, userId: string): Promise<number> {
  const { granted, paid } = await lockPurse(tx, userId)
  return Number(granted + paid)
}

async function lockProducts(tx: Tx, { lines }: CheckoutRequest): Promise<Map<string, Asset>> {
  const { userId } = requireActor(tx)
  const id = { $in: lines.map(({ productId }) => productId) }
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const
  const products = await tx.em.find(Asset, { id, kind: 'product' }, locked)
  if (products.some(({ performerId }) => performerId === userId)) {
    throw new Refusal('forbidden', 'You cannot buy your own product.')
  }
  return new Map(products.map((product) => [product.id, product]))
}

/** A copy of the buyer's address, where something is sent. A product that the buyer may not know of asks for none. */
async function addressOf(
  tx: Tx,
  { addressId }: CheckoutRequest,
  found: readonly (FoundLine | null)[],
): Promise<OrderAddress | null> {
  const { userId } = requireActor(tx)
  if (!found.some((line) => line?.isSold && line.product.type === 'physical')) return null
  const address = addressId === null ? null : await tx.em.findOne(Address, { id: addressId, userId })
  if (address) return copyOf(address)
  const text = 'Choose an address for what is sent.'
  throw new Refusal('invalid', text, [{ path: 'addressId', message: text }])
}

/** The fields of an address that an order keeps. */
export function copyOf({
  name,
  line1,
  line2,
  city,
  state,
  postal,
  country,
  phone,
}: Omit<OrderAddress, 'phone'> & { phone?: string | null | undefined }): OrderAddress {
  return { name, line1, line2, city, state, postal, country, phone: phone ?? null }
}

async function findLines(
  tx: Tx,
  lines: readonly AskedLine[],
  products: ReadonlyMap<string, Asset>,
): Promise<(FoundLine | null)[]> {
  const { userId } = requireActor(tx)
  const objects = [...products.values()].map(({ id, performerId }) => ({
    objectType: 'product' as const,
    id,
    performerId,
  }))
  const viewers = await viewersOf(tx.em, { userId, now: tx.now }, objects)
  const before = await boughtBefore(tx, userId, [...products.keys()])
  const files = await filesOf(tx.em, 'asset', [...products.keys()])
  return lines.map(({ productId: id }) => {
    const product = products.get(id)
    if (!product) return null
    const { performerId, status } = product
    const { isAuthorOpen, isBlocked, isEntitled } = viewers({ objectType: 'product', id, performerId })
    const isSold = status === 'active' && isAuthorOpen && !isBlocked
    const sold = product.type === 'digital' ? (files.get(id)?.file ?? []) : []
    return { product, isSold, isOwned: isEntitled, boughtBefore: before.get(id) ?? 0, files: sold }
  })
}

/** How many of each product the buyer has bought and not given back. */
async function boughtBefore(tx: Tx, buyerId: string, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.em.execute<{ id: string; count: number }[]>(
    `select l.product_id as id, sum(l.quantity - l.refunded_quantity)::int as count
     from order_line l join "order" o on o.id = l.order_id
     where o.buyer_id = ? and l.product_id = any(?::uuid[]) and o.fulfilment <> 'canceled' group by l.product_id`,
    [buyerId, `{${productIds.join()}}`],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The lines with all that an order keeps of their products. */
function boughtOf(lines: readonly AskedLine[], found: readonly (FoundLine | null)[]): Bought[] {
  return found
    .filter((line) => line !== null)
    .map(({ product, files }, index) => ({
      ...{ productId: product.id, performerId: product.performerId, type: product.type ?? 'physical' },
      ...{ name: product.title, pictureFileId: product.coverFileId ?? null, shippingPrice: product.shippingPrice },
      fileIds: files.map(({ id }) => id),
      ...{ unitPrice: product.price, quantity: lines[index]?.quantity ?? 1 },
    }))
}

async function redeem(
  tx: Tx,
  { _id: refId, couponCode: code }: CheckoutRequest,
  bought: readonly Bought[],
): Promise<{ discount: number; of: string | null }> {
  if (!code) return { discount: 0, of: null }
  const { userId } = requireActor(tx)
  const of = (await sellerOfCoupon(tx, code)) ?? null
  const lines = bought.filter(({ performerId }) => of === null || performerId === of)
  const amount = lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
  const use = { userId, code, kind: 'product', amount, performerId: of, refId, status: 'confirmed' } as const
  const { discount } = await redeemCoupon(tx, use)
  return { discount, of }
}

function stocked(found: readonly (FoundLine | null)[], lines: readonly AskedLine[]) {
  return found.flatMap((line, index) =>
    line?.product.stock == null ? [] : [{ product: line.product, quantity: lines[index]?.quantity ?? 0 }],
  )
}
