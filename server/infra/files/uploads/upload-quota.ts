import type { App } from '../../../app.ts'
import type { Actor } from '../../database/transaction.ts'
import { RateLimited } from '../../http/limits/rate-limits.ts'
import { attachedPurposes } from './purposes.ts'

/** Uploads that nothing holds: those of a score of messages with all the files that one takes. */
const UNSENT_MAX = 200
/** Videos and sounds of one account that wait to be processed, one after another with everybody else's. */
const PROCESSING_MAX = 20
const BYTES_PER_DAY = 10 * 1024 ** 3
const WAIT_SECONDS = 60

/**
 * Refuses an upload while the account has too much of its own on the way, so that one account fills
 * neither the disk nor everybody's queue. It is to come again later: what is on the way gets sent, or processed.
 */
export async function requireUploadQuota(app: App, actor: Actor): Promise<void> {
  const dayAgo = new Date(app.clock().getTime() - 24 * 3_600_000)
  const [used] = await app.orm.em.fork().execute<{ unsent: number; processing: number; bytes: string }[]>(
    `select count(*) filter (
         where status <> 'failed' and not is_kept and purpose = any(?::text[]) and not exists (select from attachment a where a.file_id = file.id)
       )::int as unsent,
       count(*) filter (where status = 'processing' and type <> 'photo')::int as processing,
       coalesce(sum(size) filter (where created_at > ?), 0) as bytes
     from file where owner_id = ?`,
    [`{${attachedPurposes.join()}}`, dayAgo, actor.userId],
  )
  if (!used) return
  const isFull = used.unsent >= UNSENT_MAX || used.processing >= PROCESSING_MAX || Number(used.bytes) >= BYTES_PER_DAY
  if (isFull) throw new RateLimited(WAIT_SECONDS)
}
