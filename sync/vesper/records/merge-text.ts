import { diff3Merge } from 'node-diff3'

/*
 * Two texts that began as one:
 *
 *     base ─┬─ ours    ─┐
 *           └─ theirs  ─┴─▶ both changes in one text, or null where they are about the same sentence
 *
 * Invariants: swapping ours and theirs changes nothing; whoever changed nothing takes the other's text; a sentence that
 * either side wrote is in the merged text as it was written; merging what was merged with either side again changes nothing;
 * no text takes long.
 */

/**
 * The common part of two lists is searched among all pairs of equal items, in more than quadratic time. Above this it
 * is not looked for: some 200 lines between the first change and the last, and both versions are kept.
 */
const PAIRS_MAX = 100_000

type Versions<Value> = { base: Value; ours: Value; theirs: Value }

/** Merges by the sentence: two halves of one sentence, put together, say what nobody meant. */
export function mergeText({ base, ours, theirs }: Versions<string>): string | null {
  const merged = mergeLists({ base: sentencesOf(base), ours: sentencesOf(ours), theirs: sentencesOf(theirs) })
  return merged?.join('') ?? null
}

/** The same for lists, by the item. */
export function mergeLists(versions: Versions<readonly string[]>): string[] | null {
  const merged = merge(versions)
  // Where items repeat, what a change was about may be a guess; one that does not hold up is none.
  const isStable =
    merged && [{ ours: merged }, { theirs: merged }].every((again) => same(merge({ ...versions, ...again }), merged))
  return isStable ? merged : null
}

function merge({ base, ours, theirs }: Versions<readonly string[]>): string[] | null {
  if (same(ours, theirs) || same(ours, base)) return [...theirs]
  if (same(theirs, base)) return [...ours]
  const lists = [base, ours, theirs]
  const start = sharedStart(lists)
  const end = sharedStart(lists.map((items) => items.slice(start).toReversed()))
  const between = (items: readonly string[]) => items.slice(start, items.length - end)
  const [old, one, other] = [between(base), between(ours), between(theirs)]
  if (pairs(old, one) + pairs(old, other) > PAIRS_MAX) return null
  const merged = base.slice(0, start)
  for (const region of diff3Merge(one, old, other, { excludeFalseConflicts: true })) {
    if (region.ok === undefined) return null
    merged.push(...region.ok)
  }
  return [...merged, ...base.slice(base.length - end)]
}

/** How many items all of these begin with. */
function sharedStart(lists: readonly (readonly string[])[]): number {
  const [first = [], ...others] = lists
  const end = first.findIndex((item, index) => others.some((list) => list[index] !== item))
  return end === -1 ? first.length : end
}

/** How often an item of one is one of the other. */
function pairs(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const item of one) counts.set(item, (counts.get(item) ?? 0) + 1)
  return other.reduce((sum, item) => sum + (counts.get(item) ?? 0), 0)
}

function same(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && one.every((item, index) => item === other[index])
}

/** Sentences and the space between them, in order; together they are the text. Changes on both sides of a space are apart. */
function sentencesOf(text: string): string[] {
  const lines = text.match(/\n+|[^\n]+/g) ?? []
  return lines.flatMap((line) => line.match(/\s+(?=\S)|\S[^.!?…؟。]*[.!?…؟。]*|\s+$/g) ?? [])
}
