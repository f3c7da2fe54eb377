import type { LiveContext } from './presence.ts'
import { memberRoom, roomOfConversation, watchersRoom } from './rooms.ts'
import type { LiveSocket } from './rooms.ts'

/** The screens of an app have one conversation open, or a few side by side. */
const MAX_JOINED = 20

type Joined = { recipientId: string }

const joinedBy = new WeakMap<LiveSocket, Map<string, Joined>>()
const joiningBy = new WeakMap<LiveSocket, Map<string, Promise<unknown>>>()

/** Brings a participant into the conversation's room, and tells whether the other is there. A stranger is refused. */
export async function joinConversation(
  context: LiveContext,
  socket: LiveSocket,
  conversationId: string,
): Promise<{ ok: boolean }> {
  const joining = joiningBy.get(socket) ?? new Map<string, Promise<unknown>>()
  const join = enter(context, socket, conversationId)
  joiningBy.set(socket, joining.set(conversationId, join))
  try {
    return await join
  } finally {
    if (joining.get(conversationId) === join) joining.delete(conversationId)
  }
}

/** Takes a socket out of the conversations in which it may not be any more; joins under way are waited for. */
export async function recheckConversations(context: LiveContext, socket: LiveSocket): Promise<void> {
  await Promise.allSettled([...(joiningBy.get(socket)?.values() ?? [])])
  for (const conversationId of [...(joinedBy.get(socket)?.keys() ?? [])]) {
    if (!(await otherMember(context, socket, conversationId))) await leaveConversation(context, socket, conversationId)
  }
}

/** Resolves to true when a socket has joined a conversation, after a join that is under way. */
export async function hasJoined(socket: LiveSocket, conversationId: string): Promise<boolean> {
  // The caller of the join hears of its failure.
  await joiningBy
    .get(socket)
    ?.get(conversationId)
    ?.catch(() => {})
  return socket.rooms.has(roomOfConversation(conversationId))
}

export async function leaveConversation(
  _context: LiveContext,
  socket: LiveSocket,
  conversationId: string,
): Promise<{ ok: boolean }> {
  const joined = joinedBy.get(socket)?.get(conversationId)
  const { actor } = socket.data
  if (!joined || !actor) return { ok: false }
  joinedBy.get(socket)?.delete(conversationId)
  await socket.leave(roomOfConversation(conversationId))
  await socket.leave(memberRoom({ conversationId, userId: actor.userId }))
  await socket.leave(watchersRoom(joined.recipientId))
  return { ok: true }
}

async function enter(context: LiveContext, socket: LiveSocket, conversationId: string): Promise<{ ok: boolean }> {
  const { actor } = socket.data
  const joined = joinedBy.get(socket) ?? new Map<string, Joined>()
  if (!actor || (joined.size >= MAX_JOINED && !joined.has(conversationId))) return { ok: false }
  const other = await otherMember(context, socket, conversationId)
  // A socket that has gone meanwhile would stay in the room for ever.
  if (!other || !socket.connected) return { ok: false }
  joinedBy.set(socket, joined.set(conversationId, { recipientId: other.userId }))
  await socket.join([
    roomOfConversation(conversationId),
    memberRoom({ conversationId, userId: actor.userId }),
    watchersRoom(other.userId),
  ])
  socket.emit('presence', await context.presence.of(other.userId))
  return { ok: true }
}

/** The other member of a conversation of the socket's account; undefined where one of the two blocks the other. */
async function otherMember(
  { app }: LiveContext,
  socket: LiveSocket,
  conversationId: string,
): Promise<{ userId: string } | undefined> {
  const { actor } = socket.data
  if (!actor) return undefined
  return app.domains.audience.otherMember(app.orm.em.fork(), { conversationId, userId: actor.userId })
}
