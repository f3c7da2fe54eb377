import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import type { StatisticsDay } from '@vesper/sync/vesper/api/statistics.ts'

const DAY_MS = 86_400_000

type Counts = Pick<StatisticsDay, 'followers' | 'views' | 'likes'>
const NOTHING: Counts = { followers: 0, views: 0, likes: 0 }

type Row = Counts & { day: string }

/**
 * The last days of a creator, the oldest first. Today is counted now, from the creator's own posts and assets. For an account
 * that is older than its first recorded day, the views and likes of that day are unknown, and 0.
 */
export async function daysOf(em: SqlEntityManager, performerId: string, now: Date): Promise<StatisticsDay[]> {
  const days = Array.from({ length: STATISTICS_DAYS }, (_, index) => dayOf(now, STATISTICS_DAYS - 1 - index))
  const [first = ''] = days
  const [recorded, current] = [await recordedDays(em, performerId, first), await countsNow(em, performerId)]
  const byDay = new Map(recorded.map((row) => [row.day, row]))
  const today = days.at(-1)
  const isNew = await isSince(em, performerId, first)
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

function dayOf(now: Date, daysAgo: number): string {
  return new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
}

/** The rows of these days, and the one before them. */
function recordedDays(em: SqlEntityManager, performerId: string, first: string): Promise<Row[]> {
  return em.execute<Row[]>(
    `select to_char(day, 'YYYY-MM-DD') as day, followers, views, likes from creator_day
     where performer_id = ? and day >= coalesce(
       (select max(day) from creator_day where performer_id = ? and day < ?::date), ?::date
     )`,
    [performerId, performerId, first, first],
  )
}

async function countsNow(em: SqlEntityManager, performerId: string): Promise<Counts> {
  const [counts] = await em.execute<Counts[]>(
    `select (select count(*)::int from follow where performer_id = ?) as followers,
       coalesce(sum(t.views), 0)::int as views, coalesce(sum(t.likes), 0)::int as likes
     from (select id from post where performer_id = ? union all select id from asset where performer_id = ?) as c
     join content_total t on t.object_id = c.id`,
    [performerId, performerId, performerId],
  )
  return counts ?? NOTHING
}

/** Tells if the account began on this day or later. */
async function isSince(em: SqlEntityManager, performerId: string, day: string): Promise<boolean> {
  const [found] = await em.execute(`select from performer where user_id = ? and created_at >= ?::date`, [
    performerId,
    day,
  ])
  return found !== undefined
}
