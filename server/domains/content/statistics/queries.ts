import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import type { StatisticsDay } from '@vesper/sync/vesper/api/statistics.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'

const DAY_MS = 86_400_000

type Counts = Pick<StatisticsDay, 'followers' | 'views' | 'likes'>
const NOTHING: Counts = { followers: 0, views: 0, likes: 0 }

type Read = Counts & { recorded: (Counts & { day: string })[]; isNew: boolean }

/**
 * The last days of a creator, the oldest first. Today is counted now, from the creator's own posts and assets. For an account
 * that is older than its first recorded day, the views and likes of that day are unknown, and 0.
 */
export async function daysOf(em: SqlEntityManager, performerId: string, now: Date): Promise<StatisticsDay[]> {
  const days = daysUntil(now)
  const [first = ''] = days
  const [read] = await em.execute<Read[]>(READ, [
    ...[performerId, performerId, performerId, first, first],
    ...[performerId, first, performerId, performerId],
  ])
  if (!read) throw new Error('a statement of one row answered none')
  const { recorded, isNew, ...current } = read
  const byDay = new Map(recorded.map((row) => [row.day, row]))
  const today = days.at(-1)
  let last: Counts | null = recorded.find(({ day }) => day < first) ?? (isNew ? NOTHING : null)
  return days.map((day) => {
    const counts: Counts | null = day === today ? current : (byDay.get(day) ?? last)
    const views = gained(last?.views, counts?.views)
    const likes = gained(last?.likes, counts?.likes)
    last = counts
    return { day, followers: counts?.followers ?? 0, views, likes }
  })
}

function gained(before: number | undefined, after: number | undefined): number {
  return before === undefined || after === undefined ? 0 : Math.max(0, after - before)
}

let known: { today: number; days: readonly string[] } | null = null

/** The days until the one of `now`, the oldest first. They are the same all day: to write them takes longer than the rest. */
function daysUntil(now: Date): readonly string[] {
  const today = Math.floor(now.getTime() / DAY_MS)
  if (known?.today === today) return known.days
  const days = Array.from({ length: STATISTICS_DAYS }, (_, index) => {
    const daysAgo = STATISTICS_DAYS - 1 - index
    return new Date((today - daysAgo) * DAY_MS).toISOString().slice(0, 10)
  })
  known = { today, days }
  return days
}

/**
 * The counts of now, the rows of the days from the first one and of the last day before them, and whether the account began
 * on the first day or later.
 */
const READ = `${KEPT} select (select count(*)::int from follow where performer_id = ?) as followers, now.views, now.likes,
    (
      select coalesce(json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'followers', followers, 'views', views,
        'likes', likes)), '[]')
      from creator_day where performer_id = ? and day >= coalesce(
        (select max(day) from creator_day where performer_id = ? and day < ?::date), ?::date
      )
    ) as recorded,
    exists (select from performer where user_id = ? and created_at >= ?::date) as "isNew"
  from (
    select coalesce(sum(t.views), 0)::int as views, coalesce(sum(t.likes), 0)::int as likes
    from (select id from post where performer_id = ? union all select id from asset where performer_id = ?) as c
    join content_total t on t.object_id = c.id
  ) as now`
