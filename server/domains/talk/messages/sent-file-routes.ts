import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FileSends, SentFiles } from '@vesper/sync/vesper/api/files.ts'
import * as v from 'valibot'
import { noSuchFile } from '../../../infra/files/file-refusals.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { noConversation } from '../conversations/lock-conversation.ts'
import { isParticipant } from '../conversations/queries.ts'
import { sendsOf, sentFilesOf } from './sent-files-of.ts'

const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

/** The calls that tell a creator how files were sent, for the library. */
export const sentFileRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/conversations/{id}/sent-files',
    who: 'performer',
    tag: 'Messaging',
    summary: 'The own files that were sent in a conversation: free, bought, or offered and not bought',
    params: ById,
    answer: SentFiles,
    async handle({ app, actor: { userId }, params }) {
      const em = app.orm.em.fork()
      if (!(await isParticipant(em, params.id, userId))) throw noConversation()
      return { data: await sentFilesOf(em, { conversationId: params.id, senderId: userId }) }
    },
  }),
  route({
    method: 'GET',
    path: '/performer/files/{id}/sent',
    who: 'performer',
    tag: 'Files',
    summary: 'To whom an own file was sent in messages, and at what price; the latest first',
    params: ById,
    answer: FileSends,
    async handle({ app, actor, params }) {
      const sends = await sendsOf(app.orm.em.fork(), { fileId: params.id, ownerId: actor.userId })
      if (!sends) throw noSuchFile()
      return { data: sends }
    },
  }),
]
