import type { App } from '../../../app.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'

export const recordDaysJob: RecurringJob = {
  kind: 'recurring',
  name: 'statistics.record-days',
  everySeconds: 600,
  run: (app) => recordDays(app),
}

/**
 * Notes the counts of every creator for the current day. A follow, a view or a like writes nothing here. Changes between
 * the last run of a day and midnight count for the next day.
 */
export async function recordDays(app: App): Promise<void> {
  await app.orm.em.fork().execute(RECORD, [app.clock()])
}

const RECORD = `
  with content as (
    select performer_id, id from post union all select performer_id, id from asset
  ), counted as (
    select c.performer_id as id, sum(t.views)::int as views, sum(t.likes)::int as likes
    from content_total t join content c on c.id = t.object_id group by 1
  ), followed as (
    select performer_id as id, count(*)::int as followers from follow group by 1
  )
  insert into creator_day (performer_id, day, followers, views, likes)
  select p.user_id, (?::timestamptz at time zone 'UTC')::date, now.followers, now.views, now.likes
  from performer p
  left join counted c on c.id = p.user_id
  left join followed f on f.id = p.user_id
  cross join lateral (
    select coalesce(f.followers, 0) as followers, coalesce(c.views, 0) as views, coalesce(c.likes, 0) as likes
  ) as now
  left join lateral (
    select d.followers, d.views, d.likes from creator_day d where d.performer_id = p.user_id order by d.day desc limit 1
  ) as last on true
  where (last.followers, last.views, last.likes) is distinct from (now.followers, now.views, now.likes)
  on conflict (performer_id, day) do update
  set followers = excluded.followers, views = excluded.views, likes = excluded.likes`
