import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  ApprovalList,
  ApprovalQuery,
  AskApproval,
  DeskMe,
  DeskReason,
  GrantStaff,
  StaffList,
} from '@vesper/sync/vesper/api/staff.ts'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { Session } from '../../../infra/sessions/entity.ts'
import { User } from '../accounts/entity.ts'
import { askApproval, endApproval, executeApproval } from './approvals.ts'
import { auditRoutes } from './audit-routes.ts'
import { StaffRole } from './entity.ts'
import { approvalPage, staffList } from './queries.ts'
import { rolesOf } from './roles.ts'

/** Seconds within which money, parts and settings ask for a step-up in the desk. */
const FRESH_S = 300
const byId = v.object({ id: v.pipe(uuid, v.toLowerCase()) })
const done = { success: true as const }

const meRoute = route({
  method: 'GET',
  path: '/desk/me',
  who: 'staff',
  needs: 'desk.enter',
  tag: 'Desk',
  summary: 'What this account may in the desk, and until when it is open',
  answer: DeskMe,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const { deskUntil } = await em.findOneOrFail(Session, { id: actor.sessionId })
    const until = (deskUntil ?? app.clock()).toISOString()
    return { roles: await rolesOf(em, actor.userId), permissions: [...(actor.desk?.permissions ?? [])], until }
  },
})

const staffRoute = route({
  method: 'GET',
  path: '/desk/staff',
  who: 'staff',
  needs: 'staff.manage',
  tag: 'Desk',
  summary: 'The parts that accounts have',
  answer: StaffList,
  async handle({ app }) {
    const data = await staffList(app.orm.em.fork())
    return { data, total: data.length }
  },
})

const grantRoute = route({
  method: 'POST',
  path: '/desk/staff',
  who: 'staff',
  needs: 'staff.manage',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Ask a second person to give an account a part',
  body: GrantStaff,
  answer: Done,
  async handle({ app, actor, body: { _id, username, role, reason } }) {
    const user = await app.orm.em.fork().findOne(User, { username })
    if (!user) throw new Refusal('not-found', 'There is no such account.')
    const payload = { userId: user.id, role }
    await ask({ app, actor }, { id: _id, kind: 'staff.grant', payload, reason })
    return done
  },
})

const revokeRoute = route({
  method: 'POST',
  path: '/desk/staff/{id}/revoke',
  who: 'staff',
  needs: 'staff.manage',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Ask a second person to take a part away',
  params: byId,
  body: DeskReason,
  answer: Done,
  async handle({ app, actor, params, body: { _id, reason } }) {
    const held = await app.orm.em.fork().findOne(StaffRole, { id: params.id, revokedAt: null })
    if (!held) throw new Refusal('not-found', 'This account has this part no longer.')
    const payload = { userId: held.userId, role: held.role }
    await ask({ app, actor }, { id: _id, kind: 'staff.revoke', payload, reason })
    return done
  },
})

const approvalsRoute = route({
  method: 'GET',
  path: '/desk/approvals',
  who: 'staff',
  needs: 'desk.enter',
  tag: 'Desk',
  summary: 'What waits for a second person, of the kinds that this account may decide',
  query: ApprovalQuery,
  answer: ApprovalList,
  handle({ app, actor, query }) {
    const known = [...app.domains.approvals.values()]
    const kinds = known.filter(({ needs }) => actor.desk?.permissions.includes(needs)).map(({ kind }) => kind)
    return approvalPage({ app, em: app.orm.em.fork(), now: app.clock() }, actor, { ...query, kinds })
  },
})

const askRoute = route({
  method: 'POST',
  path: '/desk/approvals',
  who: 'staff',
  needs: 'desk.enter',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Ask a second person for consent to something that this account may decide',
  body: AskApproval,
  answer: Done,
  async handle({ app, actor, body: { _id, ...asked } }) {
    await ask({ app, actor }, { id: _id, ...asked })
    return done
  },
})

const executeRoute = route({
  method: 'POST',
  path: '/desk/approvals/{id}/execute',
  who: 'staff',
  needs: 'desk.enter',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Consent as the second person: it is done now',
  params: byId,
  answer: Done,
  async handle({ app, actor, params }) {
    await transact(app, actor, (tx) => executeApproval(tx, params.id))
    return done
  },
})

const endRoute = route({
  method: 'POST',
  path: '/desk/approvals/{id}/refuse',
  who: 'staff',
  needs: 'desk.enter',
  tag: 'Desk',
  summary: 'Refuse what waits for a second person, or withdraw what one has asked for',
  params: byId,
  body: v.omit(DeskReason, ['_id']),
  answer: Done,
  async handle({ app, actor, params, body }) {
    await transact(app, actor, (tx) => endApproval(tx, params.id, body.reason))
    return done
  },
})

export const staffRoutes: Route[] = [
  ...auditRoutes,
  ...[meRoute, staffRoute, grantRoute, revokeRoute],
  ...[approvalsRoute, askRoute, executeRoute, endRoute],
]

function ask({ app, actor }: { app: App; actor: Actor }, asked: Parameters<typeof askApproval>[1]): Promise<void> {
  return transact(app, actor, (tx) => askApproval(tx, asked))
}
