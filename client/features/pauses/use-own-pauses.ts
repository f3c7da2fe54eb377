import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { endOfPause } from '@vesper/sync/vesper/records/pause.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { useUnit } from 'effector-react'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { useNow } from '../../ui/use-now.ts'

const LANE = 'pauses'

/**
 * `lasting`: it has begun. `unsent`: its time has come, and it begins once the server hears of it. `ending`: it lasts until the
 * server hears of its end. `isSent` is false for one that the server may not know.
 */
export type OwnPause = Pause & { state: 'lasting' | 'planned' | 'unsent' | 'ending'; isSent: boolean }

export type OwnPauses = {
  /** Pauses that are not over, the earliest first. */
  pauses: OwnPause[]
  /** A change has not reached the server. */
  isWaiting: boolean
  /** Changes that the server has refused. */
  refused: OutboxRecord[]
}

/** The arguments of a plan that is queued. */
export type QueuedPlan = { _id: string; startsAt: string | null; days: number }

/**
 * The pauses of the creator who is signed in, as this device holds them; while it holds none, whether they are to come.
 * Undefined while it looks.
 */
export function useOwnPauses(): OwnPauses | Exclude<Contents, 'here'> | undefined {
  const { db } = useSync()
  const [user, contents] = useUnit([$user, $contents])
  const account = user?._id ?? ''
  const now = useNow()
  const read = useLiveQuery(async () => {
    const creator = await db.creators.get(account)
    const queued = await db.outbox.where('lane').equals(LANE).sortBy('order')
    return { creator: creator ?? null, queued, at: Date.now() }
  }, [db, account])
  if (read === undefined) return undefined
  if (read.creator === null && contents !== 'here') return contents
  const { queued } = read
  const refused = queued.filter(({ state }) => state === 'rejected')
  // A pause that was just ended is over, also between two ticks of the clock.
  const pauses = ownPauses(read.creator?.pauses ?? [], { queued, time: Math.max(now, read.at) })
  return { pauses, refused, isWaiting: queued.length > refused.length }
}

/** How the pauses stand at `time` (milliseconds), with what is queued for them; those that are not over. */
function ownPauses(
  pauses: readonly Pause[],
  { queued, time }: { queued: readonly OutboxRecord[]; time: number },
): OwnPause[] {
  const open = queued.filter(isQueued)
  const plans = new Map(
    open.filter(({ name }) => name === 'pause.plan').map((record) => [idOf(record), planOf(record)]),
  )
  const ended = new Set(open.filter(({ name }) => name === 'pause.end').map(idOf))
  return pauses.flatMap((pause): OwnPause[] => {
    const { _id, startsAt, endsAt } = pause
    const plan = plans.get(_id)
    const isSent = plan === undefined
    if (plan && (plan.startsAt === null || Date.parse(plan.startsAt) <= time)) {
      if (ended.has(_id)) return []
      const begins = new Date(time).toISOString()
      return [{ _id, startsAt: begins, endsAt: endOfPause(begins, plan.days), state: 'unsent', isSent }]
    }
    if (ended.has(_id)) return [{ ...pause, state: 'ending', isSent }]
    if (Date.parse(endsAt) <= time || startsAt >= endsAt) return []
    return [{ ...pause, state: Date.parse(startsAt) <= time ? 'lasting' : 'planned', isSent }]
  })
}

type Queue = Pick<ReturnType<typeof useSync>, 'db' | 'discard' | 'mutate'>

/** Queues a pause, which takes the place of one that was refused. */
export async function queuePause(sync: Queue, pause: Parameters<typeof sync.mutate<'pause.plan'>>[1]): Promise<void> {
  const refused = await sync.db.outbox.where('lane').equals(LANE).toArray()
  for (const { id, state } of refused) if (state === 'rejected') await sync.discard(id)
  await sync.mutate('pause.plan', pause)
}

/** Queues the end of a pause; one that was never sent is dropped. */
export async function queueEnd(sync: Queue, _id: string): Promise<void> {
  const queued = await sync.db.outbox.where('lane').equals(LANE).toArray()
  const plan = queued.find((record) => record.name === 'pause.plan' && idOf(record) === _id)
  if (plan?.state === 'waiting' && plan.attempts === 0) await sync.discard(plan.id)
  else await sync.mutate('pause.end', { _id, askedAt: new Date().toISOString() })
}

function idOf({ args }: Pick<OutboxRecord, 'args'>): string | undefined {
  return (args as { _id?: string })._id
}

export function planOf({ args }: Pick<OutboxRecord, 'args'>): QueuedPlan {
  return args as QueuedPlan
}
