import { Session, User } from '../../domains/accounts/entity.ts'
import type { App } from '../../context.ts'
import { sessionRoom } from './rooms.ts'
import type { LiveServer } from './rooms.ts'

const EVERY_MS = 60_000

/**
 * Ends the sockets of sessions that ran out, and of accounts that were closed, within a minute; a revoked session ends
 * at once, through the port.
 */
export function watchSessions(app: App, io: LiveServer): { check: () => Promise<void>; stop: () => void } {
  async function check(): Promise<void> {
    const actors = [...io.sockets.sockets.values()].flatMap(({ data }) => data.actor ?? [])
    if (actors.length === 0) return
    const em = app.orm.em.fork()
    const open = await em.find(Session, {
      id: { $in: [...new Set(actors.map(({ sessionId }) => sessionId))] },
      revokedAt: null,
      expiresAt: { $gt: app.clock() },
    })
    const active = await em.find(
      User,
      { id: { $in: [...new Set(open.map(({ userId }) => userId))] }, status: 'active' },
      { fields: ['id'] },
    )
    const users = new Set(active.map(({ id }) => id))
    const sessions = new Set(open.flatMap(({ id, userId }) => (users.has(userId) ? id : [])))
    const ended = new Set(actors.flatMap(({ sessionId }) => (sessions.has(sessionId) ? [] : sessionRoom(sessionId))))
    if (ended.size === 0) return
    io.in([...ended]).emit('session:ended')
    io.in([...ended]).disconnectSockets(true)
  }

  const timer = setInterval(() => {
    check().catch((error: unknown) => app.log.warn({ err: error }, 'the sessions of the sockets were not checked'))
  }, EVERY_MS)
  timer.unref()
  return { check, stop: () => clearInterval(timer) }
}
