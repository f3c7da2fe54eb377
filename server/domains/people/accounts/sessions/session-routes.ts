import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ChangePassword, SessionList } from '@vesper/sync/vesper/api/auth.ts'
import { Done, uuid, MessageAnswer } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { endSessions, openSessions } from '../../../../infra/sessions/sessions.ts'
import { backlogsOf } from '../../../../infra/sync/push/device-backlog.ts'
import { replacePassword } from '../passwords/change-password.ts'
import { sessionView } from '../views.ts'

const logoutRoute = route({
  method: 'POST',
  path: '/auth/logout',
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
  who: 'user',
  tag: 'Auth',
  summary: 'End one session of the account',
  params: v.object({ id: uuid }),
  answer: Done,
  async handle({ app, actor, params }) {
    const ended = await transact(app, actor, (tx) => endSessions(tx, actor.userId, { only: params.id }))
    if (ended === 0) throw new Refusal('not-found', 'There is no such session.')
    return { success: true as const }
  },
})

const passwordRoute = route({
  method: 'PUT',
  path: '/auth/users/me/password',
  who: 'user',
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

export const sessionRoutes: Route[] = [logoutRoute, sessionsRoute, endSessionRoute, passwordRoute]
