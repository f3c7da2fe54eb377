import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { countedTimeSql } from '../../../../content/counted-time-sql.ts'
import { holdRules } from '../holds/hold-rules.ts'

/** SQL: what a clock that was set at `since` shows once both clocks of a pair run. */
function countedAt(since: string): string {
  return countedTimeSql({ performer: 's.performer_id', since, at: 'greatest(m.counted_from, s.anchor)' })
}

/** A rule of the books, and the statement that finds what breaks it: one text a row. */
const RULES: readonly { rule: string; sql: string }[] = [
  {
    rule: 'The entries of a transfer sum to 0 in each unit.',
    sql: `select e.transfer_id || ' ' || a.unit as at from money_entry e join money_account a on a.id = e.account_id
      group by e.transfer_id, a.unit having sum(e.amount) <> 0`,
  },
  {
    rule: 'A transfer has entries.',
    sql: `select t.id::text as at from money_transfer t
      where not exists (select 1 from money_entry e where e.transfer_id = t.id)`,
  },
  {
    rule: 'The balance of a tracked account is the sum of its entries, and its version their number.',
    sql: `select a.kind || ' ' || a.owner_id as at from money_account a
      left join (
        select account_id, sum(amount) as total, count(*) as entries, max(version) as last from money_entry group by account_id
      ) e on e.account_id = a.id
      where a.tracked and (a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0)
        or a.version <> coalesce(e.last, 0))`,
  },
  {
    rule: 'Each entry of a tracked account goes on from the balance that the one before has left.',
    sql: `select transfer_id || ' ' || line as at from (
        select e.*, sum(e.amount) over (partition by e.account_id order by e.version) as running
        from money_entry e join money_account a on a.id = e.account_id where a.tracked
      ) e where balance_after is distinct from running`,
  },
  {
    rule: 'A wallet shows what the ledger has.',
    sql: `select coalesce(w.user_id, a.owner_id)::text as at from wallet w
      full join (
        select owner_id, sum(balance) filter (where kind <> 'fan_debt') - sum(held) as balance, sum(held) as held,
          coalesce(sum(balance - held) filter (where kind = 'fan_granted'), 0) as granted,
          coalesce(-sum(balance) filter (where kind = 'fan_debt'), 0) as debt
        from money_account where kind in ('fan_paid', 'fan_granted', 'fan_debt') group by owner_id
      ) a on a.owner_id = w.user_id
      where (w.user_id is null and (a.balance <> 0 or a.held <> 0 or a.debt <> 0))
        or (w.user_id is not null and (w.balance, w.granted, w.held, w.debt)
          is distinct from (coalesce(a.balance, 0), coalesce(a.granted, 0), coalesce(a.held, 0), coalesce(a.debt, 0)))`,
  },
  {
    rule: 'A profile shows the balance of its wallet.',
    sql: `select u.id::text as at from "user" u left join wallet w on w.user_id = u.id
      where u.balance <> coalesce(w.balance, 0)`,
  },
  {
    rule: 'Deferred revenue is what the tokens are worth that were bought and not spent.',
    sql: `select revenue.total || ' <> ' || worth.total as at
      from (
        select coalesce(sum(e.amount), 0) as total from money_entry e join money_account a on a.id = e.account_id
        where a.kind = 'deferred_revenue'
      ) revenue, (
        select coalesce(sum(a.balance), 0) * 100 * ? as total from money_account a where a.kind = 'fan_paid'
      ) worth
      where revenue.total <> worth.total`,
  },
  {
    rule: 'Chargeback loss is what the tokens are worth that are owed.',
    sql: `select loss.total || ' <> ' || worth.total as at
      from (
        select coalesce(sum(e.amount), 0) as total from money_entry e join money_account a on a.id = e.account_id
        where a.kind = 'chargeback_loss'
      ) loss, (
        select coalesce(sum(a.balance), 0) * 100 * ? as total from money_account a where a.kind = 'fan_debt'
      ) worth
      where loss.total <> worth.total`,
  },
  {
    rule: 'The surplus is what payments beyond the ordered ones have brought and not given back.',
    sql: `select surplus.total || ' <> ' || payments.total as at
      from (
        select coalesce(sum(e.amount), 0) as total from money_entry e join money_account a on a.id = e.account_id
        where a.kind = 'surplus'
      ) surplus, (
        select coalesce(sum(amount::bigint), 0) * 100 as total from surplus_payment where status in ('open', 'failed')
      ) payments
      where surplus.total <> payments.total`,
  },
  {
    rule: 'The provider has of an order that was paid its price less what went back to the payer.',
    sql: `select o.id::text as at from payment_order o
      left join charge c on c.order_id = o.id
      left join lateral (
        select least(o.amount, coalesce(sum(amount), 0)) as cents from payment_reversal r
        where r.order_id = o.id and r.status in ('done', 'open', 'lost')
      ) out on true
      left join lateral (
        select -sum(e.amount) as units from money_transfer t
        join money_entry e on e.transfer_id = t.id
        join money_account a on a.id = e.account_id and a.kind = 'gateway_clearing'
        where t.ref_id in (o.id, c.id)
      ) here on true
      where o.paid_at is not null and coalesce(here.units, 0) <> (o.amount - out.cents)::bigint * 100`,
  },
  {
    rule: 'A gift that has ended took its tokens back once, at most all of them.',
    sql: `select coalesce(g.id, t.ref_id)::text as at from (select * from token_gift where expired_tokens > 0) g
      full join (
        select t.ref_id, -e.amount as tokens, a.owner_id from money_transfer t
        join money_entry e on e.transfer_id = t.id join money_account a on a.id = e.account_id and a.kind = 'fan_granted'
        where t.scope = 'gift-expired'
      ) t on t.ref_id = g.id
      where g.id is null or t.ref_id is null or g.expired_tokens <> t.tokens or g.expired_tokens > g.tokens
        or g.user_id <> t.owner_id`,
  },
  {
    rule: 'Each charge has its transfer, and each transfer of a charge its charge.',
    sql: `select coalesce(c.id, t.ref_id)::text as at from charge c
      full join (select id, ref_id from money_transfer where scope in ('charge', 'card-sale')) t on t.id = c.transfer_id and t.ref_id = c.id
      where c.id is null or t.id is null`,
  },
  {
    rule: 'The parts of a charge are what its tokens are worth.',
    sql: `select id::text as at from charge where tax + share + revenue <> tokens::bigint * token_cents * 100`,
  },
  {
    rule: 'A thing that was paid for is open to who paid, unless the payment was taken back.',
    sql: `select c.id::text as at from charge c
      left join entitlement e on e.user_id = c.fan_id and e.object_type = c.type and e.object_id = c.target_id
        and e.revoked_at is null
      where c.type not in ('tip', 'subscription', 'product') and c.status = 'done' and e.id is null
        -- A show that was paid by the minute is over.
        and not exists (select 1 from money_hold h where h.group_id = c.id)`,
  },
  {
    rule: 'A thing that was paid back is open to nobody for that payment.',
    sql: `select c.id::text as at from charge c
      join entitlement e on e.user_id = c.fan_id and e.object_type = c.type and e.object_id = c.target_id
        and e.revoked_at is null and e.source = 'purchase'
      where c.status = 'refunded' and not exists (
        select 1 from charge again where again.fan_id = c.fan_id and again.type = c.type and again.target_id = c.target_id
          and again.status = 'done'
      )`,
  },
  {
    rule: 'What a charge has given back is what its refunds say, and at most the charge.',
    sql: `select c.id::text as at from charge c
      left join (
        select charge_id, sum(tokens) as tokens, sum(share) as share from charge_refund group by charge_id
      ) r on r.charge_id = c.id
      where c.refunded_tokens <> coalesce(r.tokens, 0) or c.refunded_share <> coalesce(r.share, 0)
        or c.refunded_tokens > c.tokens or (c.status = 'refunded') <> (c.refunded_tokens = c.tokens)
        or (c.refunded_tokens = c.tokens and c.refunded_share <> c.share)`,
  },
  {
    rule: 'Each refund has its transfer, which reverses that of the charge.',
    sql: `select coalesce(r.id, t.ref_id)::text as at from charge_refund r
      full join (select id, ref_id, reverses_id from money_transfer where scope = 'refund') t on t.id = r.transfer_id
      left join charge c on c.id = r.charge_id
      where r.id is null or t.id is null or t.reverses_id is distinct from c.transfer_id`,
  },
  {
    rule: 'Each term that was paid has its charge of that price, and each charge of a subscription its term.',
    sql: `select coalesce(p.id, c.id)::text as at
      from (select * from subscription_period where source is not null) p
      full join (select * from charge where type = 'subscription') c on c.id = p.id and c.target_id = p.subscription_id
      where p.id is null or c.id is null or (p.source = 'card') <> (c.order_id is not null) or c.tokens::bigint * c.token_cents not between p.price and p.price + c.token_cents - 1`,
  },
  {
    rule: 'Each order of a subscription that a card paid has one charge of its amount, and each charge by card its order.',
    sql: `select coalesce(o.id, c.id)::text as at
      from (select * from payment_order where kind = 'subscription' and paid_at is not null) o
      full join (select * from charge where order_id is not null) c on c.order_id = o.id
      where o.id is null or c.id is null or c.fan_id <> o.user_id or c.tokens <> o.amount or c.token_cents <> 1
      union all
      select order_id::text from charge where order_id is not null group by order_id having count(*) > 1`,
  },
  {
    rule: 'Each order that costs something has its charge, and each charge of a product its order.',
    sql: `select coalesce(o.id, c.id)::text as at from (select * from "order" where tokens > 0) o
      full join (select * from charge where type = 'product') c on c.id = o.id and c.target_id = o.id
      where o.id is null or c.id is null or c.tokens <> o.tokens or c.fan_id <> o.buyer_id or c.performer_id <> o.performer_id`,
  },
  {
    rule: 'An order costs what its lines and its shipping cost, and has given back what its charge has.',
    sql: `select o.id::text as at from "order" o
      join (
        select order_id, sum(unit_price * quantity - discount) as tokens, sum(discount) as discount,
          sum(refunded_tokens) as refunded
        from order_line group by order_id
      ) l on l.order_id = o.id
      left join charge c on c.id = o.id
      where o.tokens <> l.tokens + o.shipping or o.discount <> l.discount or l.refunded > o.refunded
        or o.refunded <> coalesce(c.refunded_tokens, 0)
        or (o.payment = 'refunded') <> (o.refunded = o.tokens and o.tokens > 0)`,
  },
  {
    rule: 'A file that was bought is open to its buyer, unless the line was given back.',
    sql: `select l.id::text as at from order_line l
      join "order" o on o.id = l.order_id and o.type = 'digital'
      left join entitlement e on e.user_id = o.buyer_id and e.object_type = 'product' and e.object_id = l.product_id
        and e.revoked_at is null
      where l.refunded_quantity < l.quantity and e.id is null`,
  },
  {
    rule: 'What an order has earned becomes free only once it is complete and nobody asks for it back.',
    sql: `select o.id::text as at from "order" o
      join charge c on c.id = o.id and c.state = 'pending' and c.available_at is not null
      where o.fulfilment <> 'completed'
        or exists (select 1 from refund_request r where r.order_id = o.id and r.state in ('open', 'appealed'))`,
  },
  {
    rule: 'A subscription lasts as long as its terms.',
    sql: `select s.id::text as at from subscription s
      left join (
        select subscription_id, max(ends_at) as ends_at, count(*) as terms, max(number) as last
        from subscription_period group by subscription_id
      ) p on p.subscription_id = s.id
      where (s.months > 0 and s.paid_through is distinct from p.ends_at) or p.terms <> p.last`,
  },
  {
    rule: 'A subscription gives access until its end, and no longer.',
    sql: `select s.id::text as at from subscription s
      left join membership m on m.user_id = s.user_id and m.performer_id = s.performer_id
      where s.ended_at is null and s.status <> 'incomplete' and (
        s.access_until <> greatest(s.paid_through, s.grace_until) or m.access_until is null
        or (m.kind = 'subscription' and (m.access_until <> s.access_until or m.counted_from <> s.anchor))
        or m.access_until - ${countedAt('m.counted_from')} < s.access_until - ${countedAt('s.anchor')}
      )`,
  },
  {
    rule: 'The page of a creator shows the latest price of each term.',
    sql: `select p.user_id || ' ' || shown.term as at from performer p
      cross join lateral (values ('monthly', p.monthly_price), ('quarterly', p.quarterly_price),
        ('half-yearly', p.half_yearly_price), ('yearly', p.yearly_price)) as shown(term, amount)
      left join lateral (
        select amount from subscription_price s where s.performer_id = p.user_id and s.term = shown.term
        order by s.created_at desc, s.id desc limit 1
      ) latest on true
      where latest.amount is distinct from shown.amount`,
  },
  {
    rule: 'What a creator has earned is what the charges say.',
    sql: `select coalesce(l.owner_id, c.performer_id)::text as at from (
        select a.owner_id, sum(e.amount) filter (where a.kind = 'earn_pending') as pending,
          sum(e.amount) filter (where a.kind <> 'earn_pending') as free
        from money_entry e join money_account a on a.id = e.account_id
        where a.kind in ('earn_pending', 'earn_available', 'payout_held') group by a.owner_id
      ) l full join (
        select performer_id, sum(share - refunded_share) filter (where state = 'pending') as pending,
          sum(share - refunded_share) filter (where state <> 'pending') as free
        from charge group by performer_id
      ) c on c.performer_id = l.owner_id
      left join (
        select performer_id, sum(amount::bigint) * 100 as amount from payout where status = 'paid' group by performer_id
      ) p on p.performer_id = coalesce(l.owner_id, c.performer_id)
      where coalesce(l.pending, 0) <> coalesce(c.pending, 0)
        or coalesce(l.free, 0) + coalesce(p.amount, 0) <> coalesce(c.free, 0)`,
  },
  {
    rule: 'What is held for payouts is what open requests ask for.',
    sql: `select coalesce(a.owner_id, p.performer_id)::text as at
      from (select owner_id, balance from money_account where kind = 'payout_held') a
      full join (
        select performer_id, sum(amount::bigint) * 100 as amount from payout
        where status in ('pending', 'approved', 'processing', 'failed') group by performer_id
      ) p on p.performer_id = a.owner_id
      where coalesce(a.balance, 0) <> coalesce(p.amount, 0)`,
  },
  {
    rule: 'A payout that is paid has left the ledger once, and no other one has.',
    sql: `select coalesce(p.id, t.ref_id)::text as at from (select id from payout where status = 'paid') p
      full join (select ref_id from money_transfer where kind = 'payout-paid') t on t.ref_id = p.id
      where p.id is null or t.ref_id is null`,
  },
  {
    rule: 'A sale that counts as paid names the payout, and its creator was paid.',
    sql: `select c.id::text as at from charge c left join payout p on p.id = c.payout_id and p.performer_id = c.performer_id
      where (c.state = 'paid') <> (c.payout_id is not null and c.state <> 'reversed')
        or (c.payout_id is not null and p.status is distinct from 'paid')`,
  },
  ...holdRules,
]

/** A broken rule, and the first places where it is broken. */
export type Breach = { rule: string; at: string[] }

/**
 * Checks the whole ledger against its rules; none is broken where the result is empty. `tokenCents` is what one token is
 * worth.
 */
export async function checkBooks(em: SqlEntityManager, tokenCents: bigint): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { rule, sql } of RULES) {
    const rows = await em.execute<{ at: string }[]>(`${sql} limit 5`, sql.includes('?') ? [tokenCents] : [])
    if (rows.length > 0) breaches.push({ rule, at: rows.map(({ at }) => at) })
  }
  return breaches
}
