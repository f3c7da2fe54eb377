import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '@vesper/sync/vesper/records/cart-line.ts'
import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'

/** Puts one of a product into the cart, at the price that is shown. */
export async function addToCart(sync: Sync, shown: ShopProduct): Promise<void> {
  const { _id: productId, name, type, price, picture, performer } = shown
  const { availability, left, limitPerBuyer, shipsTo, shippingPrice } = shown
  const held = await sync.db['cart-lines'].get(productId)
  if (!held && (await sync.db['cart-lines'].count()) >= CART_LINES_MAX) {
    throw new Refusal('conflict', 'A cart has at most 100 products.')
  }
  const quantity = Math.min((held?.quantity ?? 0) + 1, LINE_QUANTITY_MAX)
  const terms = { availability: availability ?? 'plenty', left, limitPerBuyer, shipsTo, shippingPrice } as const
  const product = { name, type, price, ...terms, picture, performer }
  await sync.mutate('cart.set', { productId, quantity, priceSeen: price, product })
}

/** Sets how many are wanted; 0 takes the line out. The line as it was brings it back. */
export async function changeCartQuantity(sync: Sync, line: CartLine, quantity: number): Promise<void> {
  const { _id: productId, priceSeen, product } = line
  await sync.mutate('cart.set', { productId, quantity, priceSeen, product })
}

/** Agrees to the price as it is. */
export async function acceptPrice(sync: Sync, { _id: productId, quantity, product }: CartLine): Promise<void> {
  await sync.mutate('cart.set', { productId, quantity, priceSeen: product.price, product })
}

/** Takes out every line that is shown. */
export async function emptyCart(sync: Sync, lines: readonly CartLine[]): Promise<void> {
  await sync.mutate('cart.clear', { productIds: lines.map(({ _id }) => _id) })
}

/** Puts lines back that were taken out. */
export async function restoreLines(sync: Sync, lines: readonly CartLine[]): Promise<void> {
  for (const line of lines) await changeCartQuantity(sync, line, line.quantity)
}
