import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskJobs } from '@vesper/sync/vesper/api/desk-jobs.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import type { JobAction } from '../../../infra/jobs/job-items.ts'
import { jobList } from './job-list.ts'

/** Work that failed may move money: to run it again and to drop it asks for a step-up. */
const FRESH_S = 300
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/jobs',
  who: 'staff',
  needs: 'jobs.act',
  tag: 'Desk',
  summary: 'The background work of the site: its runs, its failures, and the mails that were not sent',
  answer: DeskJobs,
  handle: ({ app }) => jobList(app),
})

const wakeRoute = route({
  method: 'POST',
  path: '/desk/jobs/{name}/wake',
  who: 'staff',
  needs: 'jobs.act',
  tag: 'Desk',
  summary: 'Run a recurring job now',
  params: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  answer: Done,
  async handle({ app, actor, params: { name } }) {
    const job = app.domains.jobs.find((one) => one.name === name)
    if (!job) throw new Refusal('not-found', 'There is no such job any more.')
    if (job.kind !== 'recurring') throw new Refusal('invalid', 'This job runs by itself when there is work for it.')
    await transact(app, actor, async (tx) => {
      audit(tx, { action: 'job.wake', subjectId: name })
      tx.afterCommit(() => app.jobs.wake(job))
    })
    return { success: true as const }
  },
})

const retryRoute = route({
  method: 'POST',
  path: '/desk/jobs/{id}/retry',
  who: 'staff',
  needs: 'jobs.act',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Run work again that has failed',
  params: byId,
  answer: Done,
  handle: ({ app, actor, params }) => act({ app, actor }, params.id, 'retry'),
})

const discardRoute = route({
  method: 'POST',
  path: '/desk/jobs/{id}/discard',
  who: 'staff',
  needs: 'jobs.act',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Drop work that has failed or waits: it is never done',
  params: byId,
  answer: Done,
  handle: ({ app, actor, params }) => act({ app, actor }, params.id, 'discard'),
})

export const jobRoutes: Route[] = [listRoute, wakeRoute, retryRoute, discardRoute]

async function act({ app, actor }: { app: App; actor: Actor }, id: string, action: JobAction) {
  await transact(app, actor, async (tx) => {
    const job = await app.jobs.act(tx, id, action)
    audit(tx, { action: `job.${action}`, subjectId: id, before: { job } })
  })
  return { success: true as const }
}
