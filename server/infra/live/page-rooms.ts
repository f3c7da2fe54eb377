import type { App } from '../../app.ts'
import type { Source } from '../database/transaction.ts'
import type { LiveContext } from './presence.ts'
import type { LiveSocket } from './rooms.ts'

/** A thing whose open pages hear of changes that no device stores. */
export type PageRoom = {
  /** Names the kind of thing. */
  type: string
  /** Tells if an account may hear all that is said in the room of one thing. */
  mayJoin: (source: Source, page: { id: string; userId: string; now: Date }) => Promise<boolean>
}

export type OpenPage = { type: string; id: string }

/** A long feed shows many things at once. */
const MAX_JOINED = 100
const PREFIX = 'o:'

/** How often the rooms of a socket were looked at again. */
const rechecks = new WeakMap<LiveSocket, number>()

/** The sockets that have one thing open. */
export function roomOfPage({ type, id }: OpenPage): string {
  return `${PREFIX}${type}:${id}`
}

/** Brings a socket into the room of a thing, where its account may be. */
export async function joinPage({ app }: LiveContext, socket: LiveSocket, page: OpenPage): Promise<{ ok: boolean }> {
  const { actor } = socket.data
  const joined = [...socket.rooms].filter((name) => name.startsWith(PREFIX))
  if (!actor || (joined.length >= MAX_JOINED && !joined.includes(roomOfPage(page)))) return { ok: false }
  const before = rechecks.get(socket)
  if (!(await mayStay(app, actor.userId, page)) || !socket.connected) return { ok: false }
  await socket.join(roomOfPage(page))
  // A look at the rooms that came meanwhile found the socket outside of this one.
  if (rechecks.get(socket) === before || (await mayStay(app, actor.userId, page))) return { ok: true }
  await socket.leave(roomOfPage(page))
  return { ok: false }
}

/** Takes a socket out of the rooms of things that its account may not see any more. */
export async function recheckPages({ app }: LiveContext, socket: LiveSocket): Promise<void> {
  const { actor } = socket.data
  if (!actor) return
  rechecks.set(socket, (rechecks.get(socket) ?? 0) + 1)
  for (const name of socket.rooms) {
    const [, type, id] = /^o:(\w+):(.+)$/.exec(name) ?? []
    if (type === undefined || id === undefined) continue
    if (!(await mayStay(app, actor.userId, { type, id }))) await socket.leave(name)
  }
}

async function mayStay(app: App, userId: string, { type, id }: OpenPage): Promise<boolean> {
  const room = app.domains.pageRooms.get(type)
  return room !== undefined && room.mayJoin({ app, em: app.orm.em.fork() }, { id, userId, now: app.clock() })
}

export async function leavePage(socket: LiveSocket, page: OpenPage): Promise<{ ok: boolean }> {
  const isIn = socket.rooms.has(roomOfPage(page))
  await socket.leave(roomOfPage(page))
  return { ok: isIn }
}
