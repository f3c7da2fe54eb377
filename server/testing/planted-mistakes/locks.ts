import type { PlantedMistake } from './planted-mistake.ts'

/** Locks: by name, and of rows by SQL. Stryker empties the options of `find` and `findOne`, `lockMode` among them. */
export const locks: PlantedMistake[] = [
  {
    name: 'a wallet is locked before it is read',
    file: 'ledger/accounts.ts',
    find: ' order by id for update',
    replace: ' order by id',
    tests: ['charges.pg.test.ts', 'holds.pg.test.ts'],
  },
  {
    name: 'the ledger locks its accounts in one order',
    file: 'migrations/*.ts',
    find: 'perform 1 from money_account a where a.id = any(p_accounts) and a.tracked order by a.id for update;',
    tests: ['post.pg.test.ts'],
  },
  {
    name: 'a refund locks the wallet before its transfer',
    file: 'refund.ts',
    find: 'await lockPurse(tx, fanId)',
    tests: ['charges/refund.pg.test.ts'],
  },
  {
    name: 'a gift locks the wallet before its transfer',
    file: 'grant-tokens.ts',
    find: 'await lockPurse(tx, user.id)',
    tests: ['expire-gifts.pg.test.ts'],
  },
  {
    name: 'a refund of an order locks the order first',
    find: 'select 1 from "order" where id = ? for update',
    replace: 'select 1 from "order" where id = ?',
    tests: ['charges/refund.pg.test.ts', 'orders/**/refunds.pg.test.ts', 'shop-races.pg.test.ts'],
  },
  {
    name: 'a video that is being bought is not removed',
    find: 'select 1 from asset where id = ? for share',
    replace: 'select 1 from asset where id = ?',
    tests: ['removed-while-bought.pg.test.ts'],
  },
  {
    name: 'a video that is being removed waits for its buyers',
    find: 'select 1 from asset where id = any(?::uuid[]) order by id for update',
    replace: 'select 1 from asset where id = any(?::uuid[])',
    tests: ['removed-while-bought.pg.test.ts'],
  },
  {
    name: 'a file that is swapped waits for its buyers',
    find: 'select 1 from asset where id = ? for update',
    replace: 'select 1 from asset where id = ?',
    tests: ['sold-files.pg.test.ts'],
  },
  {
    name: 'a new card waits for the other changes of the account',
    find: `await lock(tx, 'payer', known.userId)`,
    tests: ['cards.pg.test.ts'],
  },
  {
    name: 'the amounts of an account are counted in turn',
    file: 'velocity.ts',
    find: `await lock(tx, 'payer', userId)`,
    tests: ['cards.pg.test.ts'],
  },
  {
    name: 'the requests of a creator come in turn',
    file: 'payouts/**/commands.ts',
    find: `await lock(tx, 'payout', performerId)`,
    tests: ['payouts.pg.test.ts'],
  },
  {
    name: 'the payout details of a creator are locked',
    file: 'lock-details.ts',
    find: `await lock(tx, 'payout', performerId)`,
    tests: ['banking.pg.test.ts'],
  },
  {
    name: 'the purchases of an account with tokens come in turn',
    file: 'subscribe.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['subscribe.pg.test.ts'],
  },
  {
    name: 'the purchases of an account by card come in turn',
    file: 'order-term.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['by-card.pg.test.ts'],
  },
  {
    name: 'a term that is paid waits for the event that ends it',
    file: 'order-kind.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['by-card.pg.test.ts'],
  },
  {
    name: 'two workers renew one after the other',
    file: 'renew.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['renew.pg.test.ts'],
  },
  {
    name: 'a cancellation waits for a renewal',
    file: 'cancel.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['subscriptions/**/access-matrix.pg.test.ts'],
  },
  {
    name: 'a block waits for a purchase',
    file: 'stop.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['blocks.pg.test.ts'],
  },
  {
    name: 'a reminder is sent once',
    file: 'remind.ts',
    find: `await lock(tx, 'subscription', userId)`,
    tests: ['renew.pg.test.ts'],
  },
  {
    name: 'the checkouts of one buyer come in turn',
    file: 'checkout.ts',
    find: 'await lockCart(tx, userId)',
    tests: ['checkout-races.pg.test.ts'],
  },
  {
    name: 'the lines of a cart are counted in turn',
    find: 'await lockCart(tx, key.userId)',
    tests: ['cart.pg.test.ts'],
  },
  {
    name: 'a line of a cart waits for an edit of its product',
    find: `p.kind = 'product' for share`,
    replace: `p.kind = 'product'`,
    tests: ['cart.pg.test.ts'],
  },
  {
    name: 'the addresses of an account are counted in turn',
    find: `await lock(tx, 'addresses', userId)`,
    tests: ['addresses.pg.test.ts'],
  },
  {
    name: 'the downloads of a day are counted in turn',
    find: "await lock(tx, 'downloads', `${userId} ${productId}`)",
    tests: ['downloads.pg.test.ts'],
  },
  {
    name: 'the blocks of a creator come in turn',
    find: `await lock(tx, 'blocks', performerId)`,
    tests: ['blocks.pg.test.ts'],
  },
  {
    name: 'a block waits for a follow',
    find: `await lock(tx, 'follows', userId)`,
    tests: ['blocks.pg.test.ts'],
  },
  {
    name: 'a message waits while another is hidden',
    find: 'select from conversation where id = ? for update',
    replace: 'select from conversation where id = ?',
    tests: ['hide.pg.test.ts'],
  },
  {
    name: 'the notifications of an account are delivered in turn',
    file: 'deliver.ts',
    find: `await lock(tx, 'notifications', userId)`,
    tests: ['notifications.pg.test.ts', 'gather.pg.test.ts'],
  },
  {
    name: 'two devices read notifications one after the other',
    file: 'notifications/**/commands.ts',
    find: `await lock(tx, 'notifications', userId)`,
    tests: ['notifications.pg.test.ts'],
  },
  {
    name: 'a comment that does not exist yet is locked',
    find: `await lock(tx, 'comment', id)`,
    tests: ['comments/races.pg.test.ts'],
  },
]
