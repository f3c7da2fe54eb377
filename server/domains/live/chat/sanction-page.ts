import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ChatSanction, ChatSanctionQuery } from '@vesper/sync/vesper/api/chat-sanctions.ts'
import type * as v from 'valibot'
import { avatarUrl } from '../../../infra/files/views.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'

/** Times are in milliseconds since 1970. */
type Row = {
  id: string
  kind: ChatSanction['kind']
  until: number | null
  createdAt: number
  name: string
  username: string | null
  avatarFileId: string | null
  isPerformer: boolean
}

/** A page of those who may not write in the chats of a creator: bans, and timeouts that are not over. */
export async function sanctionPage(
  em: SqlEntityManager,
  { performerId, now }: { performerId: string; now: Date },
  query: v.InferOutput<typeof ChatSanctionQuery>,
): Promise<{ data: ChatSanction[]; total: number }> {
  const { rows, total } = await sqlPage<Row>(
    em,
    {
      select: `b.user_id as id, b.kind, (extract(epoch from b.until) * 1000)::float8 as until,
        (extract(epoch from b.created_at) * 1000)::float8 as "createdAt", u.name, u.username,
        u.avatar_file_id as "avatarFileId", u.is_performer as "isPerformer"`,
      from: `stream_sanction b ${joinAccount('u', 'b.user_id')}`,
      where: `b.performer_id = ? and (b.kind = 'ban' or b.until > ?::timestamptz)`,
      params: [performerId, now],
      sortable: { createdAt: 'b.created_at' },
      tieBreak: 'b.user_id',
    },
    query,
  )
  return { data: rows.map(sanctionView), total }
}

function sanctionView({ id, kind, until, createdAt, name, username, avatarFileId, isPerformer }: Row): ChatSanction {
  return {
    ...{ _id: id, kind, until: until === null ? null : new Date(until).toISOString() },
    user: { _id: id, name, username, avatar: avatarUrl(avatarFileId), isPerformer },
    createdAt: new Date(createdAt).toISOString(),
  }
}
