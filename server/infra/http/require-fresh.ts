import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../database/transaction.ts'
import { Session } from '../sessions/entity.ts'
import { isElevated } from '../sessions/is-elevated.ts'
import type { Route } from './route.ts'

const MESSAGE = 'Confirm that it is you.'

/** Refuses a session that has not stepped up as its route asks, naming the ways to do so. */
export async function requireFresh(
  app: App,
  actor: Actor,
  { fresh, freshWithFactor }: Pick<Route, 'fresh' | 'freshWithFactor'>,
): Promise<void> {
  const seconds = fresh ?? freshWithFactor
  if (seconds === undefined || isElevated(actor, seconds, app.clock())) return
  const { ways, hasFactor } = await app.domains.factors.ways(app, actor)
  if (fresh === undefined && !hasFactor) return
  if (ways.includes('login') && (await hasLoggedInWithin(app, actor, seconds))) return
  throw new Refusal('forbidden', MESSAGE, [{ path: 'stepUp', message: ways.join(',') }])
}

async function hasLoggedInWithin(app: App, { sessionId }: Actor, seconds: number): Promise<boolean> {
  const since = new Date(app.clock().getTime() - seconds * 1_000)
  return (await app.orm.em.fork().count(Session, { id: sessionId, createdAt: { $gt: since } })) > 0
}
