/** Where a caret at `at` in `before` belongs in `after`: beside the same characters, as far as these are there. */
export function caretAfter(before: string, after: string, at: number): number {
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start += 1
  if (at <= start) return at
  let end = 0
  while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return before.length - at <= end ? after.length - (before.length - at) : start
}
