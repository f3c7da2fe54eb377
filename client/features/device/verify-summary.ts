import type { Verified } from '@vesper/sync/engine/verify/verify.ts'

/** How many parts of what is kept here came out how. */
export type VerifySummary = {
  all: number
  repaired: number
  /** Differing still, right after a repair. */
  differing: number
  /** The records that change during the comparison. */
  moved: number
  /** The server did not say. */
  missed: number
}

export function verifySummaryOf(verified: Verified): VerifySummary {
  const verdicts = Object.values(verified)
  const count = (wanted: Verified[string]) => verdicts.filter((verdict) => verdict === wanted).length
  return {
    all: verdicts.length,
    repaired: count('repaired'),
    differing: count('differing'),
    moved: count('moved'),
    missed: count('not-reached'),
  }
}
