import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  NewPushSubscription,
  PushSubscription as PushSubscriptionView,
  PushSubscriptions,
} from '@vesper/sync/vesper/api/push.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { subscribePush, unsubscribePush } from './commands.ts'
import { PushSubscription } from './entity.ts'

const tag = 'Push messages'
const path = '/push/subscriptions'
const limits = [{ points: 60, seconds: 60, by: 'account' }] as const

export const pushRoutes: Route[] = [
  route({
    ...{ method: 'GET', path, who: 'user', tag },
    summary: 'Where the caller’s session takes push messages, and of which kinds',
    answer: PushSubscriptions,
    async handle({ app, actor: { sessionId } }) {
      const rows = await app.orm.em.fork().find(PushSubscription, { sessionId })
      return { data: rows.map(view), total: rows.length }
    },
  }),
  route({
    ...{ method: 'POST', path, who: 'user', limits: [...limits], tag },
    summary: 'Take push messages of these kinds in this browser, until the session ends',
    body: NewPushSubscription,
    answer: PushSubscriptionView,
    status: 201,
    handle: ({ app, actor, body }) => transact(app, actor, async (tx) => view(await subscribePush(tx, body))),
  }),
  route({
    ...{ method: 'DELETE', path: `${path}/{id}`, who: 'owner', limits: [...limits], tag },
    summary: 'Take push messages no longer',
    params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
    answer: Done,
    async handle({ app, actor, params: { id } }) {
      await transact(app, actor, (tx) => unsubscribePush(tx, id))
      return { success: true } as const
    },
  }),
]

function view({ id, kinds }: PushSubscription) {
  return { _id: id, kinds }
}
