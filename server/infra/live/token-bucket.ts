/** A bucket of `points` that fills up again within `seconds`; the function takes one, false when there is none. */
export function createTokenBucket({ points, seconds }: { points: number; seconds: number }): () => boolean {
  let left = points
  let filledAt = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(points, left + ((now - filledAt) / 1000) * (points / seconds))
    filledAt = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
