import { listOf } from '@vesper/sync/vesper/api/fields.ts'
import { BookmarkQuery, bookmarkTypes, BookmarkType } from '@vesper/sync/vesper/api/reactions.ts'
import { bookmarkLists } from '@vesper/sync/vesper/api/thing-lists.ts'
import { kindNamed } from '@vesper/sync/vesper/records/things.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { bookmarkedPage } from './queries.ts'

const tag = 'Reactions'
type Asked = { app: App; userId: string; type: BookmarkType; query: v.InferOutput<typeof BookmarkQuery> }

const lists: Readonly<Record<BookmarkType, v.GenericSchema>> = bookmarkLists

/** The cards of bookmarks of any type. */
const AnyList: v.GenericSchema = listOf(
  v.union([...new Set(Object.values(bookmarkLists).map((list) => list.entries.data.item))]),
)

const listRoutes = bookmarkTypes.map((type) =>
  route({
    method: 'GET',
    path: `/reactions/${type}/bookmark`,
    who: 'user',
    tag,
    summary: `The ${type} that the account has bookmarked, the latest first; what it may not open is locked`,
    query: BookmarkQuery,
    answer: lists[type],
    handle: ({ app, actor: { userId }, query }) => bookmarked({ app, userId, type, query }),
  }),
)

const anyRoute = route({
  method: 'GET',
  path: '/reactions/{type}/bookmark',
  who: 'user',
  tag,
  summary: `The bookmarks of one type: ${bookmarkTypes.join(', ')}`,
  params: v.object({ type: BookmarkType }),
  query: BookmarkQuery,
  answer: AnyList,
  handle: ({ app, actor: { userId }, params: { type }, query }) => bookmarked({ app, userId, type, query }),
})

export const bookmarkRoutes: Route[] = [...listRoutes, anyRoute]

/** The bookmarks of a type: what is gone is left out, what the account may not open is locked. */
function bookmarked({ app, userId, type, query }: Asked) {
  const source = { app, em: app.orm.em.fork() }
  return bookmarkedPage(source, { userId, kind: kindNamed('bookmark', type) }, query)
}
