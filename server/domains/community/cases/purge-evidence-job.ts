import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Attachment } from '../../../infra/files/attachment.ts'
import { removeFiles } from '../../../infra/files/commands.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { CaseEvidence } from './entity.ts'
import { EVIDENCE } from './keep-evidence.ts'

const DAY_SECONDS = 86_400
/** Evidence is kept so long after its case was closed. */
const KEPT_MS = 90 * DAY_SECONDS * 1_000
/** Pieces of evidence in one transaction. */
const BATCH = 50

export const purgeEvidenceJob: RecurringJob = {
  ...{ kind: 'recurring', name: 'cases.purge-evidence', everySeconds: DAY_SECONDS / 4 },
  async run(app, signal) {
    while (!signal.aborted && (await purgeSome(app)) === BATCH) continue
  },
}

/** Removes evidence of cases that were closed 90 days ago, with files that nothing else holds. */
function purgeSome(app: App): Promise<number> {
  return transact(app, null, async (tx) => {
    const due = await tx.em.execute<{ id: string }[]>(
      `select e.id from case_evidence e join moderation_case c on c.id = e.case_id
       where c.state = 'closed' and c.closed_at < ? order by e.id limit ? for update of e skip locked`,
      [new Date(tx.now.getTime() - KEPT_MS), BATCH],
    )
    for (const { id } of due) await purge(tx, id)
    return due.length
  })
}

async function purge(tx: Tx, id: string): Promise<void> {
  const files = await tx.em.execute<{ id: string }[]>(
    `select f.id from file f join attachment a on a.file_id = f.id and a.holder_type = ? and a.holder_id = ?
     order by f.id for update of f`,
    [EVIDENCE, id],
  )
  await tx.em.nativeDelete(Attachment, { holderType: EVIDENCE, holderId: id })
  await tx.em.nativeDelete(CaseEvidence, { id })
  // Under the locks no file gets a holder. One that is kept is in the library of its creator.
  const unused = await tx.em.execute<{ id: string }[]>(
    `select f.id from file f where f.id = any(?::uuid[]) and not f.is_kept
       and not exists (select from attachment a where a.file_id = f.id)`,
    [`{${files.map((file) => file.id).join()}}`],
  )
  await removeFiles(
    tx,
    unused.map((file) => file.id),
  )
  await tx.em.flush()
}
