import {
  CountedFanList,
  FanListChanges,
  FanListsAnswer,
  FanNoteAnswer,
  FanNoteBody,
  FanPage,
  FanQuery,
  MemberQuery,
  NewFanList,
  NewListMembers,
} from '@vesper/sync/vesper/api/fan-lists.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FanList as FanListRecord } from '@vesper/sync/vesper/records/fan-list.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { addToFanList, removeFanList, saveFanList, takeFromFanList } from './commands.ts'
import { countedLists, fanPage, findFanList } from './queries.ts'
import { saveFanNote } from './save-fan-note.ts'
import { fanListView, fanNoteView, fanView } from './views.ts'

const tag = 'Lists of fans'
const id = v.pipe(uuid, v.toLowerCase())
const ById = v.object({ id })
const limits = [{ points: 120, seconds: 60, by: 'account' as const }]
/** Each counts or sorts all fans of a creator. */
const heavy = [{ points: 60, seconds: 60, by: 'account' as const }]
/** Counts the fans on all lists of a creator. */
const heaviest = [{ points: 20, seconds: 60, by: 'account' as const }]

const listsRoute = route({
  method: 'GET',
  path: '/performer/lists',
  who: 'performer',
  limits: heaviest,
  tag,
  summary: 'The creator’s lists of fans by name, each with the number of fans on it now',
  answer: FanListsAnswer,
  async handle({ app, actor }) {
    const data = await countedLists(app.orm.em.fork(), actor.userId, app.clock())
    return { data, total: data.length }
  },
})

const newRoute = route({
  method: 'POST',
  path: '/performer/lists',
  who: 'performer',
  limits,
  tag,
  summary: 'Make a list of fans, by hand or with a rule; the same id again changes it',
  body: NewFanList,
  answer: CountedFanList,
  async handle({ app, actor, body: { _id, name, rule } }) {
    const changes = { name, ...(rule && { rule }) }
    const list = await transact(app, actor, (tx) => saveFanList(tx, { _id, kind: rule ? 'rule' : 'manual', changes }))
    const { total } = await fanPage(app.orm.em.fork(), { performerId: actor.userId, list, now: app.clock() }, FIRST)
    return { ...fanListView(list), count: total }
  },
})

const saveRoute = route({
  method: 'PUT',
  path: '/performer/lists/{id}',
  who: 'performer',
  limits,
  tag,
  summary: 'Rename a list of fans, or change its rule',
  params: ById,
  body: FanListChanges,
  answer: FanListRecord,
  async handle({ app, actor, params, body }) {
    const changes = { ...(body.name !== undefined && { name: body.name }), ...(body.rule && { rule: body.rule }) }
    return fanListView(
      await transact(app, actor, async (tx) => {
        const { kind } = await findFanList(tx.em, actor.userId, params.id)
        return saveFanList(tx, { _id: params.id, kind, changes })
      }),
    )
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/performer/lists/{id}',
  who: 'performer',
  limits,
  tag,
  summary: 'Delete a list of fans; one that is gone stays so',
  params: ById,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => removeFanList(tx, { _id: params.id }))
    return { success: true as const }
  },
})

const membersRoute = route({
  method: 'GET',
  path: '/performer/lists/{id}/members',
  who: 'performer',
  limits: heavy,
  tag,
  summary:
    'The fans on a list, by default the newest first, with what they spent, their access and the day of their latest visit',
  params: ById,
  query: MemberQuery,
  answer: FanPage,
  async handle({ app, actor, params, query: { ids, ...query } }) {
    const em = app.orm.em.fork()
    const list = await findFanList(em, actor.userId, params.id)
    const from = { performerId: actor.userId, list, now: app.clock(), ...(ids && { among: ids }) }
    const { rows, total } = await fanPage(em, from, query)
    return { data: rows.map(fanView), total }
  },
})

const addRoute = route({
  method: 'POST',
  path: '/performer/lists/{id}/members',
  who: 'performer',
  limits,
  tag,
  summary: 'Add fans to a list by hand: all of them or none',
  params: ById,
  body: NewListMembers,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, async (tx) => {
      for (const userId of new Set(body.userIds)) await addToFanList(tx, { listId: params.id, userId })
    })
    return { success: true as const }
  },
})

const takeRoute = route({
  method: 'DELETE',
  path: '/performer/lists/{id}/members/{userId}',
  who: 'performer',
  limits,
  tag,
  summary: 'Take a fan off a list by hand; one who is not on it stays so',
  params: v.object({ id, userId: id }),
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => takeFromFanList(tx, { listId: params.id, userId: params.userId }))
    return { success: true as const }
  },
})

const fansRoute = route({
  method: 'GET',
  path: '/performer/fans',
  who: 'performer',
  limits: heavy,
  tag,
  summary: 'The creator’s fans: followers, members, buyers, tippers and people with a conversation',
  query: FanQuery,
  answer: FanPage,
  async handle({ app, actor, query }) {
    const { rows, total } = await fanPage(app.orm.em.fork(), { performerId: actor.userId, now: app.clock() }, query)
    return { data: rows.map(fanView), total }
  },
})

const noteRoute = route({
  method: 'PUT',
  path: '/performer/fans/{userId}/note',
  who: 'performer',
  limits,
  tag,
  summary: 'Write a note on a fan, which the creator alone sees; an empty text removes it',
  params: v.object({ userId: id }),
  body: FanNoteBody,
  answer: FanNoteAnswer,
  async handle({ app, actor, params, body }) {
    const note = await transact(app, actor, (tx) => saveFanNote(tx, { userId: params.userId, ...body }))
    return { note: note && fanNoteView(note) }
  },
})

const FIRST = { current: 1, pageSize: 1, sortBy: 'newest', sort: 'desc', q: '' } as const

export const listRoutes: Route[] = [
  ...[listsRoute, newRoute, saveRoute, removeRoute],
  ...[membersRoute, addRoute, takeRoute, fansRoute, noteRoute],
]
