import type { Tx } from '../../../../infra/database/transaction.ts'
import { misuseJob } from '../misuse-job.ts'
import { Report } from './entity.ts'

/** Notes that the open reports of a case were manifestly unfounded, and has those of each sender counted. */
export async function noteUnfounded(tx: Tx, caseId: string): Promise<void> {
  const reports = await tx.em.find(Report, { caseId, state: 'open' }, { fields: ['reporterId'] })
  await tx.em.nativeUpdate(Report, { id: { $in: reports.map(({ id }) => id) } }, { isUnfounded: true })
  const reporters = new Set(reports.flatMap(({ reporterId }) => reporterId ?? []))
  for (const reporterId of reporters) await tx.app.jobs.enqueue(tx, misuseJob, { reporterId })
}
