/** A run of text that both versions have, or that one of them lacks. */
export type TextPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** Longer texts are compared as a whole between their common ends: the table would grow with the square of their words. */
const WORDS_MAX = 1_000

/** The difference of two texts, word by word. The parts that are not new make up `before`; those not gone make up `after`. */
export function textDifference(before: string, after: string): TextPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = [a.slice(start, a.length - end), b.slice(start, b.length - end)] as const
  const isLong = Math.max(middle[0].length, middle[1].length) > WORDS_MAX
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...(isLong ? replaced(...middle) : compared(...middle)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ])
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? []
}

function replaced(a: readonly string[], b: readonly string[]): TextPart[] {
  return [
    { kind: 'gone', text: a.join('') },
    { kind: 'new', text: b.join('') },
  ]
}

/** Walks the longest common run of words. */
function compared(a: readonly string[], b: readonly string[]): TextPart[] {
  const lengths = commonLengths(a, b)
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i] ?? '' })
      i++
      j++
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1)))
      parts.push({ kind: 'gone', text: a[i++] ?? '' })
    else parts.push({ kind: 'new', text: b[j++] ?? '' })
  }
  return parts
}

/** `[i][j]`: the words that the rest of `a` from i and the rest of `b` from j have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i], lengths[i + 1]]
    if (!row || !below) continue
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
  }
  return lengths
}

function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = []
  for (const { kind, text } of parts) {
    const last = runs.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else runs.push({ kind, text })
  }
  return runs
}
