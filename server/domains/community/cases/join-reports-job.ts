import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { workThroughDue } from '../../../infra/jobs/work-through.ts'
import { joinCase } from './join-case.ts'
import { keepEvidence } from './keep-evidence.ts'
import { Report } from './reports/entity.ts'

const BATCH = 100

/**
 * Puts open reports without a case into the case of their thing: a server of an older version, which knows no cases, may have
 * taken them beside this one.
 */
export const joinReportsJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'cases.join-reports', everySeconds: 600 },
  async run(app, signal) {
    await joinReports(app, signal)
  },
}

/** Answers how many it looked at. */
export function joinReports(app: App, signal?: AbortSignal): Promise<number> {
  const find = (except: string[]) =>
    app.orm.em
      .fork()
      .execute<{ id: string }[]>(
        `select id from report where state = 'open' and case_id is null and id <> all(?::uuid[]) order by created_at, id limit ?`,
        [`{${except.join()}}`, BATCH],
      )
  return workThroughDue(app, { find, idOf: ({ id }) => id, work: ({ id }) => joinOne(app, id), signal })
}

function joinOne(app: App, id: string): Promise<void> {
  return transact(app, null, async (tx) => {
    const report = await tx.em.findOne(Report, { id, caseId: null, state: 'open' })
    if (!report) return
    const { objectType, objectId, targetUserId, category, snapshot } = report
    const about = { objectType, objectId, targetUserId, category, source: 'report', text: snapshot.text } as const
    const joined = await joinCase(tx, about)
    await keepEvidence(tx, joined, snapshot)
    report.caseId = joined.id
    await tx.em.flush()
  })
}
