import type { App } from '../../../app.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { RecurringJob } from '../../../infra/jobs/job.ts'
import { LINE } from './attachments.ts'

/** Lines that stay of one stream. */
export const LINES_KEPT = 2_000
export const DAYS_KEPT = 30
const DAY_MS = 86_400_000
/** Lines of one transaction. */
const AT_ONCE = 1_000

type Doomed = { id: string; hasFile: boolean }

export const trimLinesJob: RecurringJob = {
  kind: 'recurring',
  name: 'chat.trim-lines',
  everySeconds: 15 * 60,
  run: (app, signal) => trimLines(app, signal),
}

/** Removes lines that are older than 30 days, and all but the latest 2,000 of a stream; its pinned line stays. */
export async function trimLines(app: App, signal?: AbortSignal): Promise<void> {
  for (const find of [tooOld, tooMany]) {
    while (!signal?.aborted) {
      const removed = await transact(app, null, async (tx) => remove(tx, await find(tx)))
      if (removed < AT_ONCE) break
    }
  }
}

async function remove(tx: Tx, doomed: readonly Doomed[]): Promise<number> {
  if (doomed.length === 0) return 0
  for (const { id, hasFile } of doomed) if (hasFile) await removeFilesOf(tx, { type: LINE, id })
  await tx.em.execute('delete from stream_message where id = any(?::uuid[])', [
    `{${doomed.map(({ id }) => id).join()}}`,
  ])
  return doomed.length
}

function tooOld(tx: Tx): Promise<Doomed[]> {
  return tx.em.execute<Doomed[]>(
    `select id, file_id is not null as "hasFile" from stream_message where created_at < ? order by created_at limit ?`,
    [new Date(tx.now.getTime() - DAYS_KEPT * DAY_MS), AT_ONCE],
  )
}

/** A chat grows until its stream ends: one that ended more than a day ago was looked at since. */
function tooMany(tx: Tx): Promise<Doomed[]> {
  return tx.em.execute<Doomed[]>(
    `select m.id, m.file_id is not null as "hasFile" from stream s join stream_message m on m.stream_id = s.id
     where s.chat_seq > ?::int and (s.ended_at is null or s.ended_at > ?) and m.seq <= s.chat_seq - ?::int
       and m.id is distinct from s.pinned_id limit ?`,
    [LINES_KEPT, new Date(tx.now.getTime() - DAY_MS), LINES_KEPT, AT_ONCE],
  )
}
