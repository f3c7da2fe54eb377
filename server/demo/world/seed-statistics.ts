import { STATISTICS_DAYS } from '@vesper/sync/vesper/api/statistics.ts'
import type { App } from '../../app.ts'
import { CreatorDay } from '../../domains/content/statistics/entity.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'

/** Views that a like and a bookmark stand for: most who look leave neither. */
export const VIEWS = { like: 9, bookmark: 4 } as const

/** Writes the days of the creators as the job would have: from the follows and reactions of each day. Once only. */
export async function seedStatistics(app: App, accounts: ReadonlyMap<string, User>): Promise<void> {
  const ids = [...accounts.values()].filter(({ isPerformer }) => isPerformer).map(({ id }) => id)
  const before = new Date(app.clock().getTime() - 7 * 86_400_000)
  if (
    (await app.orm.em.fork().count(CreatorDay, { performerId: { $in: ids }, day: { $lt: before.toISOString() } })) > 0
  )
    return
  await transact(app, null, ({ em, now }) => em.execute(SEED, [now, STATISTICS_DAYS, now, `{${ids.join()}}`]))
}

const SEED = `
  with ends as (
    select d::date as day, (d::date + 1)::timestamp at time zone 'UTC' as until
    from generate_series((?::timestamptz at time zone 'UTC')::date - ?::int, (?::timestamptz at time zone 'UTC')::date - 1,
      interval '1 day') as d
  )
  insert into creator_day (performer_id, day, followers, views, likes)
  select c.id, e.day, f.followers, r.views, r.likes
  from unnest(?::uuid[]) as c(id)
  cross join ends e
  cross join lateral (
    select count(*)::int as followers from follow where performer_id = c.id and created_at < e.until
  ) as f
  cross join lateral (
    select count(*) filter (where r.action = 'like')::int as likes,
      coalesce(sum(case r.action when 'like' then ${VIEWS.like} else ${VIEWS.bookmark} end), 0)::int as views
    from reaction r join (select id, performer_id from post union all select id, performer_id from asset) as made
      on made.id = r.object_id
    where made.performer_id = c.id and r.created_at < e.until
  ) as r
  on conflict do nothing`
