import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { moment, uuid } from '../api/fields.ts'
import type { Creator } from '../records/creator.ts'
import { endOfPause, PAUSE_DAYS_MAX } from '../records/pause.ts'
import type { Pause } from '../records/pause.ts'

const id = v.pipe(uuid, v.toLowerCase())
const NO_TIME = 'This is not a time.'
const BOUNDS = `A pause lasts one day at least, and ${PAUSE_DAYS_MAX} at most.`

/**
 * `startsAt` is null for a pause that begins once the server hears of it. `askedAt` is the clock of the device, shown until
 * then.
 */
const PlanPauseArgs = v.object({
  _id: id,
  startsAt: v.nullable(moment(NO_TIME)),
  days: v.pipe(v.number(BOUNDS), v.integer(BOUNDS), v.minValue(1, BOUNDS), v.maxValue(PAUSE_DAYS_MAX, BOUNDS)),
  askedAt: moment(NO_TIME),
})

const EndPauseArgs = v.object({ _id: id, askedAt: moment(NO_TIME) })

/** The first pause that the server hears of holds; another beside it is refused. */
export const planPause: Mutation<v.InferOutput<typeof PlanPauseArgs>> = {
  name: 'pause.plan',
  class: 'queue',
  args: PlanPauseArgs,
  lane: () => 'pauses',
  async optimistic(tx, { _id, startsAt, days, askedAt }, { account }) {
    const begins = startsAt ?? askedAt
    const planned: Pause = { _id, startsAt: begins, endsAt: endOfPause(begins, days) }
    const creator = (await tx.get('creators', account)) as Creator | undefined
    if (!creator || creator.pauses?.some((pause) => pause._id === _id)) return
    await tx.put('creators', { ...creator, pauses: inOrder([...(creator.pauses ?? []), planned]) })
  },
}

/** A pause that lasts ends at once, and gives the rest of its days back; one that is planned is none. */
export const endPause: Mutation<v.InferOutput<typeof EndPauseArgs>> = {
  name: 'pause.end',
  class: 'queue',
  args: EndPauseArgs,
  lane: () => 'pauses',
  async optimistic(tx, { _id, askedAt }, { account }) {
    const creator = (await tx.get('creators', account)) as Creator | undefined
    const pauses = (creator?.pauses ?? []).flatMap((pause) => {
      if (pause._id !== _id || Date.parse(pause.endsAt) <= Date.parse(askedAt)) return [pause]
      return Date.parse(pause.startsAt) < Date.parse(askedAt) ? [{ ...pause, endsAt: askedAt }] : []
    })
    if (creator) await tx.put('creators', { ...creator, pauses })
  },
}

/** The order in which the server tells them. */
function inOrder(pauses: readonly Pause[]): Pause[] {
  return [...pauses].sort((a, b) => compare(a.startsAt, b.startsAt) || compare(a._id, b._id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
