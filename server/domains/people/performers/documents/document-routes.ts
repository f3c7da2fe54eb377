import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { DocumentList } from '@vesper/sync/vesper/api/performers.ts'
import type { IdentityDocument as DocumentView } from '@vesper/sync/vesper/api/performers.ts'
import * as v from 'valibot'
import type { App } from '../../../../app.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { documentFields, uploadSpec } from '../../../../infra/files/uploads/purposes.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Limit, Route } from '../../../../infra/http/route.ts'
import { PerformerDocument } from '../entity.ts'
import { inspectDocuments, withStoredDocuments } from './documents.ts'
import type { IdentityDocument } from './documents.ts'
import { replaceDocuments } from './replace-documents.ts'

const tag = 'Performers'
const limits: Limit[] = [{ points: 20, seconds: 3600, by: 'account' }]
const optional = { required: false }
const { idFront, idBack, selfie } = documentFields

const listRoute = route({
  method: 'GET',
  path: '/performers/documents',
  who: 'performer',
  tag,
  summary: 'The own identity documents, with the state of each',
  answer: DocumentList,
  handle: ({ app, actor }) => ownDocuments(app.orm.em.fork(), actor.userId),
})

const uploadRoute = route({
  method: 'POST',
  path: '/performers/documents/upload',
  who: 'performer',
  limits,
  tag,
  summary: 'Replace identity documents; the review begins again',
  files: uploadSpec({
    ...{ idFront: { ...idFront, ...optional }, idBack: { ...idBack, ...optional } },
    selfie: { ...selfie, ...optional },
  }),
  answer: DocumentList,
  async handle({ app, actor, files }) {
    return replace(app, actor, await inspectDocuments(app, files, actor.userId))
  },
})

const replaceRoute = route({
  method: 'POST',
  path: '/performers/documents/upload/{id}',
  who: 'performer',
  limits,
  tag,
  summary: 'Replace one identity document; the review begins again',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  files: uploadSpec({ file: idFront }),
  answer: DocumentList,
  async handle({ app, actor, params, files }) {
    const own = await app.orm.em.fork().findOne(PerformerDocument, { id: params.id, userId: actor.userId })
    if (!own) throw new Refusal('not-found', 'There is no such document.')
    const named = files.map((file) => ({ ...file, field: own.kind }))
    return replace(app, actor, await inspectDocuments(app, named, actor.userId))
  },
})

export const documentRoutes: Route[] = [listRoute, uploadRoute, replaceRoute]

async function replace(app: App, actor: Actor, documents: readonly IdentityDocument[]) {
  if (documents.length === 0) {
    const message = 'Choose a file.'
    throw new Refusal('invalid', 'A file is missing.', [{ path: 'idFront', message }])
  }
  await withStoredDocuments(app, documents, () => transact(app, actor, (tx) => replaceDocuments(tx, documents)))
  return ownDocuments(app.orm.em.fork(), actor.userId)
}

async function ownDocuments(em: EntityManager, userId: string): Promise<{ data: DocumentView[] }> {
  const documents = await em.find(PerformerDocument, { userId }, { orderBy: { kind: 'asc' } })
  return {
    data: documents.map(({ id, kind, status, reason, createdAt }) => ({
      ...{ _id: id, kind, status, reason: reason ?? null, createdAt: createdAt.toISOString() },
    })),
  }
}
