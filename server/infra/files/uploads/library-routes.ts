import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FileTags, Library, LibraryQuery, LibraryTags } from '@vesper/sync/vesper/api/files.ts'
import * as v from 'valibot'
import { transact } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import type { Route } from '../../http/route.ts'
import { fileStatusView } from '../views.ts'
import { libraryPage, libraryTags, setTags } from './library.ts'

const tag = 'Files'

export const libraryRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer/files/search',
    who: 'performer',
    tag,
    summary: 'The own uploads for posts, galleries, videos, products and messages, newest first unless told otherwise',
    query: LibraryQuery,
    answer: Library,
    async handle({ app, actor: { userId }, query }) {
      const { items, total } = await libraryPage(app.orm.em.fork(), userId, query)
      const data = items.map(({ file, isHeld }) => ({
        ...fileStatusView(app, file, userId),
        ...{ type: file.type, purpose: file.purpose, name: file.name ?? null, tags: file.tags, isHeld },
        createdAt: file.createdAt.toISOString(),
      }))
      return { data, total }
    },
  }),
  route({
    method: 'GET',
    path: '/performer/files/tags',
    who: 'performer',
    tag,
    summary: 'The tags that the caller has given to files, the most used first',
    answer: LibraryTags,
    handle: async ({ app, actor }) => ({ data: await libraryTags(app.orm.em.fork(), actor.userId) }),
  }),
  route({
    method: 'PUT',
    path: '/performer/files/{id}/tags',
    who: 'performer',
    tag,
    summary: 'Give an own file these tags, in place of those before',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    body: FileTags,
    answer: FileTags,
    async handle({ app, actor, params, body }) {
      await transact(app, actor, (tx) => setTags(tx, params.id, body.tags))
      return { tags: body.tags }
    },
  }),
]
