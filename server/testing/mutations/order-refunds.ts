import type { Mutation } from './mutation.ts'

const ORDERS = 'server/domains/shop/orders'
const TABLES = 'server/infra/database/migrations/Migration20261126143746.ts'
const STEPS = `${ORDERS}/steps.pg.test.ts`
const REFUNDS = `${ORDERS}/refunds.pg.test.ts`
const BOUNDS = `${ORDERS}/order-bounds.pg.test.ts`
const ACCESS = `${ORDERS}/order-access.pg.test.ts`
const LOOKS = 'a seller sees where it goes until 30 days after it is complete'

/**
 * Refunds of orders, their addresses, carts and addresses of accounts. The second look of a job at the due time of an order is
 * not among them: each step asks for its own time under the lock. Nor is the time after which a seller sees no address: a job
 * takes the address then, too.
 */
export const orderRefunds: Mutation[] = [
  {
    name: 'a request keeps the earning',
    file: `${ORDERS}/requests.ts`,
    find: '  await holdEarning(tx, order.id)\n',
    replace: '',
    tests: [REFUNDS],
    title: 'a request stops what is earned; refused and appealed, staff decide for good',
  },
  {
    name: 'an order that is not complete earns nothing',
    file: `${ORDERS}/place-order.ts`,
    find: 'isHeld: !isDigital',
    replace: 'isHeld: false',
    tests: [STEPS],
    title: 'a parcel goes its way, its seller is told by what each may do',
  },
  {
    name: 'a request is decided once',
    file: `${ORDERS}/requests.ts`,
    find: 'if (!request || !waits) throw',
    replace: 'if (!request) throw',
    tests: [REFUNDS],
  },
  {
    name: 'a refund of an order that is sent again is the same one',
    file: `${ORDERS}/update-order.ts`,
    find: 'if (refund && (await isRefunded(tx, order, refund))) return order',
    replace: '',
    tests: [BOUNDS],
    title: 'a refund without an answer that is sent again is the same one',
  },
  {
    name: 'the id of a refund of an order stands for one request',
    file: `${ORDERS}/refund-order.ts`,
    find: 'if (known && known.key !==',
    replace: 'if (false && known?.key !==',
    tests: [BOUNDS],
  },
  {
    name: 'a refund of an order is no more than the order has left',
    file: `${ORDERS}/refund-order.ts`,
    find: 'if (tokens > left) throw',
    replace: 'if (false) throw',
    tests: [BOUNDS],
    title: 'a line gives back what an operator has left of its order',
  },
  {
    name: 'no more tokens of a line go back than are left',
    file: `${ORDERS}/refund-order.ts`,
    find: 'if (tokens > rest.tokens) throw',
    replace: 'if (false) throw',
    tests: [REFUNDS, BOUNDS],
  },
  {
    name: 'no more pieces of a line go back than are left',
    file: `${ORDERS}/refund-order.ts`,
    find: 'if (pieces > rest.quantity) throw',
    replace: 'if (false) throw',
    tests: [REFUNDS, BOUNDS],
  },
  {
    name: 'a file that was given back closes',
    file: `${ORDERS}/refund-order.ts`,
    find: 'if (refundedQuantity < quantity) continue',
    replace: 'if (refundedQuantity <= quantity) continue',
    tests: [REFUNDS],
    title: 'a file whose line is given back closes',
  },
  {
    name: 'a refund of the operator is counted once',
    file: `${ORDERS}/refunded.ts`,
    find: ' || locked.order.refunded === refunded',
    replace: '',
    tests: [REFUNDS],
  },
  {
    name: 'a closed creator cancels what is not on its way',
    file: `${ORDERS}/jobs.ts`,
    find: `where o.fulfilment in ('new', 'processing') and not`,
    replace: 'where not',
    tests: [STEPS],
    title: 'orders that a closed creator has not sent are canceled; those on their way run on',
  },
  {
    name: 'an order that was called off hides its address',
    file: `${ORDERS}/views.ts`,
    find: 'isAddressShown && !isCalledOff',
    replace: 'isAddressShown',
    tests: [BOUNDS],
    title: 'an order that is given back before it leaves goes nowhere',
  },
  {
    name: 'each look at an address is noted',
    file: `${ORDERS}/routes.ts`,
    find: `  if (side === 'seller') noteAddressAccess(app, userId, [loaded.order])\n`,
    replace: '',
    tests: [ACCESS],
    title: LOOKS,
  },
  {
    name: 'an order changes its address while it is new',
    file: `${ORDERS}/update-order.ts`,
    find: ` || order.fulfilment !== 'new'`,
    replace: '',
    tests: [STEPS, ACCESS, BOUNDS],
  },
  {
    name: 'an order goes to another address that is served',
    file: `${ORDERS}/update-order.ts`,
    find: 'shipsTo.length > 0 && !shipsTo.includes(address.country)',
    replace: 'false',
    tests: [BOUNDS],
    title: 'an order goes to no country that its creator does not serve',
  },
  {
    name: 'the events of an order are never changed',
    file: TABLES,
    find: 'create trigger order_event_fixed before update or delete',
    replace: 'create trigger order_event_fixed before delete',
    tests: [BOUNDS],
  },
  {
    name: 'a stock is counted from what the seller saw',
    file: 'server/domains/content/assets/save-asset.ts',
    find: 'if (stockSeen === undefined) return { stock }',
    replace: 'return { stock }',
    tests: [`${ORDERS}/shop-races.pg.test.ts`],
    title: 'a seller who counts pieces anew while others buy brings none back that were sold',
  },
  {
    name: 'a stock is locked while it is counted',
    file: 'server/domains/content/assets/save-asset.ts',
    find: '  await tx.em.refresh(asset, { lockMode: LockMode.PESSIMISTIC_WRITE })\n',
    replace: '',
    tests: [`${ORDERS}/shop-races.pg.test.ts`],
    title: 'a seller who counts pieces anew while others buy brings none back that were sold',
  },
  {
    name: 'the lines of a cart are counted in turn',
    file: 'server/domains/shop/cart/commands.ts',
    find: '  await lockCart(tx, key.userId)\n',
    replace: '',
    tests: ['server/domains/shop/cart/cart.pg.test.ts'],
    title: '110 lines at once, beyond the limit of 100, on connections of their own',
  },
  {
    name: 'a cart has 100 lines',
    file: 'server/domains/shop/cart/commands.ts',
    find: 'if ((await tx.em.count(CartLine, { userId })) < CART_LINES_MAX) return',
    replace: 'return',
    tests: ['server/domains/shop/cart/cart.pg.test.ts'],
    title: 'in a cart of 100 lines, which can still be changed',
  },
  {
    name: 'a cart takes what was on sale',
    file: 'server/domains/shop/cart/commands.ts',
    find: '!product || !mayHold(product) || ',
    replace: '!product || ',
    tests: ['server/domains/shop/cart/cart.pg.test.ts'],
    title: 'for a product that is not there or never was on sale',
  },
  {
    name: 'a line waits for an edit of its product',
    file: 'server/domains/shop/cart/commands.ts',
    find: `p.kind = 'product' for share`,
    replace: `p.kind = 'product'`,
    tests: ['server/domains/shop/cart/cart.pg.test.ts'],
    title: 'a line waits for an edit of its product or its creator that is under way',
  },
  {
    name: 'the addresses of an account are counted in turn',
    file: 'server/domains/shop/addresses/commands.ts',
    find: `  // Two devices of the account at once: there is one default, and a count.
  await lock(tx, 'addresses', userId)\n`,
    replace: '',
    tests: ['server/domains/shop/addresses/addresses.pg.test.ts'],
    title: 'at most 20 are made, however many come at once, and one is the default',
  },
  {
    name: 'an account has 20 addresses',
    file: 'server/domains/shop/addresses/commands.ts',
    find: 'if (held.length >= ADDRESSES_MAX) {',
    replace: 'if (false) {',
    tests: ['server/domains/shop/addresses/addresses.pg.test.ts'],
    title: 'at most 20 are made, however many come at once, and one is the default',
  },
  {
    name: 'an address is for its owner',
    file: 'server/domains/shop/addresses/routes.ts',
    find: '{ userId: actor.userId, ...(query.q',
    replace: '{ ...(query.q',
    tests: ['server/domains/shop/addresses/addresses.pg.test.ts'],
    title: 'nobody reads, changes or removes the address of somebody else',
  },
]
