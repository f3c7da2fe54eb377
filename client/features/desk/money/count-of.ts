/** A typed number in its smallest part: with two decimals, 2.95 is 295. Null for what is none, or has more decimals. */
export function countOf(typed: string, decimals: 0 | 2): number | null {
  const text = typed.trim().replace(',', '.')
  if (!(decimals === 0 ? /^\d{1,9}$/ : /^\d{1,9}(?:\.\d{1,2})?$/).test(text)) return null
  return Math.round(Number(text) * 10 ** decimals)
}
