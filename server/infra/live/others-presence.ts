import type { Bus } from '../bus/bus.ts'
import { presenceMoves } from './channels.ts'

type Handlers = {
  /** The accounts with a socket on this server. */
  here: () => string[]
  /** An account that was on no other server is on one now. */
  came: (userId: string) => void
  /** An account is on no other server any more; `at` is null where its server did not say since when. */
  left: (userId: string, at: string | null) => void
}

/** The accounts with a socket on another server, as the servers tell each other. */
export function createOthersPresence(bus: Bus, handlers: Handlers): { has: (userId: string) => boolean } {
  const byPeer = new Map<string, Set<string>>()

  function has(userId: string): boolean {
    for (const users of byPeer.values()) if (users.has(userId)) return true
    return false
  }

  function add(users: Set<string>, userId: string): void {
    const isNew = !has(userId)
    users.add(userId)
    if (isNew) handlers.came(userId)
  }

  function remove(users: Set<string>, userId: string, at: string | null): void {
    if (users.delete(userId) && !has(userId)) handlers.left(userId, at)
  }

  function usersOf(peerId: string): Set<string> {
    const users = byPeer.get(peerId) ?? new Set()
    byPeer.set(peerId, users)
    return users
  }

  const tellAll = (): void => bus.tell(presenceMoves, { kind: 'all', userIds: handlers.here() })

  bus.hear(presenceMoves, (move, peerId) => {
    const users = usersOf(peerId)
    if (move.kind === 'came') add(users, move.userId)
    else if (move.kind === 'left') remove(users, move.userId, move.at)
    else if (move.kind === 'ask') tellAll()
    else {
      const now = new Set(move.userIds)
      for (const userId of [...users]) if (!now.has(userId)) remove(users, userId, null)
      for (const userId of now) add(users, userId)
    }
  })
  bus.onPeer({
    came: tellAll,
    left(peerId) {
      const users = usersOf(peerId)
      for (const userId of [...users]) remove(users, userId, null)
      byPeer.delete(peerId)
    },
  })
  const ask = (): void => bus.tell(presenceMoves, { kind: 'ask' })
  bus.onMissed(() => Promise.resolve(ask()))
  // Peers that this server heard before it listened here.
  ask()
  return { has }
}
