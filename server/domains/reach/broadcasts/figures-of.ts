import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BroadcastFigures } from '@vesper/sync/vesper/api/broadcasts.ts'

const NONE: BroadcastFigures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }

/** A message that is locked counts as opened by who has bought it. The money is that of the ledger's charges. */
const FIGURES = `
  select b.id, count(*)::int as total, count(r.message_id)::int as sent,
    count(*) filter (where r.state in ('closed', 'muted', 'owned', 'left'))::int as "left",
    count(*) filter (where case when b.price > 0 then paid.count > 0 else read.read_seq >= m.seq end)::int as opened,
    count(*) filter (where paid.count > 0)::int as bought,
    coalesce(sum(paid.tokens), 0)::int as tokens, coalesce(sum(paid.earned), 0)::float8 as earned
  from broadcast b join broadcast_recipient r on r.broadcast_id = b.id
  left join message m on m.id = r.message_id
  left join conversation_member read on read.conversation_id = m.conversation_id and read.user_id = r.user_id
  left join lateral (
    select count(*) filter (where c.status = 'done')::int as count, sum(c.tokens - c.refunded_tokens) as tokens,
      sum(c.share - c.refunded_share) as earned
    from charge c where b.price > 0 and c.fan_id = r.user_id and c.type = 'message' and c.target_id = r.message_id
  ) paid on true
  where b.id = any(?::uuid[]) group by b.id`

/** How these messages to many have done so far, by their ids. */
export async function figuresOf(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, BroadcastFigures>> {
  const known = new Map(ids.map((id) => [id, NONE]))
  if (ids.length === 0) return known
  const rows = await em.execute<({ id: string } & BroadcastFigures)[]>(FIGURES, [`{${ids.join()}}`])
  for (const { id, ...figures } of rows) known.set(id, figures)
  return known
}
