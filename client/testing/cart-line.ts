import type { CartLine } from '@vesper/sync/vesper/records/cart-line.ts'

type Given = Partial<Omit<CartLine, 'product'>> & { product?: Partial<CartLine['product']> }

/** Two prints of one creator in a cart, unless `given` says otherwise. */
export function cartLine({ product, ...given }: Given = {}): CartLine {
  return {
    ...{ _id: 'p1', userId: 'me', quantity: 2, priceSeen: 100, isAvailable: true, updatedAt: '' },
    product: {
      ...{ name: 'Print', type: 'physical', price: 100, picture: null },
      ...{ availability: 'plenty', left: null, limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
      performer: { _id: 'mara', name: 'Mara', username: 'mara', avatar: null },
      ...product,
    },
    ...given,
  }
}
