import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Pause } from '@vesper/sync/vesper/records/pause.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useUnit } from 'effector-react'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useNow } from '../../ui/use-now.ts'

const LANE = 'pauses'

/** `lasting`: it has begun. `unsent`: it begins once the server hears of it. */
export type OwnPause = Pause & { state: 'lasting' | 'planned' | 'unsent' }

export type OwnPauses = {
  /** Pauses that are not over, the earliest first. */
  pauses: OwnPause[]
  /** A change has not reached the server. */
  isWaiting: boolean
  /** Changes that the server has refused. */
  refused: OutboxRecord[]
}

/** The pauses of the creator who is signed in, as this device holds them; null while it does not. Undefined while it looks. */
export function useOwnPauses(): OwnPauses | null | undefined {
  const { db } = useSync()
  const account = useUnit($user)?._id ?? ''
  const now = useNow()
  const read = useLiveQuery(async () => {
    const creator = await db.creators.get(account)
    const queued = await db.outbox.where('lane').equals(LANE).sortBy('order')
    return { creator: creator ?? null, queued, at: Date.now() }
  }, [db, account])
  if (read === undefined) return undefined
  if (read.creator === null) return null
  // A pause that was just ended is over, also between two ticks of the clock.
  const time = Math.max(now, read.at)
  const refused = read.queued.filter(({ state }) => state === 'rejected')
  const open = read.queued.filter(({ state }) => state !== 'rejected')
  const begun = new Set(open.filter(({ args }) => (args as { startsAt?: unknown }).startsAt === null).map(idOf))
  const pauses = (read.creator.pauses ?? [])
    .filter(({ startsAt, endsAt }) => Date.parse(endsAt) > time && startsAt < endsAt)
    .map((pause): OwnPause => {
      if (begun.has(pause._id)) return { ...pause, state: 'unsent' }
      return { ...pause, state: Date.parse(pause.startsAt) <= time ? 'lasting' : 'planned' }
    })
  return { pauses, refused, isWaiting: open.length > 0 }
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
