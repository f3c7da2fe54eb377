import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { clearCart, setCartLine } from './commands.ts'
import { CartLine } from './entity.ts'
import { cartLines, linesThatShow, recordCartLine } from './synced.ts'

/** The lines of a user's cart. */
export const cart = domain({
  name: 'cart',
  entities: [synced(CartLine, recordCartLine)],
  reads: ['asset', 'performer'],
  collections: [cartLines],
  derived: linesThatShow,
  mutations: {
    'cart.set': { run: setCartLine, spaces: ownSpace },
    'cart.clear': { run: clearCart, spaces: ownSpace },
  },
})
