import type { SeenView } from '@vesper/sync/vesper/api/desk-users.ts'
import {
  DeskEmail,
  DeskUser,
  DeskUserList,
  DeskUserQuery,
  NewUserNote,
  Seen,
  SeenQuery,
  seenViews,
} from '@vesper/sync/vesper/api/desk-users.ts'
import { Ended, FactorResetAnswer } from '@vesper/sync/vesper/api/factors.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { DeskReason } from '@vesper/sync/vesper/api/staff.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { nothingHere } from '../../../infra/http/nothing-here.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { addUserNote, endUserSessions, resetUserFactors, setUserEmail } from './commands.ts'
import { lookAs } from './look-as.ts'
import { readUser } from './read-user.ts'
import { searchUsers } from './search-users.ts'

/** Seconds within which a step-up is asked for where an account could be taken over. */
const FRESH_S = 300
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const listRoute = route({
  method: 'GET',
  path: '/desk/users',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'Accounts, by name, username, address, id, card or payout account',
  query: DeskUserQuery,
  answer: DeskUserList,
  handle: ({ app, query }) => searchUsers(app.orm.em.fork(), query),
})

const userRoute = route({
  method: 'GET',
  path: '/desk/users/{id}',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'One account: its state, sign-in, reports and money, as far as the caller may know',
  params: byId,
  answer: DeskUser,
  handle: ({ app, actor, params }) => readUser(app, actor, params.id),
})

const sessionsRoute = route({
  method: 'POST',
  path: '/desk/users/{id}/sessions/end',
  who: 'staff',
  needs: 'users.access',
  tag: 'Desk',
  summary: 'Sign all devices of an account out',
  params: byId,
  body: DeskReason,
  answer: Ended,
  async handle({ app, actor, params, body }) {
    const ended = await transact(app, actor, (tx) => endUserSessions(tx, params.id, body.reason))
    return { success: true as const, ended }
  },
})

const factorResetRoute = route({
  method: 'POST',
  path: '/desk/users/{id}/factor-reset',
  who: 'staff',
  needs: 'users.access',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Begin the seven days after which an account has no second factor; its owner can stop it',
  params: byId,
  body: DeskReason,
  answer: FactorResetAnswer,
  async handle({ app, actor, params, body }) {
    const dueAt = await transact(app, actor, (tx) => resetUserFactors(tx, params.id, body.reason))
    return { dueAt: dueAt.toISOString() }
  },
})

const emailRoute = route({
  method: 'POST',
  path: '/desk/users/{id}/email',
  who: 'staff',
  needs: 'users.access',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Give an account another address, which its owner has to confirm first',
  params: byId,
  body: DeskEmail,
  answer: Done,
  async handle({ app, actor, params, body: { email, reason } }) {
    await transact(app, actor, (tx) => setUserEmail(tx, params.id, { email, text: reason }))
    return { success: true as const }
  },
})

const noteRoute = route({
  method: 'POST',
  path: '/desk/users/{id}/note',
  who: 'staff',
  needs: 'users.read',
  tag: 'Desk',
  summary: 'Leave a note for staff at an account',
  params: byId,
  body: NewUserNote,
  answer: Done,
  async handle({ app, actor, params, body: { _id, text } }) {
    await transact(app, actor, (tx) => addUserNote(tx, params.id, { id: _id, text }))
    return { success: true as const }
  },
})

/** The permission that a view needs beside that of users: money and content have their own. */
const lookNeeds: Readonly<Record<SeenView, Permission>> = {
  ...{ feed: 'content.read', profile: 'users.read', post: 'content.read', conversation: 'cases.decide' },
  ...{ orders: 'stats.read', wallet: 'stats.read', subscriptions: 'stats.read' },
}

const seenRoute = route({
  method: 'GET',
  path: '/desk/users/{id}/seen/{view}',
  who: 'staff',
  needs: 'users.read',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag: 'Desk',
  summary: 'Look at a part of the site as an account sees it, in text; each look is audited',
  params: v.object({ ...byId.entries, view: v.picklist(seenViews) }),
  query: SeenQuery,
  answer: Seen,
  async handle({ app, actor, params: { id, view }, query: { about } }) {
    if (actor.desk?.permissions.includes(lookNeeds[view]) !== true) throw nothingHere()
    return { view, text: await lookAs(app, actor, { id, view, about }) }
  },
})

export const userRoutes: Route[] = [
  listRoute,
  userRoute,
  sessionsRoute,
  factorResetRoute,
  emailRoute,
  noteRoute,
  seenRoute,
]
