import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ChangePassword, SessionList } from '@vesper/sync/vesper/api/auth.ts'
import { Ended, EndSessionQuery, Rename, Wiped } from '@vesper/sync/vesper/api/factors.ts'
import { Done, uuid, MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { requireFresh } from '../../../../infra/http/require-fresh.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { Session } from '../../../../infra/sessions/entity.ts'
import { ELEVATED_S } from '../../../../infra/sessions/is-elevated.ts'
import { readEndedToken } from '../../../../infra/sessions/session-token.ts'
import { endSessions, openSessions } from '../../../../infra/sessions/sessions.ts'
import { unauthenticated } from '../../../../infra/sessions/unauthenticated.ts'
import { backlogsOf } from '../../../../infra/sync/push/device-backlog.ts'
import { replacePassword } from '../passwords/change-password.ts'
import { sessionView } from '../views.ts'

const logoutRoute = route({
  method: 'POST',
  path: '/auth/logout',
  whileSuspended: true,
  who: 'user',
  tag: 'Auth',
  summary: 'End this session',
  answer: Done,
  async handle({ app, actor }) {
    await transact(app, actor, (tx) => endSessions(tx, actor.userId, { only: actor.sessionId }))
    return { success: true as const }
  },
})

const sessionsRoute = route({
  method: 'GET',
  path: '/auth/users/me/sessions',
  whileSuspended: true,
  who: 'user',
  tag: 'Auth',
  summary: 'The open sessions of the account, the latest used first',
  answer: SessionList,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const sessions = await openSessions({ em, now: app.clock() }, actor.userId)
    const backlogs = await backlogsOf(em, actor.userId)
    const data = sessions.map((session) =>
      sessionView(session, { currentId: actor.sessionId, waiting: backlogs.get(session.id) ?? 0 }),
    )
    return { data, total: data.length }
  },
})

const endSessionRoute = route({
  method: 'DELETE',
  path: '/auth/users/me/sessions/{id}',
  whileSuspended: true,
  who: 'user',
  freshWithFactor: ELEVATED_S,
  tag: 'Auth',
  summary: 'End one session of the account; with wipe, its device removes the data at its next contact',
  params: v.object({ id: uuid }),
  query: EndSessionQuery,
  answer: Done,
  async handle({ app, actor, params, query }) {
    // Nothing brings the data back: a stolen token alone must not remove them.
    if (query.wipe !== undefined) await requireFresh(app, actor, { fresh: ELEVATED_S })
    const which = { only: params.id, wipe: query.wipe !== undefined && params.id !== actor.sessionId }
    const ended = await transact(app, actor, (tx) => endSessions(tx, actor.userId, which))
    if (ended === 0) throw new Refusal('not-found', 'There is no such session.')
    return { success: true as const }
  },
})

const endOthersRoute = route({
  method: 'DELETE',
  path: '/auth/users/me/sessions',
  whileSuspended: true,
  who: 'user',
  fresh: ELEVATED_S,
  tag: 'Auth',
  summary: 'End all other sessions of the account',
  answer: Ended,
  async handle({ app, actor }) {
    const ended = await transact(app, actor, (tx) => endSessions(tx, actor.userId, { except: actor.sessionId }))
    return { success: true as const, ended }
  },
})

const renameRoute = route({
  method: 'PUT',
  path: '/auth/users/me/sessions/{id}',
  whileSuspended: true,
  who: 'user',
  tag: 'Auth',
  summary: 'Name the device of a session',
  params: v.object({ id: uuid }),
  body: Rename,
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, async (tx) => {
      const session = await tx.em.findOne(Session, { id: params.id, userId: actor.userId, revokedAt: null })
      if (!session) throw new Refusal('not-found', 'There is no such session.')
      session.name = body.name
    })
    return { success: true as const }
  },
})

const wipedRoute = route({
  method: 'POST',
  path: '/auth/device/wiped',
  // The data are gone: the owner hears of it whatever the site does.
  staysOpen: true,
  who: 'any',
  limits: [{ points: 30, seconds: 60, by: 'ip' }],
  tag: 'Auth',
  summary: 'Tell, by the token of an ended session, that this device has removed the data',
  body: Wiped,
  answer: Done,
  async handle({ app, body }) {
    const claims = readEndedToken(app.secret, body.token)
    if (!claims || !v.is(uuid, claims.sessionId)) throw unauthenticated()
    await transact(app, null, async ({ em, now }) => {
      await em.nativeUpdate(Session, { id: claims.sessionId, wipe: 'asked' }, { wipe: 'done', wipedAt: now })
    })
    return { success: true as const }
  },
})

const passwordRoute = route({
  method: 'PUT',
  path: '/auth/users/me/password',
  whileSuspended: true,
  who: 'user',
  freshWithFactor: ELEVATED_S,
  tag: 'Auth',
  summary: 'Change the password; ends the other sessions',
  body: ChangePassword,
  answer: MessageAnswer,
  async handle({ app, actor, body }) {
    const source = { password: body.source, form: body.sourceForm }
    const next = { password: body.password, form: body.passwordForm }
    await replacePassword(app, actor, { source, next })
    return { success: true as const, message: 'Changes saved' }
  },
})

export const sessionRoutes: Route[] = [
  logoutRoute,
  sessionsRoute,
  endSessionRoute,
  endOthersRoute,
  renameRoute,
  wipedRoute,
  passwordRoute,
]
