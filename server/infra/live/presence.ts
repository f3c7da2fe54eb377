import { Session } from '../sessions/entity.ts'
import type { App } from '../../context.ts'
import { transact } from '../database/transaction.ts'
import type { Actor } from '../database/transaction.ts'
import { watchersRoom } from './rooms.ts'
import type { LiveServer } from './rooms.ts'

export type PresenceEvent = { userId: string; online: boolean; lastSeenAt: string | null }

/** Who is there: an account with at least one logged-in socket. Told only to those who have a conversation with it open. */
export type Presence = {
  entered: (actor: Actor) => void
  left: (actor: Actor) => void
  of: (userId: string) => Promise<PresenceEvent>
  /** Resolves when what was seen of those who left is written. */
  settled: () => Promise<void>
}

export function createPresence(app: App, io: LiveServer): Presence {
  const sockets = new Map<string, number>()
  const writes = new Set<Promise<void>>()

  function tell(event: PresenceEvent): void {
    io.to(watchersRoom(event.userId)).emit('presence', event)
  }

  async function noteLeft({ sessionId }: Actor, at: Date): Promise<void> {
    try {
      await transact(app, null, (tx) => tx.em.nativeUpdate(Session, { id: sessionId }, { lastSeenAt: at }))
    } catch (error) {
      app.log.warn({ err: error }, 'when a session was seen last could not be written')
    }
  }

  return {
    entered({ userId }) {
      const count = sockets.get(userId) ?? 0
      sockets.set(userId, count + 1)
      if (count === 0) tell({ userId, online: true, lastSeenAt: null })
    },
    left(actor) {
      const { userId } = actor
      const count = (sockets.get(userId) ?? 1) - 1
      if (count > 0) return void sockets.set(userId, count)
      sockets.delete(userId)
      const at = app.clock()
      tell({ userId, online: false, lastSeenAt: at.toISOString() })
      const write = noteLeft(actor, at).finally(() => writes.delete(write))
      writes.add(write)
    },
    async of(userId) {
      if (sockets.has(userId)) return { userId, online: true, lastSeenAt: null }
      const [latest] = await app.orm.em.fork().find(Session, { userId }, { orderBy: { lastSeenAt: 'desc' }, limit: 1 })
      return { userId, online: sockets.has(userId), lastSeenAt: latest?.lastSeenAt.toISOString() ?? null }
    },
    settled: async () => void (await Promise.all(writes)),
  }
}
