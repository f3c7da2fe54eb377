import type { PlantedMistake } from './planted-mistake.ts'

const file = 'migrations/*.ts'
const POST = 'post.pg.test.ts'
const ORDERS = 'order-bounds.pg.test.ts'
const SUBSCRIBE = 'subscribe.pg.test.ts'
const PAYOUTS = 'payouts.pg.test.ts'

/** Constraints, unique indexes and triggers: the last line of defence behind the commands. */
export const constraints: PlantedMistake[] = [
  {
    name: 'the entries of a transfer sum to 0',
    file,
    find: 'having sum(e.amount) <> 0',
    replace: 'having false',
    tests: [POST],
  },
  { name: 'each unit of a transfer sums to 0', file, find: 'group by a.unit having', replace: 'having', tests: [POST] },
  {
    name: 'a transfer has entries',
    file,
    find: 'if not exists (select 1 from money_entry e where e.transfer_id = new.id) then',
    replace: 'if false then',
    tests: [POST],
  },
  {
    name: 'a committed transfer takes no more entries',
    file,
    find: 'and t.xid = pg_current_xact_id()::text',
    tests: [POST],
  },
  {
    name: 'transfers and entries are never changed',
    file,
    find: 'create trigger ${table}_fixed before update or delete',
    replace: 'create trigger ${table}_fixed before delete',
    tests: [POST],
  },
  {
    name: 'no account holds less than nothing',
    file,
    find: 'check (held >= 0)',
    replace: 'check (held is not null)',
    tests: [POST],
  },
  {
    name: 'the record of a refund is never changed',
    file,
    find: 'create trigger charge_refund_fixed before update or delete',
    replace: 'create trigger charge_refund_fixed before delete',
    tests: ['charges/refund.pg.test.ts'],
  },
  {
    name: 'the events of an order are never changed',
    file,
    find: 'create trigger order_event_fixed before update or delete',
    replace: 'create trigger order_event_fixed before delete',
    tests: [ORDERS],
  },
  {
    name: 'an order gives back no more than it cost',
    file,
    find: 'refunded >= 0 and refunded <= tokens',
    replace: 'refunded >= 0',
    tests: [ORDERS],
  },
  {
    name: 'a line gives back no more tokens than it cost',
    file,
    find: ' and refunded_tokens <= unit_price * quantity - discount',
    tests: [ORDERS],
  },
  {
    name: 'a parcel has an address',
    file,
    find: `type = 'digital' or address is not null`,
    replace: 'true',
    tests: [ORDERS],
  },
  {
    name: 'a stock is not below 0',
    file,
    find: 'check (stock >= 0)',
    replace: 'check (stock >= -1000)',
    tests: [ORDERS],
  },
  {
    name: 'an order has one open request',
    file,
    find: 'create unique index "refund_request_open"',
    replace: 'create index "refund_request_open"',
    tests: [ORDERS],
  },
  {
    name: 'a pair has one open subscription',
    file,
    find: 'create unique index "subscription_open_unique"',
    replace: 'create index "subscription_open_unique"',
    tests: [SUBSCRIBE],
  },
  {
    name: 'a price of a subscription is never changed',
    file,
    find: 'create trigger subscription_price_fixed before update or delete',
    replace: 'create trigger subscription_price_fixed before delete',
    tests: [SUBSCRIBE],
  },
  {
    name: 'a creator has one open payout',
    file,
    find: 'create unique index "payout_open_unique"',
    replace: 'create index "payout_open_unique"',
    tests: [PAYOUTS],
  },
  {
    name: 'a payout is more than its fee',
    file,
    find: 'check (amount > fee and fee >= 0)',
    replace: 'check (fee >= 0)',
    tests: [PAYOUTS],
  },
  {
    name: 'an account has one default card',
    file,
    find: 'create unique index "payment_card_default_unique"',
    replace: 'create index "payment_card_default_unique"',
    tests: ['cards.pg.test.ts'],
  },
]
