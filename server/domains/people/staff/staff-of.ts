import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { permissionsOf } from '@vesper/sync/vesper/api/staff.ts'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import type { Hooks } from '../../../infra/hooks.ts'
import { nothingHere } from '../../../infra/http/nothing-here.ts'
import { Session } from '../../../infra/sessions/entity.ts'
import { isElevated } from '../../../infra/sessions/is-elevated.ts'
import { hasFactor } from '../factors/queries.ts'
import { rolesOf } from './roles.ts'

const MINUTE_MS = 60_000
/** The desk closes after so long without a call, and in any case after a day's work. */
const IDLE_MS = 30 * MINUTE_MS
const OPEN_MS = 8 * 60 * MINUTE_MS
/** A step-up opens the desk for so many seconds. */
const FRESH_S = 300

/**
 * The actor as staff with a permission, in a session in which the desk is open. Accounts without any part learn nothing; tries
 * of staff at what they may not are audited, others are not, so that nobody fills the audit.
 */
export const staffOf: NonNullable<Hooks['staffOf']> = async (app, actor, { needs, network, requestId }) => {
  const permissions = permissionsOf(await rolesOf(app.orm.em.fork(), actor.userId))
  if (permissions.length === 0) throw nothingHere()
  const staff: Actor = { ...actor, desk: { permissions, network, requestId } }
  if (!permissions.includes(needs)) {
    const refused = { action: 'desk.refused', subjectId: actor.userId, after: { needs } }
    await transact(app, staff, (tx) => Promise.resolve(audit(tx, refused)))
    throw nothingHere()
  }
  await openDesk(app, actor)
  return staff
}

/** Keeps the desk open where it is, and opens it in a session that has just stepped up. */
async function openDesk(app: App, actor: Actor): Promise<void> {
  const em = app.orm.em.fork()
  const { deskSeenAt, deskUntil } = await em.findOneOrFail(Session, { id: actor.sessionId })
  const now = app.clock()
  const idle = deskSeenAt ? now.getTime() - deskSeenAt.getTime() : Infinity
  const isOpen = deskUntil != null && now < deskUntil && idle < IDLE_MS
  if (isOpen && idle < MINUTE_MS) return
  if (!isOpen) await requireStepUp(app, actor, now)
  const until = isOpen ? deskUntil : new Date(now.getTime() + OPEN_MS)
  await transact(app, actor, async (tx) => {
    await tx.em.nativeUpdate(Session, { id: actor.sessionId }, { deskSeenAt: now, deskUntil: until })
  })
}

async function requireStepUp(app: App, actor: Actor, now: Date): Promise<void> {
  if (!(await hasFactor(app.orm.em.fork(), actor.userId))) {
    const message = 'The desk needs a second factor. Set one up under Security first.'
    throw new Refusal('forbidden', message, [{ path: 'factor', message }])
  }
  if (isElevated(actor, FRESH_S, now)) return
  const { ways } = await app.domains.factors.ways(app, actor)
  throw new Refusal('forbidden', 'Confirm that it is you.', [{ path: 'stepUp', message: ways.join(',') }])
}
