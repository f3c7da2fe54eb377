import {
  AudienceBody,
  BroadcastList,
  BroadcastQuery,
  BroadcastView,
  Reach,
  SendBroadcast,
  Trigger,
  WelcomeBody,
  WelcomeList,
} from '@vesper/sync/vesper/api/broadcasts.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { BroadcastFields } from '@vesper/sync/vesper/mutations/broadcasts.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { discardBroadcast, saveBroadcast, sendBroadcast, stopBroadcast, takeBack, unsendBroadcast } from './commands.ts'
import { Broadcast } from './entity.ts'
import { noBroadcast } from './lock-broadcast.ts'
import { broadcastPage, broadcastViews, whereOwn } from './queries.ts'
import { reachOf } from './reach-of.ts'
import { setWelcome, welcomesOf } from './welcomes.ts'

const tag = 'Messages to many'
const ById = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

export const broadcastRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/performer/broadcasts',
    who: 'performer',
    tag,
    summary: 'The own messages to many with their figures, the latest change first',
    query: BroadcastQuery,
    answer: BroadcastList,
    async handle({ app, actor, query }) {
      const em = app.orm.em.fork()
      const [found, total] = await broadcastPage(em, actor.userId, query)
      return { data: await broadcastViews({ app, em }, found), total }
    },
  }),
  route({
    method: 'GET',
    path: '/performer/broadcasts/{id}',
    who: 'performer',
    tag,
    summary: 'An own message to many with its figures',
    params: ById,
    answer: BroadcastView,
    handle: ({ app, actor, params }) => one(app, actor, params.id),
  }),
  route({
    method: 'PUT',
    path: '/performer/broadcasts/{id}',
    who: 'performer',
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag,
    summary: 'Write fields of an own draft, which begins with the first ones; the id is made by its author',
    params: ById,
    body: BroadcastFields,
    answer: BroadcastView,
    async handle({ app, actor, params: { id }, body }) {
      await transact(app, actor, (tx) => saveBroadcast(tx, { _id: id, changes: body }))
      return one(app, actor, id)
    },
  }),
  route({
    method: 'DELETE',
    path: '/performer/broadcasts/{id}',
    who: 'performer',
    tag,
    summary: 'Discard an own draft; one that is not there stays so',
    params: ById,
    answer: Done,
    async handle({ app, actor, params: { id } }) {
      await transact(app, actor, (tx) => discardBroadcast(tx, { _id: id }))
      return { success: true as const }
    },
  }),
  route({
    method: 'POST',
    path: '/performer/broadcasts/preview',
    who: 'performer',
    limits: [{ points: 60, seconds: 60, by: 'account' }],
    tag,
    summary: 'To how many a message goes now, and why others get none',
    body: AudienceBody,
    answer: Reach,
    async handle({ app, actor, body }) {
      const { count, leftOut } = await reachOf(app.orm.em.fork(), { ...body, performerId: actor.userId }, app.clock())
      return { count, leftOut }
    },
  }),
  route({
    method: 'POST',
    path: '/performer/broadcasts/{id}/send',
    who: 'performer',
    limits: [{ points: 20, seconds: 60, by: 'account' }],
    tag,
    summary: 'Send an own draft in a minute, or at its time; the same call again answers what stands',
    params: ById,
    body: SendBroadcast,
    answer: BroadcastView,
    async handle({ app, actor, params: { id }, body }) {
      await transact(app, actor, (tx) => sendBroadcast(tx, { id, ...body }))
      return one(app, actor, id)
    },
  }),
  step('take-back', 'Make a draft again of what has not begun to go out', takeBack),
  step('stop', 'Send a message to nobody else', stopBroadcast),
  step('unsend', 'Send a message to nobody else, and take it from all who have not bought it', unsendBroadcast),
  route({
    method: 'GET',
    path: '/performer/welcomes',
    who: 'performer',
    tag,
    summary: 'The own messages that go out by themselves, one for each occasion',
    answer: WelcomeList,
    handle: async ({ app, actor }) => ({ data: await welcomesOf({ app, em: app.orm.em.fork() }, actor.userId) }),
  }),
  route({
    method: 'PUT',
    path: '/performer/welcomes/{trigger}',
    who: 'performer',
    limits: [{ points: 20, seconds: 60, by: 'account' }],
    tag,
    summary: 'Set the message that fans get by themselves on an occasion, or turn it off',
    params: v.object({ trigger: Trigger }),
    body: WelcomeBody,
    answer: WelcomeList,
    async handle({ app, actor, params: { trigger }, body }) {
      await transact(app, actor, (tx) => setWelcome(tx, { ...body, trigger }))
      return { data: await welcomesOf({ app, em: app.orm.em.fork() }, actor.userId) }
    },
  }),
]

function step(name: string, summary: string, command: (tx: Tx, id: string) => Promise<unknown>): Route {
  return route({
    method: 'POST',
    path: `/performer/broadcasts/{id}/${name}`,
    who: 'performer',
    tag,
    summary,
    params: ById,
    answer: BroadcastView,
    async handle({ app, actor, params: { id } }) {
      await transact(app, actor, (tx) => command(tx, id))
      return one(app, actor, id)
    },
  })
}

async function one(app: App, { userId }: Actor, id: string): Promise<BroadcastView> {
  const em = app.orm.em.fork()
  const broadcast = await em.findOne(Broadcast, { id, ...whereOwn(userId) })
  const [view] = broadcast ? await broadcastViews({ app, em }, [broadcast]) : []
  if (!view) throw noBroadcast()
  return view
}
