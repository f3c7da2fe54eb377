import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ChainedEntry } from './hash-entry.ts'

const BATCH = 500
/** No place is later: the database counts them in 32 bits. */
const LAST = 2 ** 31 - 1

/** SQL: a moment as text in UTC, to the microsecond, as the database holds it. */
export const AT_TEXT = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** An entry with its links to the one before it. `text` is null where there are no words, or where they were erased. */
export type LinkedEntry = ChainedEntry & { prevHash: string; hash: string; text: string | null }

/** SQL: the columns of a `LinkedEntry`; `e` is the entry, `t` its words. */
export const ENTRY_COLUMNS = `e.seq, e.id, ${AT_TEXT('e.at')} as at, e.operator, e.actor_id as "actorId",
  e.session_id as "sessionId", e.network, e.request_id as "requestId", e.action, e.subject_id as "subjectId", e.before, e.after,
  e.text_hash as "textHash", e.prev_hash as "prevHash", e.hash, t.text`

/** All entries in the order of the chain, a few hundred at a time. */
export async function* readEntries(em: SqlEntityManager): AsyncGenerator<LinkedEntry> {
  for (let after = 0; ;) {
    const entries = await readEntriesBetween(em, { after, to: LAST, limit: BATCH })
    yield* entries
    const last = entries.at(-1)
    if (!last || entries.length < BATCH) return
    after = last.seq
  }
}

/** The first `limit` entries behind the place `after`, up to the place `to`. */
export function readEntriesBetween(
  em: SqlEntityManager,
  { after, to, limit }: { after: number; to: number; limit: number },
): Promise<LinkedEntry[]> {
  return em.execute<LinkedEntry[]>(
    `select ${ENTRY_COLUMNS} from audit_entry e left join audit_text t on t.entry_id = e.id
     where e.seq > ? and e.seq <= ? order by e.seq limit ?`,
    [after, to, limit],
  )
}
