import type { DeskJobItem, DeskJobs } from '@vesper/sync/vesper/api/desk-jobs.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { readJobItems } from '../../../infra/jobs/job-items.ts'
import type { JobItem } from '../../../infra/jobs/job-items.ts'
import { unsentMails } from '../../../infra/mail/unsent-mails.ts'

/** The state of all jobs, the work that failed or waits, and the mails that were not sent. */
export async function jobList(app: App): Promise<DeskJobs> {
  const { jobs } = app.domains
  const em = app.orm.em.fork()
  const every = new Map(jobs.map((job) => [job.name, job.kind === 'recurring' ? job.everySeconds : null]))
  const states = await app.jobs.states()
  const data = states.map(({ name, queued, active, failed, lastAt, nextAt, lastError }) => ({
    ...{ name, queued, active, failed, lastError, everySeconds: every.get(name) ?? null },
    lastAt: lastAt?.toISOString() ?? null,
    nextAt: nextAt?.toISOString() ?? null,
  }))
  const items = (await readJobItems(em, jobs)).map(itemView)
  return { data, total: data.length, items, mails: await unsentMails(em, app.clock()) }
}

/** The desk shows only the ids among the things that a job is run with. */
function itemView({ id, data, ...item }: JobItem): DeskJobItem {
  const subjects = Object.entries(data ?? {}).flatMap(([name, value]) =>
    v.is(uuid, value) ? [{ name, id: value }] : [],
  )
  return { _id: id, ...item, subjects }
}
