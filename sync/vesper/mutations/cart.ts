import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { CART_LINES_MAX, LINE_QUANTITY_MAX } from '../records/cart-line.ts'
import type { CartLine } from '../records/cart-line.ts'
import { Price, ShownProduct } from '../records/product.ts'

/** `quantity` 0 removes the line. `product` is what the device shows until the server has answered; the server takes its own. */
export const SetLineArgs = v.object({
  productId: uuid,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LINE_QUANTITY_MAX)),
  priceSeen: Price,
  product: ShownProduct,
})

/** The lines that the device showed: what another device adds meanwhile stays. */
export const ClearCartArgs = v.object({ productIds: v.pipe(v.array(uuid), v.maxLength(CART_LINES_MAX)) })

const lane = () => 'cart'

/** Per line the last intention wins, in the order of arrival; a line that is gone meanwhile is there again. */
export const setCartLine: Mutation<v.InferOutput<typeof SetLineArgs>> = {
  name: 'cart.set',
  class: 'queue',
  args: SetLineArgs,
  lane,
  // Seven steps of a quantity are one wish.
  fold: (previous, next) => (previous.productId === next.productId ? next : null),
  async optimistic(tx, { productId, quantity, priceSeen, product }, { account, queuedAt }) {
    if (quantity === 0) return tx.delete('cart-lines', productId)
    const held = (await tx.get('cart-lines', productId)) as CartLine | undefined
    const line: CartLine = held
      ? { ...held, quantity, priceSeen }
      : { _id: productId, userId: account, quantity, priceSeen, product, isAvailable: true, updatedAt: queuedAt }
    await tx.put('cart-lines', line)
  },
}

/** Empties the cart of what its user saw in it. */
export const clearCart: Mutation<v.InferOutput<typeof ClearCartArgs>> = {
  name: 'cart.clear',
  class: 'queue',
  args: ClearCartArgs,
  lane,
  async optimistic(tx, { productIds }) {
    for (const id of productIds) await tx.delete('cart-lines', id)
  },
}
