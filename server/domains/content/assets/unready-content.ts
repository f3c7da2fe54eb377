import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { unreadyOf } from '@vesper/sync/vesper/records/file.ts'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import type { HeldFiles } from '../../../content/attachments.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { unreadyStatus } from '../../../infra/files/file-sql.ts'

/** The galleries with photos that cannot be seen yet, and why. */
export async function unreadyGalleries(em: SqlEntityManager, ids: readonly string[]): Promise<Map<string, Unready>> {
  if (ids.length === 0) return new Map()
  const rows = await em.execute<{ id: string; status: Unready }[]>(
    `select id, max(status) as status from (
       select s.gallery_id as id, ${unreadyStatus({ type: 'asset', id: 's.id' })} as status
       from asset s where s.gallery_id = any(?::uuid[]) and s.status = 'active'
     ) photo where status is not null group by id`,
    [`{${ids.join()}}`],
  )
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Why the content of an asset with its own files cannot be seen yet; null when it can. */
export function unreadyContent(kind: AssetKind, { main = [], file = [] }: HeldFiles): Unready | null {
  return kind === 'product' ? unreadyDownload(file) : unreadyOf(kind === 'video' ? main : file)
}

/** Why the files of a product cannot be downloaded yet. Files that could not be read do not count beside others. */
export function unreadyDownload(files: readonly Pick<FileRow, 'status'>[]): Unready | null {
  const readable = files.filter(({ status }) => status !== 'failed')
  return unreadyOf(readable.length > 0 ? readable : files)
}
