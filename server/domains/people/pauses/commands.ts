import { LockMode } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { endOfPause, PAUSE_AHEAD_DAYS, PAUSE_DAYS_A_YEAR } from '@vesper/sync/vesper/records/pause.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { CreatorPause, hasTime } from './entity.ts'
import { tellMembersJob } from './tell-members.ts'

const CREATORS_ONLY = 'Only creators can pause.'
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
/** Pauses of two years around one, those that were called off too. */
const PAUSES_A_YEAR = 60

/**
 * Plans a pause of the acting creator. One whose time has come meanwhile begins now, and lasts as many days. Refuses as
 * `forbidden` fans, as `invalid` a pause too far ahead, as `conflict` one beside another and one too many in a year. The same
 * `_id` again is the same pause.
 */
export async function planPause(tx: Tx, { _id: id, startsAt, days }: ArgsOf<'pause.plan'>): Promise<void> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'pauses', performerId)
  const known = await tx.em.findOne(CreatorPause, { id })
  if (known?.performerId === performerId) return
  if (known) throw new Refusal('conflict', 'This was used for something else.')
  const start = startsAt === null || new Date(startsAt) < tx.now ? tx.now : new Date(startsAt)
  if (start.getTime() > tx.now.getTime() + PAUSE_AHEAD_DAYS * DAY_MS)
    throw new Refusal('invalid', 'A pause begins within a year.')
  const endsAt = new Date(endOfPause(start.toISOString(), days))
  const beside = await tx.em.find(CreatorPause, { performerId, startsAt: { $lt: endsAt }, endsAt: { $gt: start } })
  if (beside.some(hasTime))
    throw new Refusal('conflict', 'You have planned another pause for these days. End it first.')
  await requireDaysLeft(tx, performerId, { startsAt: start, endsAt })
  tx.em.create(CreatorPause, {
    id,
    performerId,
    startsAt: start,
    endsAt,
    toldTo: null,
    announcedTo: null,
    createdAt: tx.now,
  })
  await tell(tx, id)
}

/**
 * Ends a pause of the acting creator: one that lasts ends now, one that is planned is none. One that is over stays as it is.
 * Refuses as `not-found` another creator's.
 */
export async function endPause(tx: Tx, { _id: id }: Pick<ArgsOf<'pause.end'>, '_id'>): Promise<void> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'pauses', performerId)
  // The telling writes how far it is.
  const pause = await tx.em.findOne(CreatorPause, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  // Its end may have come before: it is asked for by an id that the device has made.
  if (!pause || pause.performerId !== performerId) throw new Refusal('not-found', 'There is no such pause.')
  if (pause.endsAt <= tx.now || !hasTime(pause)) return
  // One that never began stays, so that a device that plans it again finds it.
  const { startsAt, toldTo: announcedTo } = pause
  Object.assign(pause, { endsAt: startsAt < tx.now ? tx.now : startsAt, toldTo: null, announcedTo })
  await tell(tx, id)
}

type Span = { startsAt: Date; endsAt: Date }

/** No year that the pause lies in has too many paused days, or too many pauses. */
async function requireDaysLeft(tx: Tx, performerId: string, pause: Span): Promise<void> {
  const [after, before] = [new Date(pause.startsAt.getTime() - YEAR_MS), new Date(pause.endsAt.getTime() + YEAR_MS)]
  const near = { performerId, endsAt: { $gt: after }, startsAt: { $lt: before } }
  const others = await tx.em.find(CreatorPause, near)
  if (others.length >= PAUSES_A_YEAR) throw new Refusal('conflict', 'You have paused too often within a year.')
  // The years that end with a pause hold the most of it.
  const ends = [pause, ...others].map(({ endsAt }) => endsAt.getTime())
  const most = Math.max(...ends.map((end) => pausedMs([pause, ...others], { from: end - YEAR_MS, until: end })))
  if (most > PAUSE_DAYS_A_YEAR * DAY_MS)
    throw new Refusal('conflict', `Within a year, pauses have at most ${PAUSE_DAYS_A_YEAR} days. Choose fewer days.`)
}

function pausedMs(pauses: readonly Span[], { from, until }: { from: number; until: number }): number {
  const parts = pauses.map(
    ({ startsAt, endsAt }) => Math.min(endsAt.getTime(), until) - Math.max(startsAt.getTime(), from),
  )
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0)
}

async function tell(tx: Tx, pauseId: string): Promise<void> {
  await tx.flush()
  await tx.app.jobs.enqueue(tx, tellMembersJob, { pauseId })
}
