const FIRST = 10

/**
 * The largest of the numbers 10, 25, 50, 100, 250, 500, 1,000 and so on that a count has reached since `before`; null where it
 * has reached none.
 */
export function milestoneOf(before: number, now: number): number | null {
  let reached: number | null = null
  for (let power = FIRST; power <= now; power *= 10) {
    for (const milestone of [power, power * 2.5, power * 5]) {
      if (before < milestone && milestone <= now) reached = milestone
    }
  }
  return reached
}
