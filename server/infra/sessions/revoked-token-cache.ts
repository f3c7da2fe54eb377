import { hash } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import type { App } from '../../app.ts'
import { appState } from '../app-state.ts'
import type { Actor } from '../database/transaction.ts'
import { Session } from './entity.ts'
import { holdOf, readEndedToken } from './session-token.ts'
import { resolveActor } from './sessions.ts'
import { unauthenticated, unauthenticatedWipe } from './unauthenticated.ts'

const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 10_000

/** Who a token speaks for, as `resolveActor` has it. */
export type ActorLookUp = (token: string) => Promise<Actor>

/**
 * `isOver`: the session cannot come back. Refused with a session that is not over, the token may hold again. `wipe`: the
 * device has yet to remove the data.
 */
type End = { isOver: boolean; wipe: boolean }
type Remembered = End & { until: number }

/** The look-up that all calls and sockets of a server share. */
export const revokedTokenCache = appState(createActorLookUp)

/**
 * A look-up that refuses a token from memory once its session was found to be over, or a later token of it in use. A refused caller has no account to
 * be counted by, and so no limit: the refusal must cost no statement. An account that is closed may be opened again,
 * and a database that does not answer says nothing: both are asked each time.
 */
function createActorLookUp(app: App): ActorLookUp {
  const refused = new Map<string, Remembered>()
  return async (token) => {
    const key = hash('sha256', token, 'base64')
    const known = recall(refused, key)
    if (known?.isOver) throw refusalFor(known)
    try {
      return await resolveActor(app, token)
    } catch (error) {
      const isRefused = error instanceof Refusal && error.kind === 'unauthenticated'
      const end = isRefused && !known ? await endOf(app, token) : null
      if (end !== null) remember(refused, key, end)
      throw end?.wipe ? refusalFor(end) : error
    }
  }
}

function refusalFor({ wipe }: End): Refusal {
  return wipe ? unauthenticatedWipe() : unauthenticated()
}

/** Null for a token that is none of this server's: to refuse it asks nothing of the database. */
async function endOf(app: App, token: string): Promise<End | null> {
  const now = app.clock()
  const claims = readEndedToken(app.secret, token)
  if (!claims || !v.is(uuid, claims.sessionId)) return null
  const session = await app.orm.em.fork().findOne(Session, { id: claims.sessionId })
  const isOpen = session?.revokedAt === null && session.expiresAt > now
  const isOver = !isOpen || holdOf(claims, session.generation) === 'dead'
  return { isOver, wipe: session?.wipe === 'asked' }
}

function recall(refused: Map<string, Remembered>, key: string): Remembered | undefined {
  const known = refused.get(key)
  if (!known || known.until > performance.now()) return known
  refused.delete(key)
  return undefined
}

/** Entries are kept equally long and stand in the order in which they end: the first one makes room. */
function remember(refused: Map<string, Remembered>, key: string, end: End): void {
  const [first] = refused.keys()
  if (refused.size >= MAX_REMEMBERED && first !== undefined) refused.delete(first)
  refused.set(key, { ...end, until: performance.now() + REMEMBERED_MS })
}
