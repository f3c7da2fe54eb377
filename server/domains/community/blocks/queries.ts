import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { BlockQuery } from '@vesper/sync/vesper/api/blocks.ts'
import type * as v from 'valibot'
import { containing } from '../../../infra/database/like-pattern.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'

/** A block with the account, as SQL gives them. The time is PostgreSQL's text. */
export type BlockRow = {
  id: string
  performerId: string
  name: string
  username: string | null
  avatar: string | null
  reason: string
  createdAt: string
}

const COLUMNS = `b.user_id as id, b.performer_id as "performerId", u.name, u.username, u.avatar_file_id as avatar,
  b.reason, b.created_at as "createdAt"`
const FROM = `block b ${joinAccount('u', 'b.user_id')}`

/** The accounts that a creator blocks; with `userIds`, those among them. */
export function blockRows(em: SqlEntityManager, performerId: string, userIds?: readonly string[]): Promise<BlockRow[]> {
  return em.execute(
    `select ${COLUMNS} from ${FROM} where b.performer_id = ?${userIds ? ' and b.user_id = any(?::uuid[])' : ''}`,
    [performerId, ...(userIds ? [`{${userIds.join()}}`] : [])],
  )
}

/** One page of the accounts that a creator blocks, those with `q` in the name or username when it is given. */
export function blockPage(
  em: SqlEntityManager,
  performerId: string,
  { q, ...query }: v.InferOutput<typeof BlockQuery>,
): Promise<{ rows: BlockRow[]; total: number }> {
  const list = {
    select: COLUMNS,
    from: FROM,
    where: q === '' ? 'b.performer_id = ?' : 'b.performer_id = ? and (u.name ilike ? or u.username ilike ?)',
    params: q === '' ? [performerId] : [performerId, containing(q), containing(q)],
    sortable: { updatedAt: 'b.created_at', createdAt: 'b.created_at', name: 'lower(u.name)' },
    tieBreak: 'b.user_id',
  }
  return sqlPage(em, list, query)
}
