import type { App } from '../../../../app.ts'
import type { RecurringJob } from '../../../../infra/jobs/job.ts'
import { renewCounts } from './counts.ts'

export const renewScoresJob: RecurringJob = {
  kind: 'recurring',
  name: 'performers.renew-scores',
  everySeconds: 600,
  async run(app) {
    await renewScores(app)
    await renewCounts(app.orm.em.fork())
  },
}

/**
 * Scores every creator: all followers count, those of the last two weeks more, and up to ten posts of the last two weeks.
 * Logarithms keep a star from being out of reach. Past the change feed: no device holds a score.
 */
export async function renewScores(app: App): Promise<void> {
  const since = new Date(app.clock().getTime() - 14 * 86_400_000)
  await app.orm.em.fork().execute(
    `with followed as (
       select performer_id as id, count(*) as total, count(*) filter (where created_at > ?) as latest
       from follow group by 1
     ), posted as (
       select performer_id as id, count(*) as latest from post
       where status = 'published' and published_at > ? group by 1
     ), scored as (
       select p.user_id, (ln(1 + coalesce(f.total, 0)) + 2 * ln(1 + coalesce(f.latest, 0))
         + 0.2 * least(coalesce(o.latest, 0), 10))::real as score
       from performer p left join followed f on f.id = p.user_id left join posted o on o.id = p.user_id
     )
     update performer p set score = s.score from scored s where s.user_id = p.user_id and p.score <> s.score`,
    [since, since],
  )
}
