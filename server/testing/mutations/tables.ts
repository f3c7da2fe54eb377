import type { Mutation } from './mutation.ts'

const TABLES = 'server/infra/database/migrations'

/** Constraints, indexes and triggers: the last line of defence behind the commands. */
export const tables: Mutation[] = [
  {
    name: 'an order gives back no more than it cost',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: 'refunded >= 0 and refunded <= tokens',
    replace: 'refunded >= 0',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'a parcel has an address',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: `type = 'digital' or address is not null`,
    replace: 'true',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'no two orders have one number',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: 'add constraint "order_number_unique" unique ("number")',
    replace: 'add constraint "order_number_unique" unique ("number", "id")',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'a line gives back no more pieces than it has',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: 'refunded_quantity >= 0 and refunded_quantity <= quantity',
    replace: 'refunded_quantity >= 0',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'a line gives back no more tokens than it cost',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: ' and refunded_tokens <= unit_price * quantity - discount',
    replace: '',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'a stock is not below 0',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: 'check (stock >= 0)',
    replace: 'check (stock >= -1000)',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'an order has one open request',
    file: `${TABLES}/Migration20261126143746.ts`,
    find: 'create unique index "refund_request_open"',
    replace: 'create index "refund_request_open"',
    tests: ['server/domains/shop/orders/order-bounds.pg.test.ts'],
  },
  {
    name: 'a pair has one open subscription',
    file: `${TABLES}/Migration20261126105927.ts`,
    find: 'create unique index "subscription_open_unique"',
    replace: 'create index "subscription_open_unique"',
    tests: ['server/domains/money/subscriptions/purchase/subscribe.pg.test.ts'],
  },
  {
    name: 'a term of a subscription is there once',
    file: `${TABLES}/Migration20261126105927.ts`,
    find: 'unique ("subscription_id", "number")',
    replace: 'unique ("id", "number")',
    tests: ['server/domains/money/subscriptions/purchase/subscribe.pg.test.ts'],
  },
  {
    name: 'a price of a subscription is never changed',
    file: `${TABLES}/Migration20261126105927.ts`,
    find: 'create trigger subscription_price_fixed before update or delete',
    replace: 'create trigger subscription_price_fixed before delete',
    tests: ['server/domains/money/subscriptions/purchase/subscribe.pg.test.ts'],
  },
  {
    name: 'a creator has one open payout',
    file: `${TABLES}/Migration20261126110129.ts`,
    find: 'create unique index "payout_open_unique"',
    replace: 'create index "payout_open_unique"',
    tests: ['server/domains/money/payouts/payouts.pg.test.ts'],
  },
  {
    name: 'a payout is more than its fee',
    file: `${TABLES}/Migration20261126110129.ts`,
    find: 'check (amount > fee and fee >= 0)',
    replace: 'check (fee >= 0)',
    tests: ['server/domains/money/payouts/payouts.pg.test.ts'],
  },
  {
    name: 'an audit entry is never changed',
    file: `${TABLES}/Migration20261126110129.ts`,
    find: 'create trigger audit_entry_fixed before update or delete',
    replace: 'create trigger audit_entry_fixed before delete',
    tests: ['server/domains/money/payouts/payouts.pg.test.ts'],
  },
  {
    name: 'an account has one default card',
    file: `${TABLES}/Migration20261126111226.ts`,
    find: 'create unique index "payment_card_default_unique"',
    replace: 'create index "payment_card_default_unique"',
    tests: ['server/domains/money/payments/cards.pg.test.ts'],
  },
  {
    name: 'an account has one default address',
    file: `${TABLES}/Migration20261126114346.ts`,
    find: 'create unique index "address_default"',
    replace: 'create index "address_default"',
    tests: ['server/domains/shop/addresses/addresses.pg.test.ts'],
  },
  {
    name: 'no account holds less than nothing',
    file: `${TABLES}/Migration20261126072500.ts`,
    find: 'check (held >= 0)',
    replace: 'check (held is not null)',
    tests: ['server/domains/money/money/ledger/post.pg.test.ts'],
  },
]
