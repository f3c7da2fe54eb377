import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { clientAddress } from '../http/client-address.ts'
import { requireOpen } from '../http/require-open.ts'
import { revokedTokenCache } from '../sessions/revoked-token-cache.ts'
import { suspended } from '../sessions/unauthenticated.ts'
import type { LiveContext } from './presence.ts'
import { roomOfUser, sessionRoom } from './rooms.ts'
import type { LiveSocket } from './rooms.ts'

/** Tabs and devices of one account; more is no person's. */
const MAX_SOCKETS = 50

/** A client whose token is refused asks its user: no client of ours tries again on the same socket. */
const MAX_FAILED = 5

type LoginAnswer = { ok: boolean; message?: string }

/** Decides the logins of a socket one after another, and ends it after five that were refused. */
export function createLogin(context: LiveContext, socket: LiveSocket): (token: string) => Promise<LoginAnswer> {
  let failed = 0
  let last: Promise<unknown> = Promise.resolve()

  function fail(): void {
    failed += 1
    // The refusal is answered first.
    if (failed === MAX_FAILED) setImmediate(() => socket.conn.close())
  }

  async function attempt(token: string): Promise<LoginAnswer> {
    if (failed >= MAX_FAILED) return { ok: false }
    // A closed site says nothing of the token.
    await requireOpen(context.app, addressOf(context, socket))
    try {
      const answer = await login(context, socket, token)
      if (!answer.ok) fail()
      return answer
    } catch (error) {
      if (error instanceof Refusal) fail()
      throw error
    }
  }

  return (token) => {
    const answer = last.then(() => attempt(token))
    last = answer.catch(() => {})
    return answer
  }
}

/**
 * Makes a socket its account's. The `login` event alone decides, not the token in the address. The same account may log
 * in again with a fresh token; another account takes a socket of its own.
 */
export async function login(
  { app, io, presence }: LiveContext,
  socket: LiveSocket,
  token: string,
): Promise<LoginAnswer> {
  const lookUp = revokedTokenCache(app)
  const actor = await lookUp(token)
  if (actor.isSuspended) throw suspended()
  const before = socket.data.actor
  if (before && before.userId !== actor.userId) return { ok: false, message: 'This connection is another account’s.' }
  // It may have gone while the session was looked up: nobody would notice it leaving then.
  if (!socket.connected) return { ok: false }
  if (before) await socket.leave(sessionRoom(before.sessionId))
  const others = io.sockets.adapter.rooms.get(roomOfUser(actor.userId))?.size ?? 0
  if (!before && others >= MAX_SOCKETS) return { ok: false, message: 'This account has too many connections.' }
  socket.data.actor = actor
  await socket.join([roomOfUser(actor.userId), sessionRoom(actor.sessionId)])
  // A session that ended before this socket was in its room told it nothing.
  const after = await lookUp(token).catch((error: unknown) => {
    socket.disconnect(true)
    throw error
  })
  if (after.isSuspended) socket.conn.close()
  // Gone meanwhile, it has been counted out already, if it ever was in.
  if (!socket.connected) return { ok: false }
  if (!socket.data.present) presence.entered(actor)
  socket.data.present = true
  return { ok: true }
}

function addressOf({ app }: LiveContext, { handshake: { address, headers } }: LiveSocket): string {
  const forwarded = { 'x-forwarded-for': String(headers['x-forwarded-for'] ?? '') }
  return clientAddress({ ip: address, headers: forwarded }, app.config.trustProxy)
}
