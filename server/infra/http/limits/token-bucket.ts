type BucketSize = { points: number; seconds: number }

/** A bucket of `points` that fills up again within `seconds`; the function takes one, false when there is none. */
export function createTokenBucket({ points, seconds }: BucketSize): () => boolean {
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

/** Buckets by key. The key that was used least recently makes room for one more than `max`. */
export function createTokenBuckets(size: BucketSize, max = 10_000): (key: string) => boolean {
  const buckets = new Map<string, () => boolean>()
  return (key) => {
    const take = buckets.get(key) ?? createTokenBucket(size)
    buckets.delete(key)
    buckets.set(key, take)
    const [oldest] = buckets.keys()
    if (buckets.size > max && oldest !== undefined) buckets.delete(oldest)
    return take()
  }
}
