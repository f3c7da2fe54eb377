import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { TipMenu as TipMenuView } from '@vesper/sync/vesper/api/tip-menu.ts'
import { TipMenu } from './entity.ts'

/** The menu of a creator, with what tips have raised for the goal; an empty one before the first. */
export async function tipMenuView(em: SqlEntityManager, performerId: string): Promise<TipMenuView> {
  const menu = await em.findOne(TipMenu, { performerId })
  if (!menu) return { version: 0, items: [], goal: null }
  return { version: menu.version, items: menu.items, goal: await goalView(em, menu) }
}

async function goalView(em: SqlEntityManager, menu: TipMenu): Promise<TipMenuView['goal']> {
  const { performerId, goalId, goalTitle, goalTokens, goalSetAt } = menu
  if (goalId == null || goalTokens == null || goalSetAt == null) return null
  const [sum] = await em.execute<{ raised: number; reachedAt: Date | string | null }[]>(RAISED, [
    ...[performerId, goalSetAt, goalTokens],
  ])
  const { raised = 0, reachedAt = null } = sum ?? {}
  const reached = reachedAt === null ? null : new Date(reachedAt).toISOString()
  return { _id: goalId, title: goalTitle ?? '', tokens: goalTokens, raised, reachedAt: reached }
}

/** Summed at each look: a counter that each tip raises would make all tips of a creator wait for each other. */
const RAISED = `select coalesce(max(running) filter (where is_last), 0)::int as raised,
    min(created_at) filter (where running >= goal) as "reachedAt"
  from (
    select c.created_at, wanted.goal,
      sum(c.tokens - c.refunded_tokens) over (order by c.created_at, c.id) as running,
      row_number() over (order by c.created_at desc, c.id desc) = 1 as is_last
    from (select ?::uuid as performer_id, ?::timestamptz as since, ?::int as goal) wanted
    join charge c on c.performer_id = wanted.performer_id and c.created_at >= wanted.since and c.type = 'tip'
  ) tips`
