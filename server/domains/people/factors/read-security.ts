import type { DeviceRecord, Security } from '@vesper/sync/vesper/api/factors.ts'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { Session } from '../../../infra/sessions/entity.ts'
import { backlogsOf } from '../../../infra/sync/push/device-backlog.ts'
import { User } from '../accounts/entity.ts'
import { Passkey } from './entity.ts'
import { factorsOf } from './queries.ts'
import { FactorReset } from './resets/entity.ts'

/** How long the list tells of a device that has to remove its data, or has. */
const TOLD_MS = 30 * 86_400_000

/** All that the owner of an account sees of its sign-in: factors, and the devices on which it is open. */
export async function readSecurity(app: App, { userId, sessionId }: Actor): Promise<Security> {
  const em = app.orm.em.fork()
  const { hasPassword } = await em.findOneOrFail(User, { id: userId })
  const { hasTotp, codesLeft } = await factorsOf(em, userId)
  const reset = await em.findOne(FactorReset, { userId, state: 'waiting' })
  const passkeys = await em.find(Passkey, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } })
  const backlogs = await backlogsOf(em, userId)
  const now = app.clock()
  const told = { wipe: { $ne: 'none' as const }, revokedAt: { $gt: new Date(now.getTime() - TOLD_MS) } }
  const listed = { userId, $or: [{ revokedAt: null, expiresAt: { $gt: now } }, told] }
  const sessions = await em.find(Session, listed, { orderBy: { lastSeenAt: 'desc', id: 'desc' } })
  return {
    ...{ hasPassword, hasTotp, codesLeft, resetDueAt: reset?.dueAt.toISOString() ?? null },
    passkeys: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      ...{ _id: id, name, backedUp, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null },
    })),
    sessions: sessions.map((one) => deviceView(one, { currentId: sessionId, waiting: backlogs.get(one.id) ?? 0 })),
  }
}

function deviceView(session: Session, { currentId, waiting }: { currentId: string; waiting: number }): DeviceRecord {
  return {
    ...{
      _id: session.id,
      name: session.name,
      userAgent: session.userAgent,
      current: session.id === currentId,
      waiting,
    },
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    state: session.wipe === 'none' ? 'open' : session.wipe === 'asked' ? 'waiting' : 'removed',
    wipedAt: session.wipedAt?.toISOString() ?? null,
  }
}
