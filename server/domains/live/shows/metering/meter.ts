/** A publisher without packets for so long is not there, in milliseconds. */
export const PUBLISHER_MS = 2_000
/** A viewer without reports for so long is not there, in milliseconds. */
export const VIEWER_MS = 4_000
/** A hole between two signs of life that is not paid, in milliseconds. Reports of a viewer come about once a second. */
export const HOLE_MS = 2_000
/** Unpaid time in which a lost line may come back, in milliseconds. */
export const GRACE_MS = 15_000
/**
 * Unpaid time of a whole show in which the publisher was there and the viewer gave no report, in milliseconds; a third of the
 * paid time is free beyond it. The reports are the viewer's own: without an end, who leaves them out would watch for nothing.
 */
export const UNSEEN_MS = 60_000
/** The next minute is held so many seconds before it begins. */
export const AHEAD_SECONDS = 15
/** Both sides are told when so many seconds are left. */
export const TOLD_SECONDS = 120

/** The terms of a show, fixed when it was asked for: tokens a minute, minutes owed where the fan leaves, most tokens. */
export type Terms = { rate: number; minimum: number; cap: number }

export type Meter = Terms & {
  /** Tokens that are held. */
  held: number
  /** Tokens of the wallet beyond them, as far as is known. */
  spendable: number
  /** The time in which both sides were there. It alone is paid. */
  paidMs: number
  /** The time in which packets of the publisher came. */
  sentMs: number
  /** Up to here the time is counted; null while a side is away. By a clock that never jumps, in milliseconds. */
  countedTo: number | null
  /** The newest sign of life of each side, and the moment of the look before; null before the first. */
  publisherAt: number | null
  viewerAt: number | null
  lookedAt: number | null
  /** When a side was found to be away; null while both are there. */
  lostAt: number | null
  /** The wallet could not hold the next minute. */
  isLow: boolean
}

/** The age of the newest packet of the publisher, and of the newest report of the viewer; null for none yet. */
export type Ages = { now: number; publisherMs: number | null; viewerMs: number | null }

export type Step = {
  meter: Meter
  /** The show ends now, for this reason. `lostSide`: the line that was away. */
  end: { reason: 'balance' | 'cap' | 'line'; lostSide: 'fan' | 'performer' | null } | null
  /** So many tokens are to be held in all; null where enough are. */
  hold: number | null
}

export function openMeter(terms: Terms, { held, spendable }: { held: number; spendable: number }): Meter {
  const { rate, minimum, cap } = terms
  return { rate, minimum, cap, held, spendable, paidMs: 0, sentMs: 0, countedTo: null, ...NEVER }
}

const NEVER = { publisherAt: null, viewerAt: null, lookedAt: null, lostAt: null, isLow: false }

/** Tells if both sides are there. */
export function areThere({ publisherMs, viewerMs }: Omit<Ages, 'now'>): boolean {
  return isSending({ publisherMs }) && viewerMs !== null && viewerMs < VIEWER_MS
}

function isSending({ publisherMs }: Pick<Ages, 'publisherMs'>): boolean {
  return publisherMs !== null && publisherMs < PUBLISHER_MS
}

/**
 * The meter a moment later. Time is counted up to the older one of both newest packets: a line that dies is paid up to its
 * last sign of life, and a gap is not paid.
 */
export function stepMeter(before: Meter, ages: Ages): Step {
  const meter = counted(before, ages)
  const { held, cap } = meter
  if (secondsOf(meter) >= secondsFor(meter, held)) {
    return { meter, end: { reason: held >= cap ? 'cap' : 'balance', lostSide: null }, hold: null }
  }
  if (meter.lostAt !== null && ages.now - meter.lostAt >= GRACE_MS) {
    return { meter, end: { reason: 'line', lostSide: isSending(ages) ? 'fan' : 'performer' }, hold: null }
  }
  if (meter.sentMs - meter.paidMs >= UNSEEN_MS + meter.paidMs / 3) {
    return { meter, end: { reason: 'line', lostSide: 'fan' }, hold: null }
  }
  const isNear = secondsOf(meter) >= secondsFor(meter, held) - AHEAD_SECONDS
  return { meter, end: null, hold: isNear && held < cap ? Math.min(cap, held + meter.rate) : null }
}

function counted(before: Meter, ages: Ages): Meter {
  const { now } = ages
  const [publisherAt, viewerAt] = [momentOf(now, ages.publisherMs), momentOf(now, ages.viewerMs)]
  const hasSent = publisherAt !== null && publisherAt > (before.publisherAt ?? publisherAt)
  const sentMs = before.sentMs + (isSending(ages) && hasSent ? now - (before.lookedAt ?? now) : 0)
  const signs = { publisherAt: publisherAt ?? before.publisherAt, viewerAt: viewerAt ?? before.viewerAt }
  const seen = { ...signs, lookedAt: now, sentMs }
  if (!areThere(ages)) return { ...before, ...seen, countedTo: null, lostAt: before.lostAt ?? now }
  const seenAt = Math.min(publisherAt ?? now, viewerAt ?? now)
  // A look that comes late cannot tell a short hole from none.
  const late = now - (before.lookedAt ?? now)
  const longest = Math.min(VIEWER_MS, Math.max(HOLE_MS, late + HOLE_MS / 2))
  const holeEnds = [
    endOfHole(before.publisherAt, { at: publisherAt, longest }),
    endOfHole(before.viewerAt, { at: viewerAt, longest }),
  ]
  const from = Math.max(before.countedTo ?? seenAt, ...holeEnds)
  const paidMs = before.paidMs + Math.max(0, seenAt - from)
  // Never beyond what is held, however late this look comes.
  const most = secondsFor(before, before.held) * 1000
  return { ...before, ...seen, countedTo: Math.max(from, seenAt), paidMs: Math.min(paidMs, most), lostAt: null }
}

function momentOf(now: number, age: number | null): number | null {
  return age === null ? null : now - age
}

/** Where a side came back after a hole; the beginning of time where there was none. */
function endOfHole(before: number | null, { at, longest }: { at: number | null; longest: number }): number {
  return before !== null && at !== null && at - before > longest ? at : -Infinity
}

/** The seconds that are paid so far. */
export function secondsOf({ paidMs }: Pick<Meter, 'paidMs'>): number {
  return Math.floor(paidMs / 1000)
}

/** The seconds that so many tokens pay for. */
export function secondsFor({ rate }: Pick<Terms, 'rate'>, tokens: number): number {
  return Math.floor((tokens * 60) / rate)
}

/** The tokens that are due for so many seconds: never more than are held, or than the fan would pay. */
export function dueFor({ rate, cap, held }: Pick<Meter, 'rate' | 'cap' | 'held'>, seconds: number): number {
  return Math.min(Math.ceil((rate * seconds) / 60), cap, held)
}

/** The same where the fan leaves: the minimum is owed. */
export function owedFor(meter: Pick<Meter, 'rate' | 'cap' | 'held' | 'minimum'>, seconds: number): number {
  return dueFor(meter, Math.max(seconds, meter.minimum * 60))
}

/** Seconds until it ends for want of tokens, once these are few; null before. */
export function leftOf(meter: Meter): number | null {
  const left = secondsFor(meter, Math.min(meter.cap, meter.held + meter.spendable)) - secondsOf(meter)
  return left <= TOLD_SECONDS ? Math.max(0, left) : null
}
