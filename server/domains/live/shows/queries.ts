import type { EntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ShowQuery } from '@vesper/sync/vesper/api/live-shows.ts'
import type * as v from 'valibot'
import { entityPage } from '../../../infra/http/list.ts'
import { Show } from './entity.ts'
import { NO_SHOW } from './lock-show.ts'

/** Open requests that a creator sees at once. */
const REQUESTS_MAX = 200

/** The requests that wait for a creator's answer, the oldest first. */
export function openRequests(em: EntityManager, performerId: string, now: Date): Promise<Show[]> {
  const open = { performerId, kind: 'private', status: 'requested', expiresAt: { $gt: now } } as const
  return em.find(Show, open, { orderBy: { createdAt: 'asc', id: 'asc' }, limit: REQUESTS_MAX })
}

/** A show of one of its two sides. Refuses as `not-found` everybody else. */
export async function ownShow(em: EntityManager, id: string, userId: string): Promise<Show> {
  const show = await em.findOne(Show, { id, $or: [{ fanId: userId }, { performerId: userId }] })
  if (!show) throw new Refusal('not-found', NO_SHOW)
  return show
}

/** One page of the shows of an account, of either side. */
export async function showPage(
  em: EntityManager,
  userId: string,
  query: v.InferOutput<typeof ShowQuery>,
): Promise<{ shows: Show[]; total: number }> {
  const where = { $or: [{ fanId: userId }, { performerId: userId }] }
  const { rows, total } = await entityPage(em, { entity: Show, where }, query)
  return { shows: rows, total }
}
