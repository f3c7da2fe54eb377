import { diff3Merge } from 'node-diff3'

/*
 * Two texts that began as one:
 *
 *     base ─┬─ ours    ─┐
 *           └─ theirs  ─┴─▶ both changes in one text, or null where they are about the same sentence
 *
 * Invariants: swapping ours and theirs changes nothing; whoever changed nothing takes the other's text; a sentence that
 * either side wrote is in the merged text as it was written; merging what was merged with either side again changes nothing.
 */

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
  const merged: string[] = []
  for (const region of diff3Merge([...ours], [...base], [...theirs], { excludeFalseConflicts: true })) {
    if (region.ok === undefined) return null
    merged.push(...region.ok)
  }
  return merged
}

function same(one: readonly string[] | null, other: readonly string[]): boolean {
  return one !== null && one.length === other.length && one.every((item, index) => item === other[index])
}

/** Sentences and the space between them, in order; together they are the text. Changes on both sides of a space are apart. */
function sentencesOf(text: string): string[] {
  const lines = text.match(/\n+|[^\n]+/g) ?? []
  return lines.flatMap((line) => line.match(/\s+(?=\S)|\S[^.!?…؟。]*[.!?…؟。]*|\s+$/g) ?? [])
}
