import type { App } from '../../../app.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'

export const renewPopularityJob: RecurringJob = {
  kind: 'recurring',
  name: 'assets.renew-popularity',
  everySeconds: 600,
  run: (app) => renewPopularity(app),
}

/** Renews the order of popular assets. A like counts as much as three views. Past the change feed: no device holds it. */
export async function renewPopularity(app: App): Promise<void> {
  await app.orm.em.fork().execute(
    `update asset a set popularity = 3 * t.likes + t.views from content_total t
     where t.object_id = a.id and a.popularity <> 3 * t.likes + t.views`,
  )
}
