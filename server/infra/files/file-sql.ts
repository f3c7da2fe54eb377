import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { KEPT } from '../database/driver/prepared-statements.ts'
import type { FileRole } from './attachment.ts'
import { FILE_COLUMNS } from './entity.ts'
import type { FileRow } from './entity.ts'

/** A holder of files in SQL: its type, and an expression of its id. */
type HolderSql = { type: string; id: string }

/** The files of the holders with these ids, of one type, each slot's in order. */
export const FILES_OF = `${KEPT} select a.holder_id as "holderId", a.role, ${FILE_COLUMNS}
  from attachment a join file f on f.id = a.file_id
  where a.holder_type = ? and a.holder_id = any(?::uuid[])
  order by a.holder_id, a.role, a.position`

/** A file of a holder as heads of pages tell of it. */
export type ToldFile = Pick<FileRow, 'id' | 'type' | 'status' | 'hasPoster' | 'durationMs'> & { role: FileRole }

/** SQL: the files of the holder, each a `ToldFile`, as JSON, each slot's in order; null for none. */
export function toldFiles({ type, id }: HolderSql): string {
  return `(
    select json_agg(json_build_object('id', f.id, 'role', held.role, 'type', f.type, 'status', f.status,
      'hasPoster', f.has_poster, 'durationMs', f.duration_ms) order by held.role, held.position)
    from attachment held join file f on f.id = held.file_id where held.holder_type = '${type}' and held.holder_id = ${id}
  )`
}

/** SQL: the file with this id, when it is ready; else null. */
export function readyFile(id: string): string {
  return `(select f.id from file f where f.id = ${id} and f.status = 'ready')`
}

/** SQL: a file of the holder is not ready. */
export function hasUnreadyFiles({ type, id }: HolderSql): string {
  return `exists (
    select 1 from attachment a join file f on f.id = a.file_id
    where a.holder_type = '${type}' and a.holder_id = ${id} and f.status <> 'ready'
  )`
}

/** SQL: the status of a file of the holder that is not ready, `processing` before `failed`; null where all are. */
export function unreadyStatus({ type, id }: HolderSql): string {
  return `(
    select max(f.status) from attachment a join file f on f.id = a.file_id
    where a.holder_type = '${type}' and a.holder_id = ${id} and a.role = 'file' and f.status <> 'ready'
  )`
}

/** The rows of a table, for `derivedRows`, that hold files with changes. `rows` is the table with its alias. */
export function rowsHolding(rows: string, { type, id }: HolderSql): string {
  return `attachment a join ${rows} on ${id} = a.holder_id
    where a.holder_type = '${type}' and a.file_id = any(?::uuid[])`
}

/** How far the processing of these files has come, in percent, by id; null where nothing is known. */
export async function progressOf(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, number | null>> {
  const rows = await em.execute<{ id: string; progress: number | null }[]>(
    'select id, progress from file where id = any(?::uuid[])',
    [`{${ids.join()}}`],
  )
  return new Map(rows.map(({ id, progress }) => [id, progress]))
}
