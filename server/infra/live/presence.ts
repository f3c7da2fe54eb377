import type { App } from '../../app.ts'
import { transact } from '../database/transaction.ts'
import type { Actor } from '../database/transaction.ts'
import { Session } from '../sessions/entity.ts'
import { presenceMoves } from './channels.ts'
import { createOthersPresence } from './others-presence.ts'
import { watchersRoom } from './rooms.ts'
import type { LiveServer } from './rooms.ts'

export type LiveContext = { app: App; io: LiveServer; presence: Presence }

export type PresenceEvent = { userId: string; online: boolean; lastSeenAt: string | null }

/**
 * Who is online: an account with at least one logged-in socket, on any server. Told only to those who have a conversation
 * with it open.
 */
export type Presence = {
  entered: (actor: Actor) => void
  left: (actor: Actor) => void
  of: (userId: string) => Promise<PresenceEvent>
  /** Resolves when it is written when the accounts that left were last seen. */
  settled: () => Promise<void>
}

export function createPresence(app: App, io: LiveServer): Presence {
  const sockets = new Map<string, number>()
  const writes = new Set<Promise<void>>()
  const others = createOthersPresence(app.bus, {
    here: () => [...sockets.keys()],
    came: (userId) => sockets.has(userId) || tellOnline(userId),
    left(userId, at) {
      if (sockets.has(userId)) return
      if (at !== null) return tell({ userId, online: false, lastSeenAt: at })
      of(userId).then(tell, (error: unknown) => app.log.warn({ err: error }, 'a presence could not be told'))
    },
  })

  function tell(event: PresenceEvent): void {
    io.to(watchersRoom(event.userId)).emit('presence', event)
  }

  function tellOnline(userId: string): void {
    tell({ userId, online: true, lastSeenAt: null })
  }

  function isOnline(userId: string): boolean {
    return sockets.has(userId) || others.has(userId)
  }

  async function of(userId: string): Promise<PresenceEvent> {
    if (isOnline(userId)) return { userId, online: true, lastSeenAt: null }
    const [latest] = await app.orm.em.fork().find(Session, { userId }, { orderBy: { lastSeenAt: 'desc' }, limit: 1 })
    const online = isOnline(userId)
    return { userId, online, lastSeenAt: online ? null : (latest?.lastSeenAt.toISOString() ?? null) }
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
      if (count > 0) return
      app.bus.tell(presenceMoves, { kind: 'came', userId })
      if (!others.has(userId)) tellOnline(userId)
    },
    left(actor) {
      const { userId } = actor
      const count = (sockets.get(userId) ?? 1) - 1
      if (count > 0) return void sockets.set(userId, count)
      sockets.delete(userId)
      const now = app.clock()
      const at = now.toISOString()
      app.bus.tell(presenceMoves, { kind: 'left', userId, at })
      if (!others.has(userId)) tell({ userId, online: false, lastSeenAt: at })
      const write = noteLeft(actor, now).finally(() => writes.delete(write))
      writes.add(write)
    },
    of,
    settled: async () => void (await Promise.all(writes)),
  }
}
