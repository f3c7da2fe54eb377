import * as v from 'valibot'

/** The limits that a fan may set: what is spent a day, a month, and for one creator a month. Days and months are those of UTC. */
export const LIMITS = ['day', 'month', 'creator'] as const
export type Limit = (typeof LIMITS)[number]

/** A raised limit takes effect after so long, in milliseconds. */
export const RAISE_MS = 24 * 60 * 60 * 1000

/** Cents; null where there is no limit. */
const cents = v.nullable(v.number())
export const Limits = v.object({ day: cents, month: cents, creator: cents })
/** The limit that a raise leads to, and when. */
const Raise = v.object({ to: cents, at: v.string() })
/** The cents that were spent in one period: a day as 2026-11-28, a month as 2026-11. */
const Spent = v.object({ of: v.string(), cents: v.number() })

/** Creators whom a device knows what was spent for, those with the most first. */
export const SPENT_CREATORS_MAX = 20

const SpentFor = v.object({ _id: v.string(), name: v.string(), username: v.nullable(v.string()), cents: v.number() })
/** The cents that were spent in a month for each creator; absent without a limit for one. */
const SpentByCreator = v.object({ of: v.string(), creators: v.array(SpentFor) })

/** The limits of a fan, with what was spent when the row was written. `version` counts changes by the fan; 0 before the first. */
export const Budget = v.object({
  version: v.number(),
  limits: Limits,
  raises: v.object({ day: v.optional(Raise), month: v.optional(Raise), creator: v.optional(Raise) }),
  spent: v.object({ day: Spent, month: Spent, creators: v.optional(SpentByCreator) }),
})

export type Limits = v.InferOutput<typeof Limits>
export type Budget = v.InferOutput<typeof Budget>
export type Raises = Budget['raises']

export const NO_BUDGET: Budget = {
  version: 0,
  limits: { day: null, month: null, creator: null },
  raises: {},
  spent: { day: { of: '', cents: 0 }, month: { of: '', cents: 0 } },
}

/** The limits that hold at a time: those whose raise has taken effect are the raised ones. */
export function limitsAt({ limits, raises }: Pick<Budget, 'limits' | 'raises'>, at: Date): Limits {
  const limitOf = (limit: Limit) => {
    const raise = raises[limit]
    return raise && new Date(raise.at) <= at ? raise.to : limits[limit]
  }
  return { day: limitOf('day'), month: limitOf('month'), creator: limitOf('creator') }
}

/**
 * The limits after a fan has asked for others. A lower one, and a first one, holds at once; a higher one and none wait for
 * `RAISE_MS`. The limit that holds already withdraws a raise; one that was asked for before keeps its time.
 */
export function withLimits(
  budget: Pick<Budget, 'limits' | 'raises'>,
  asked: Limits,
  now: Date,
): Pick<Budget, 'limits' | 'raises'> {
  const limits = limitsAt(budget, now)
  const raises: Raises = {}
  for (const limit of LIMITS) {
    const [from, to] = [limits[limit], asked[limit]]
    if (!isHigher(to, from)) limits[limit] = to
    else {
      const waiting = budget.raises[limit]
      const isWaiting = waiting?.to === to && new Date(waiting.at) > now
      raises[limit] = isWaiting ? waiting : { to, at: new Date(now.getTime() + RAISE_MS).toISOString() }
    }
  }
  return { limits, raises }
}

function isHigher(to: number | null, from: number | null): boolean {
  return from !== null && (to === null || to > from)
}

/** The cents that are left of the limits of a day and a month; null where there is no limit. */
export function leftOf(budget: Budget, now: Date): { day: number | null; month: number | null } {
  const limits = limitsAt(budget, now)
  const left = (limit: 'day' | 'month') => {
    const [most, spent] = [limits[limit], budget.spent[limit]]
    if (most === null) return null
    return Math.max(0, most - (spent.of === periodOf(limit, now) ? spent.cents : 0))
  }
  return { day: left('day'), month: left('month') }
}

/** A creator with the cents that are left of the limit for one. */
export type LeftFor = Omit<v.InferOutput<typeof SpentFor>, 'cents'> & { left: number }

/**
 * The cents that are left of the limit for one creator: for those whom something was spent for in this month, and for all
 * others; null where there is no limit.
 */
export function leftByCreator(budget: Budget, now: Date): { creators: LeftFor[]; others: number } | null {
  const { creator: most } = limitsAt(budget, now)
  if (most === null) return null
  const { creators: spent } = budget.spent
  const present = spent?.of === periodOf('month', now) ? spent.creators : []
  const creators = present.map(({ cents, ...creator }) => ({ ...creator, left: Math.max(0, most - cents) }))
  return { creators, others: most }
}

/** The name of the day or the month, in UTC. */
export function periodOf(limit: 'day' | 'month', at: Date): string {
  return at.toISOString().slice(0, limit === 'day' ? 10 : 7)
}
