import { DraftList, DraftQuery, SaveDraft, SeenDraft } from '@vesper/sync/vesper/api/drafts.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { PostDraft as DraftRecord } from '@vesper/sync/vesper/records/post-draft.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { discardDraft, saveDraft } from './commands.ts'
import { PostDraft } from './entity.ts'
import { publishDraft } from './publish-draft.ts'
import { filesOfDrafts } from './queries.ts'
import { draftView } from './views.ts'

const tag = 'Drafts'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })
const limits = [{ points: 120, seconds: 60, by: 'account' as const }]

export const draftRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer/drafts',
    who: 'performer',
    tag,
    summary: 'The creator’s drafts of posts',
    query: DraftQuery,
    answer: DraftList,
    async handle({ app, actor, query }) {
      const em = app.orm.em.fork()
      const where = { ownerId: actor.userId, state: 'open' as const }
      const { rows: drafts, total } = await entityPage(em, { entity: PostDraft, where }, query)
      const files = await filesOfDrafts(em, drafts)
      return { data: drafts.map((draft) => draftView(app, { draft, held: files.get(draft.id) })), total }
    },
  }),
  route({
    method: 'PUT',
    path: '/performer/drafts/{id}',
    who: 'performer',
    limits,
    tag,
    summary: 'Begin a draft, or edit it: what other devices have saved since `base` is merged, or kept beside it',
    params: ById,
    body: SaveDraft,
    maxBodyBytes: 256 * 1024,
    answer: DraftRecord,
    async handle({ app, actor, params, body }) {
      const draft = await transact(app, actor, (tx) => saveDraft(tx, { _id: params.id, ...body }))
      const files = await filesOfDrafts(app.orm.em.fork(), [draft])
      return draftView(app, { draft, held: files.get(draft.id) })
    },
  }),
  route({
    method: 'POST',
    path: '/performer/drafts/{id}/publish',
    who: 'performer',
    limits,
    tag,
    summary: 'Make a draft a post of the same id; once published, it stays so',
    params: ById,
    body: SeenDraft,
    answer: Done,
    async handle({ app, actor, params, body }) {
      await transact(app, actor, (tx) => publishDraft(tx, { _id: params.id, ...body }))
      return { success: true as const }
    },
  }),
  route({
    method: 'DELETE',
    path: '/performer/drafts/{id}',
    who: 'performer',
    limits,
    tag,
    summary: 'Discard a draft with its photos and videos; one that is gone stays so',
    params: ById,
    query: SeenDraft,
    answer: Done,
    async handle({ app, actor, params, query }) {
      await transact(app, actor, (tx) => discardDraft(tx, { _id: params.id, ...query }))
      return { success: true as const }
    },
  }),
]
