import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FileTags, FileUses, Library, LibraryQuery, LibraryTags } from '@vesper/sync/vesper/api/files.ts'
import * as v from 'valibot'
import { transact } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import type { Limit, Route } from '../../http/route.ts'
import { fileStatusView } from '../views.ts'
import { deleteFromLibrary, libraryUses } from './delete-from-library.ts'
import { libraryPage, libraryTags, setTags } from './library.ts'

const tag = 'Files'
const deletions: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

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
      const data = items.map(({ file, isHeld, isHidden }) => ({
        ...fileStatusView(app, file, userId),
        ...{ type: file.type, purpose: file.purpose, name: file.name ?? null, tags: file.tags },
        ...{ isHeld, isKept: file.isKept, isHidden },
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
    params: ById,
    body: FileTags,
    answer: FileTags,
    async handle({ app, actor, params, body }) {
      await transact(app, actor, (tx) => setTags(tx, params.id, body.tags))
      return { tags: body.tags }
    },
  }),
  route({
    method: 'GET',
    path: '/performer/files/{id}/uses',
    who: 'performer',
    tag,
    summary: 'How many posts, messages and other things use an own file, by kind; orders that name it among them',
    params: ById,
    answer: FileUses,
    async handle({ app, actor, params }) {
      return { data: await libraryUses({ app, em: app.orm.em.fork() }, { id: params.id, ownerId: actor.userId }) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/performer/files/{id}',
    who: 'performer',
    limits: deletions,
    tag,
    summary: 'Delete an own file, and the others with its bytes, for good; one that is used is not deleted',
    params: ById,
    answer: Done,
    async handle({ app, actor, params }) {
      await transact(app, actor, (tx) => deleteFromLibrary(tx, params.id))
      return { success: true as const }
    },
  }),
]
