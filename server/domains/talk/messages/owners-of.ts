import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { MANY } from './attachments.ts'

/** Files of one account, and the accounts that may have them already. */
type Asked = { senderId: string; fileIds: readonly string[]; userIds: readonly string[] }

/**
 * The accounts among `userIds` that have all of these files of the sender: sent without a price, or bought in any message,
 * post, gallery, photo or video. The same bytes, uploaded again, are the same file. Nobody has all of no file.
 */
export async function ownersOf(em: SqlEntityManager, { senderId, fileIds, userIds }: Asked): Promise<Set<string>> {
  if (fileIds.length === 0 || userIds.length === 0) return new Set()
  const asked = `{${userIds.join()}}`
  const rows = await em.execute<{ id: string }[]>(OWNERS, [
    ...[`{${fileIds.join()}}`, senderId],
    ...[senderId, asked, asked, asked, asked],
    new Set(fileIds).size,
  ])
  return new Set(rows.map(({ id }) => id))
}

/** A picture that stands for a locked thing is not what was bought. */
const OWNERS = `
  with wanted as (
    select f.id as wanted, same.id as file from file f
    join file same on same.owner_id = f.owner_id and (same.id = f.id or same.hash = f.hash)
    where f.id = any(?::uuid[]) and f.owner_id = ?
  ), held as (
    select w.wanted, a.holder_type, a.holder_id, a.role from wanted w join attachment a on a.file_id = w.file
  ), sent as (
    select h.wanted, m.id, m.conversation_id, m.price, m.sender_id, m.is_deleted or m.is_hidden as is_gone
    from held h join message m on m.id = h.holder_id and m.broadcast_id is null where h.holder_type = 'message'
    union all
    select h.wanted, m.id, m.conversation_id, m.price, m.sender_id, m.is_deleted or m.is_hidden
    from held h join message m on m.broadcast_id = h.holder_id where h.holder_type = '${MANY}'
  ), owned as (
    select s.wanted, c.user_id from sent s
    join conversation_member c on c.conversation_id = s.conversation_id and c.user_id <> s.sender_id
    where s.price = 0 and not s.is_gone and s.sender_id = ? and c.user_id = any(?::uuid[])
    union
    select s.wanted, e.user_id from sent s
    join entitlement e on e.object_id = s.id and e.revoked_at is null and e.user_id = any(?::uuid[])
    union
    select h.wanted, e.user_id from held h
    join entitlement e on e.object_id = h.holder_id and e.revoked_at is null and e.user_id = any(?::uuid[])
    where h.role in ('file', 'main')
    union
    select h.wanted, e.user_id from held h join asset p on h.holder_type = 'asset' and p.id = h.holder_id
    join entitlement e on e.object_type = 'gallery' and e.object_id = p.gallery_id
      and e.revoked_at is null and e.user_id = any(?::uuid[])
    where h.role in ('file', 'main')
  )
  select user_id as id from owned group by user_id having count(distinct wanted) >= ?`
