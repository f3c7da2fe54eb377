import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { FileUse } from '@vesper/sync/vesper/api/files.ts'
import type { ToldUse } from '../../../infra/files/attachment.ts'

/** Counts the assets that hold these files by their kinds, a photo in a gallery as its gallery, and the orders that name them. */
export async function assetUses(em: SqlEntityManager, fileIds: readonly string[]): Promise<ToldUse[]> {
  const ids = `{${fileIds.join()}}`
  const uses = await em.execute<FileUse[]>(
    `select case when s.gallery_id is null then s.kind else 'gallery' end as use,
       count(distinct coalesce(s.gallery_id, s.id))::int as count
     from attachment a join asset s on s.id = a.holder_id
     where a.holder_type = 'asset' and a.file_id = any(?::uuid[]) group by 1
     union all
     select 'order', count(distinct l.order_id)::int from order_line l
     where l.picture_file_id = any(?::uuid[]) or l.file_ids && ?::text[] and l.product_id in (
       select s.id from file f join asset s on s.performer_id = f.owner_id and s.kind = 'product'
       where f.id = any(?::uuid[]) and f.purpose = 'product-file'
     )
     having count(*) > 0`,
    [ids, ids, ids, ids],
  )
  const kept = new Refusal('conflict', 'An order names this file. It stays as long as the order.')
  return uses.map((told) => (told.use === 'order' ? { ...told, kept } : told))
}
