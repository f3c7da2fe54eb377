/** By space, its version. */
export type SpaceVersions = Readonly<Record<string, number>>

/*
 * Pokes of a creator with very many followers, each of whom pulls once poked:
 *
 *   add ──→ accounts that have a page open ──┐
 *      └──→ the others ──────────────────────┴─→ so many a second
 *
 * - An account waits once: newer versions join it, and it keeps its place.
 * - An account that was poked comes behind all that wait, page or not: a creator who posts on and on leaves no follower out.
 * - Each account that was added is poked, unless it is no longer connected: it pulls when it connects again.
 */
export type SpreadPokes = {
  /** Has accounts be poked of spaces, those with a page open first. */
  add: (accounts: Iterable<{ userId: string; isActive: boolean }>, spaces: SpaceVersions) => void
  /** Tells if an account still waits to be poked of a space. */
  isSpreading: (space: string) => boolean
  /** Forgets all: no device is connected any more. */
  stop: () => void
}

export type SpreadParts = {
  /** Pokes in a second, at least 1. */
  perSecond: number
  /** Pokes an account; false where it is not connected. */
  send: (userId: string, spaces: SpaceVersions) => boolean
  /** Calls `tick` every so many milliseconds until the function that it answers is called. */
  every?: (ms: number, tick: () => void) => () => void
  /** Milliseconds. */
  now?: () => number
}

const TICK_MS = 50
/** After a long turn of the process, pokes of so much time are made up for. */
const LATE_MS = 2 * TICK_MS

type Waiting = Map<string, SpaceVersions>

export function createSpreadPokes({
  perSecond,
  send,
  every = everyUnref,
  now = () => performance.now(),
}: SpreadParts): SpreadPokes {
  const active: Waiting = new Map()
  const others: Waiting = new Map()
  const poked = new Set<string>()
  const spreading = new Set<string>()
  let stopTicks: (() => void) | null = null
  let allowed = 0
  let tickedAt = 0
  /** The pokes of the last second. */
  let lately: { at: number; count: number }[] = []

  function tick(): void {
    const at = now()
    lately = lately.filter((sent) => sent.at > at - 1000)
    const left = perSecond - lately.reduce((sum, { count }) => sum + count, 0)
    allowed = Math.min(left, allowed + (Math.min(at - tickedAt, LATE_MS) / 1000) * perSecond)
    tickedAt = at
    const sent = { at, count: 0 }
    lately.push(sent)
    while (allowed >= 1) {
      const next = takeFirst(active) ?? takeFirst(others)
      if (!next) return stop()
      poked.add(next[0])
      if (!send(...next)) continue
      allowed -= 1
      sent.count += 1
    }
  }

  function stop(): void {
    stopTicks?.()
    stopTicks = null
    for (const state of [active, others, poked, spreading]) state.clear()
  }

  return {
    add(accounts, spaces) {
      for (const { userId, isActive } of accounts) {
        const waiting = active.get(userId) ?? others.get(userId)
        const joined = waiting ? latest(waiting, spaces) : spaces
        const isFirst = active.has(userId) || (isActive && !poked.has(userId))
        if (isFirst) others.delete(userId)
        const place = isFirst ? active : others
        place.set(userId, joined)
      }
      if (active.size + others.size === 0) return
      for (const space of Object.keys(spaces)) spreading.add(space)
      if (stopTicks) return
      allowed = 0
      tickedAt = now()
      stopTicks = every(TICK_MS, tick)
    },
    isSpreading: (space) => spreading.has(space),
    stop,
  }
}

function takeFirst(waiting: Waiting): [string, SpaceVersions] | undefined {
  const [first] = waiting
  if (first) waiting.delete(first[0])
  return first
}

function latest(before: SpaceVersions, after: SpaceVersions): SpaceVersions {
  const joined = { ...before }
  for (const [space, version] of Object.entries(after)) joined[space] = Math.max(joined[space] ?? 0, version)
  return joined
}

function everyUnref(ms: number, tick: () => void): () => void {
  const timer = setInterval(tick, ms).unref()
  return () => clearInterval(timer)
}
