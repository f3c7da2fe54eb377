import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { OWNED_ALREADY } from '@vesper/sync/vesper/records/message.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import type { LockedConversation } from '../conversations/lock-conversation.ts'
import { flushed } from './append-message.ts'

/**
 * Refuses as `conflict` to sell a recipient files all of which that account has already: sent without a price, or bought in
 * any message, post, gallery, photo or video. The same bytes, uploaded again, are the same file.
 */
export async function requireNews(
  tx: Tx,
  { conversation, mine, theirs }: LockedConversation,
  fileIds: readonly string[],
): Promise<void> {
  // One of them may have been sent by the command before this one.
  await flushed(tx.em.flush())
  const sale = { conversationId: conversation.id, senderId: mine.userId, buyerId: theirs.userId }
  if (!(await ownsAll(tx.em, sale, fileIds))) return
  throw new Refusal('conflict', OWNED_ALREADY, [{ path: 'fileIds.0', message: OWNED_ALREADY }])
}

/** The two accounts of a sale in a conversation. */
type Sale = { conversationId: string; senderId: string; buyerId: string }

/** Tells if the buyer has all of these files of the sender already; of no file at all, false. */
export async function ownsAll(
  em: SqlEntityManager,
  { conversationId, senderId, buyerId }: Sale,
  fileIds: readonly string[],
): Promise<boolean> {
  if (fileIds.length === 0) return false
  const [owned] = await em.execute<{ count: number }[]>(COUNT_OWNED, [
    ...[`{${fileIds.join()}}`, senderId, conversationId, senderId],
    ...[buyerId, buyerId],
  ])
  return (owned?.count ?? 0) >= fileIds.length
}

/** How many of these files the recipient has. A picture that stands for a locked thing is not what was bought. */
const COUNT_OWNED = `
  select count(*)::int as count from file f where f.id = any(?::uuid[]) and f.owner_id = ? and exists (
    select from (
      select f.id union select s.id from file s where s.owner_id = f.owner_id and s.hash = f.hash
    ) same join attachment a on a.file_id = same.id
    where a.holder_type = 'message' and exists (
      select from message m where m.id = a.holder_id and m.conversation_id = ? and m.sender_id = ? and m.price = 0
        and not m.is_deleted and not m.is_hidden
    ) or a.role in ('file', 'main') and (exists (
      select from entitlement e where e.object_id = a.holder_id and e.user_id = ? and e.revoked_at is null
    ) or a.holder_type = 'asset' and exists (
      select from asset p join entitlement e on e.object_type = 'gallery' and e.object_id = p.gallery_id
      where p.id = a.holder_id and e.user_id = ? and e.revoked_at is null
    ))
  )`
