import { PLATFORM } from '../../domains/money/money/ledger/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { BenchServer } from '../bench-server.ts'

const [CHARGES, ORDERS, BUYERS, HOLD_DAYS] = [100_000, 100_000, 1_000, 7]

/**
 * Writes charges of one fan to many creators, and orders of many buyers from one seller, over the last year, with their
 * entries in the ledger. Each costs 10 tokens of 5 cents, of which the creator has four fifths.
 */
export function fillMoney(
  { app }: BenchServer,
  { fanId, sellerId }: { fanId: string; sellerId: string },
): Promise<void> {
  return transact(app, null, async ({ em }) => {
    // The triggers look at one row each, and the books are checked afterwards.
    await em.execute(`set local session_replication_role = replica`)
    await em.execute(SALES, [fanId, CHARGES, sellerId, BUYERS, ORDERS])
    await em.execute('analyze bench_sale')
    for (const statement of [ACCOUNTS, TOP_UPS, SALE_TRANSFERS, MATURED]) await em.execute(statement)
    for (const statement of [CHARGE_ROWS, ORDER_ROWS, ORDER_LINES]) await em.execute(statement)
    await em.execute('drop table bench_sale')
  })
}

const SALES = `create temp table bench_sale as
  select s.*, gen_random_uuid() as id, gen_random_uuid() as transfer,
    row_number() over (partition by fan order by at) as of_fan, row_number() over (partition by performer order by at) as of_performer
  from (
    select 'tip' as type, n, ?::uuid as fan, p.ids[1 + n % cardinality(p.ids)] as performer,
      now() - random() * interval '365 days' as at
    from (select array_agg(user_id) as ids from performer) as p, generate_series(1, ?) as n
    union all
    select 'product', n, b.ids[1 + n % cardinality(b.ids)], ?, now() - random() * interval '365 days'
    from (select array_agg(id) as ids from (select id from "user" where username like 'reader\\_%' limit ?) as r) as b,
      generate_series(1, ?) as n
  ) as s`

const ACCOUNTS = `insert into money_account (kind, unit, owner_id, tracked, floor, balance, version)
  select kind, unit, '${PLATFORM}'::uuid, false, null::bigint, 0, 0
  from (values ('tokens_issued', 'tokens'), ('tokens_spent', 'tokens'), ('deferred_revenue', 'money'),
    ('gateway_clearing', 'money'), ('revenue', 'money')) as platform(kind, unit)
  union all select 'fan_paid', 'tokens', fan, true, 0, 0, count(*) + 1 from bench_sale group by fan
  union all select 'earn_pending', 'money', performer, false, null, 0, 0 from bench_sale group by performer
  union all select 'earn_available', 'money', performer, true, null, count(*) * 4000, count(*)
    from bench_sale where at < now() - interval '${HOLD_DAYS} days' group by performer`

/** Entries of transfers: `kind` of an account, its owner, the amount, and what a tracked account has afterwards. */
function entriesOf(from: string, lines: string): string {
  return `insert into money_entry (transfer_id, line, account_id, amount, balance_after, version)
    select l.transfer, l.line, a.id, l.amount, l.balance_after, l.version from ${from}
    cross join lateral (values ${lines}) as l(transfer, line, kind, owner, amount, balance_after, version)
    join money_account a on a.kind = l.kind and a.owner_id = l.owner`
}

/** Transfers of a scope, one for each row of \`t\`. */
function transfersOf(scope: string): string {
  return `insert into money_transfer (id, scope, key, request_hash, kind, ref_id, event_at, created_at)
    select id, '${scope}', ref::text, '', kind, ref, at, at from t returning id`
}

const none = 'null::bigint, null::bigint'

const TOP_UPS = `with t as materialized (
    select gen_random_uuid() as id, gen_random_uuid() as ref, 'top-up' as kind, fan, count(*) * 10 as tokens, min(at) as at
    from bench_sale group by fan
  ), posted as (${transfersOf('top-up')})
  ${entriesOf(
    't',
    `(t.id, 1, 'tokens_issued', '${PLATFORM}'::uuid, -tokens, ${none}), (t.id, 2, 'fan_paid', fan, tokens, tokens, 1),
      (t.id, 3, 'gateway_clearing', '${PLATFORM}', -tokens * 500, ${none}),
      (t.id, 4, 'deferred_revenue', '${PLATFORM}', tokens * 500, ${none})`,
  )}`

const SALE_TRANSFERS = `with t as materialized (
    select transfer as id, id as ref, type as kind, fan, performer, of_fan, at,
      (count(*) over (partition by fan) - of_fan) * 10 as left_over
    from bench_sale
  ), posted as (${transfersOf('charge')})
  ${entriesOf(
    't',
    `(t.id, 1, 'fan_paid', fan, -10::bigint, left_over, of_fan + 1),
      (t.id, 2, 'tokens_spent', '${PLATFORM}'::uuid, 10, ${none}),
      (t.id, 3, 'deferred_revenue', '${PLATFORM}', -5000, ${none}), (t.id, 4, 'earn_pending', performer, 4000, ${none}),
      (t.id, 5, 'revenue', '${PLATFORM}', 1000, ${none})`,
  )}`

const MATURED = `with t as materialized (
    select gen_random_uuid() as id, id as ref, 'matured' as kind, performer, of_performer, at + interval '${HOLD_DAYS} days' as at
    from bench_sale where at < now() - interval '${HOLD_DAYS} days'
  ), posted as (${transfersOf('mature')})
  ${entriesOf(
    't',
    `(t.id, 1, 'earn_pending', performer, -4000::bigint, ${none}),
      (t.id, 2, 'earn_available', performer, 4000, of_performer * 4000, of_performer)`,
  )}`

const CHARGE_ROWS = `insert into charge (id, fan_id, performer_id, type, target_id, tokens, granted, token_cents, tax_bps,
    commission_bps, tax, share, revenue, state, available_at, transfer_id, created_at)
  select id, fan, performer, type, case type when 'tip' then performer else id end, 10, 0, 5, 0, 2000, 0, 4000, 1000,
    case when at < now() - interval '${HOLD_DAYS} days' then 'available' else 'pending' end,
    at + interval '${HOLD_DAYS} days', transfer, at
  from bench_sale order by at`

const ORDER_ROWS = `insert into "order" (id, number, group_id, buyer_id, performer_id, type, fulfilment, tokens, discount, shipping,
    address, is_address_shown, paid_at, completed_at, created_at, updated_at, currency)
  select id, lpad(n::text, 8, '0'), gen_random_uuid(), fan, performer, 'physical', 'completed', 10, 0, 0,
    '{"name":"A reader","street":"A street 1","city":"A city","zip":"11111","country":"SE"}', false, at, at, at,
    at + random() * interval '5 days', 'USD'
  from bench_sale where type = 'product'`

const ORDER_LINES = `insert into order_line (id, order_id, product_id, position, name, unit_price, quantity)
  select gen_random_uuid(), s.id, p.id, 0, 'Product', 10, 1 from bench_sale s
  cross join (select id from asset where kind = 'product' limit 1) as p where s.type = 'product'`
