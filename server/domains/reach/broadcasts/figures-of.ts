import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BroadcastFigures } from '@vesper/sync/vesper/api/broadcasts.ts'

/** The figures of a message that went to nobody. */
export const noFigures: BroadcastFigures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }

/**
 * A message that is locked counts as opened by who has bought it. The money is that of the ledger's charges for all messages
 * of it: an account that was greeted twice may have bought both.
 */
const FIGURES = `
  with went as (
    select m.broadcast_id as id, m.id as message_id, m.seq, m.conversation_id, r.user_id, r.price
    from message m join lateral (
      select c.user_id, b.price from conversation_member c join broadcast b on b.id = m.broadcast_id
      where c.conversation_id = m.conversation_id and c.user_id <> m.sender_id
    ) r on true where m.broadcast_id = any(?::uuid[])
  ), counted as (
    select w.id, count(*)::int as sent,
      count(*) filter (where case when w.price > 0 then paid.count > 0 else read.read_seq >= w.seq end)::int as opened,
      count(*) filter (where paid.count > 0)::int as bought,
      coalesce(sum(paid.tokens), 0)::int as tokens, coalesce(sum(paid.earned), 0)::float8 as earned
    from went w
    join conversation_member read on read.conversation_id = w.conversation_id and read.user_id = w.user_id
    left join lateral (
      select count(*) filter (where c.status = 'done')::int as count, sum(c.tokens - c.refunded_tokens) as tokens,
        sum(c.share - c.refunded_share) as earned
      from charge c where w.price > 0 and c.fan_id = w.user_id and c.type = 'message' and c.target_id = w.message_id
    ) paid on true group by w.id
  ), named as (
    select r.broadcast_id as id, count(*)::int as total,
      count(*) filter (where r.state in ('closed', 'muted', 'owned', 'left'))::int as "left"
    from broadcast_recipient r where r.broadcast_id = any(?::uuid[]) group by 1
  )
  select n.id, n.total, n."left", coalesce(c.sent, 0) as sent, coalesce(c.opened, 0) as opened,
    coalesce(c.bought, 0) as bought, coalesce(c.tokens, 0) as tokens, coalesce(c.earned, 0) as earned
  from named n left join counted c on c.id = n.id`

/** How these messages to many have done so far, by their ids. */
export async function figuresOf(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, BroadcastFigures>> {
  const known = new Map(ids.map((id) => [id, noFigures]))
  if (ids.length === 0) return known
  const rows = await em.execute<({ id: string } & BroadcastFigures)[]>(
    FIGURES,
    Array<string>(2).fill(`{${ids.join()}}`),
  )
  for (const { id, ...figures } of rows) known.set(id, figures)
  return known
}
