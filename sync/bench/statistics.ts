export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The smallest value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
  if (value === undefined) throw new Error('There is nothing to take a percentile of.')
  return value
}

/** How much worse `value` is than `stored`, as a part of it: 0.2 is 20 % worse, what is below 0 is better. */
export function worsening({ value, stored }: { value: number; stored: number }, better: 'less' | 'more'): number {
  if (value === stored) return 0
  return better === 'less' ? value / stored - 1 : stored / value - 1
}
