import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { rowPage } from '../../../infra/http/list.ts'
import type { ListQuery } from '../../../infra/http/list.ts'
import { Notification } from './entity.ts'

/** One page of the notifications of an account whose previews contain `q`. */
export function noticePage(em: SqlEntityManager, userId: string, { q, ...query }: ListQuery & { q: string }) {
  const [where, params] = q ? ['user_id = ? and preview ilike ?', [userId, containing(q)]] : ['user_id = ?', [userId]]
  return rowPage(em, { entity: Notification, where, params }, query)
}

/** The place up to which an account has read, and how many notifications lie beyond it, LIST_TOTAL_MAX at most. */
export async function unreadOf(em: SqlEntityManager, userId: string): Promise<{ readSeq: number; unread: number }> {
  const [read] = await em.execute<{ readSeq: number; unread: number }[]>(UNREAD, [userId, userId])
  if (!read) throw new Error('a statement of one row answered none')
  return read
}

const UNREAD = `${KEPT} select place.read_seq as "readSeq", (
    select count(*)::int from (
      select 1 from notification n where n.user_id = ? and n.seq > place.read_seq limit ${LIST_TOTAL_MAX}
    ) as later
  ) as unread
  from (
    select coalesce((select read_seq from notification_state where user_id = ?), 0) as read_seq
  ) as place`
