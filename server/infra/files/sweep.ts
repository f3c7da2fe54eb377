import type { App } from '../../app.ts'
import { transact } from '../database/transaction.ts'
import { removeOldAssets } from '../http/static/keep-assets.ts'
import type { RecurringJob } from '../jobs/job.ts'
import { Attachment } from './attachment.ts'
import { removeFiles, removeStray } from './commands.ts'
import { File } from './entity.ts'
import { attachedPurposes } from './uploads/purposes.ts'

const DAY_MS = 86_400_000
const UNSENT_DAYS = 7
/** A device begins an upload again after so many days without a part. */
const UNFINISHED_DAYS = 7
const BATCH = 200
/** The most batches that one sweep removes. The next start goes on. */
const BATCHES = 25

export const sweepFilesJob: RecurringJob = {
  kind: 'recurring',
  name: 'files.sweep',
  everySeconds: 6 * 3600,
  async run(app) {
    const removed = await sweepFiles(app)
    if (removed > 0) app.log.info({ removed }, 'unused files were removed')
  },
}

/**
 * Removes uploads that nothing has ever held for a week, or that came in part only, and bytes that no row
 * names, left by a crash. Bounded; gives how many files went.
 */
export async function sweepFiles(app: App): Promise<number> {
  const unfinished = await app.parts.removeBefore(new Date(app.clock().getTime() - UNFINISHED_DAYS * DAY_MS))
  await app.storage.removeDue((id) => hasRow(app, id))
  const unused = (await sweepUnsent(app)) + (await sweepStrayBytes(app))
  if (app.bucket) await removeOldAssets(app.bucket, app.clock())
  return unfinished + unused
}

async function hasRow(app: App, id: string): Promise<boolean> {
  return (await app.orm.em.fork().count(File, { id })) > 0
}

async function sweepUnsent(app: App): Promise<number> {
  const before = new Date(app.clock().getTime() - UNSENT_DAYS * DAY_MS)
  let removed = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const ids = await transact(app, null, async (tx) => {
      // Locked: a message that is being sent takes its files first or finds them gone.
      const rows = await tx.em.execute<{ id: string }[]>(FIND_UNSENT, [`{${attachedPurposes.join()}}`, before, BATCH])
      const ids = rows.map(({ id }) => id)
      // Under the locks no file gets a holder: one that got it since the search began shows here.
      const attached = await tx.em.find(Attachment, { fileId: { $in: ids } })
      const held = new Set(attached.map(({ fileId }) => fileId))
      await removeFiles(
        tx,
        ids.filter((id) => !held.has(id)),
      )
      return rows
    })
    removed += ids.length
    if (ids.length < BATCH) break
  }
  return removed
}

const FIND_UNSENT = `
  select id from file
  where purpose = any(?::text[]) and created_at < ? and (not is_kept or status = 'failed')
    and not exists (select from attachment a where a.file_id = file.id)
  order by created_at limit ? for update skip locked`

async function sweepStrayBytes(app: App): Promise<number> {
  // Bytes are there a moment before their row: a day leaves room for any transaction.
  const before = new Date(Date.now() - DAY_MS)
  let removed = 0
  let batch: string[] = []
  const checkBatch = async (): Promise<void> => {
    const known = await app.orm.em.fork().find(File, { id: { $in: batch } }, { fields: ['id'] })
    const ids = new Set(known.map(({ id }) => id))
    for (const id of batch.filter((candidate) => !ids.has(candidate))) {
      if (await transact(app, null, (tx) => removeStray(tx, id))) removed += 1
    }
    batch = []
  }
  for await (const id of app.storage.idsBefore(before)) {
    batch.push(id)
    if (batch.length === BATCH) await checkBatch()
    if (removed >= BATCH * BATCHES) break
  }
  if (batch.length > 0) await checkBatch()
  return removed
}
