import type { BookmarkQuery } from '@vesper/sync/vesper/api/reactions.ts'
import type { KindWith } from '@vesper/sync/vesper/records/things.ts'
import type * as v from 'valibot'
import type { Source } from '../../../infra/database/transaction.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import type { Cards } from '../../../infra/things/thing.ts'

type Query = v.InferOutput<typeof BookmarkQuery>
type Asked = { userId: string; kind: KindWith<'bookmark'> }

/** One page of the bookmarked things of one kind that the account can still see, locked ones included, the latest first. */
export async function bookmarkedPage({ app, em }: Source, { userId, kind }: Asked, query: Query): Promise<Cards> {
  const bookmarks = app.domains.things.get(kind)?.bookmarks
  if (!bookmarks) return { data: [], total: 0 }
  const list = {
    select: 'o.id',
    from: `reaction r ${bookmarks.join}`,
    where: `r.user_id = ? and r.action = 'bookmark' and r.object_type = ?`,
    params: [userId, kind],
    sortable: { updatedAt: 'r.created_at', createdAt: 'r.created_at' },
    tieBreak: 'o.id',
  }
  const { rows, total } = await sqlPage<{ id: string }>(em, list, query)
  const ids = rows.map(({ id }) => id)
  return { data: await bookmarks.cards({ app, em }, { userId, now: app.clock() }, ids), total }
}
