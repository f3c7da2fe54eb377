import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { LiveContext } from './accept-socket.ts'
import type { LiveSocket } from './rooms.ts'

/** A thing whose open pages hear of changes that no device stores. */
export type PageRoom = {
  /** Names the kind of thing. */
  type: string
  /** Tells if an account may hear all that is said in the room of one thing. */
  mayJoin: (em: SqlEntityManager, page: { id: string; userId: string; now: Date }) => Promise<boolean>
}

export type OpenPage = { type: string; id: string }

/** A long feed shows many things at once. */
const MAX_JOINED = 100
const PREFIX = 'o:'

/** The sockets that have one thing open. */
export function roomOfPage({ type, id }: OpenPage): string {
  return `${PREFIX}${type}:${id}`
}

/** Brings a socket into the room of a thing, where its account may be. */
export async function joinPage({ app }: LiveContext, socket: LiveSocket, page: OpenPage): Promise<{ ok: boolean }> {
  const { actor } = socket.data
  const room = app.domains.pageRooms.get(page.type)
  const joined = [...socket.rooms].filter((name) => name.startsWith(PREFIX))
  if (!actor || !room || (joined.length >= MAX_JOINED && !joined.includes(roomOfPage(page)))) return { ok: false }
  const asked = { id: page.id, userId: actor.userId, now: app.clock() }
  if (!(await room.mayJoin(app.orm.em.fork(), asked)) || !socket.connected) return { ok: false }
  await socket.join(roomOfPage(page))
  return { ok: true }
}

export async function leavePage(socket: LiveSocket, page: OpenPage): Promise<{ ok: boolean }> {
  const isIn = socket.rooms.has(roomOfPage(page))
  await socket.leave(roomOfPage(page))
  return { ok: isIn }
}
