/*
 * Two tabs, one draft. `base` is what this tab's box and the stored draft last agreed on:
 *
 *     base ─┬─ mine    the box of this tab
 *           └─ theirs  the stored draft, as another tab left it
 *
 * Who changed nothing takes what the other has; what both wrote stands in the box together, and nothing typed is lost.
 */

/** The content of a draft. */
export type Words = { text: string; fileIds: readonly string[] }

export const noWords: Words = { text: '', fileIds: [] }

type Versions<Value> = { base: Value; mine: Value; theirs: Value }

export function mergeDraft({ base, mine, theirs }: Versions<Words>): Words {
  return {
    text: mergeText({ base: base.text, mine: mine.text, theirs: theirs.text }),
    fileIds: mergeFiles({ base: base.fileIds, mine: mine.fileIds, theirs: theirs.fileIds }),
  }
}

/** The box's own text comes first, so that a caret in it stays where it is. */
export function mergeText({ base, mine, theirs }: Versions<string>): string {
  if (theirs === base) return mine
  if (mine === base || holds(theirs, mine)) return theirs
  if (holds(mine, theirs)) return mine
  const added = base !== '' && theirs.startsWith(base) ? theirs.slice(base.length).trim() : theirs
  return holds(mine, added) ? mine : joined(mine, added)
}

/** Two texts that share the box: one under the other, and neither lost. */
export function joined(first: string, second: string): string {
  if (first.trim() === '') return second
  return second.trim() === '' ? first : `${first}\n${second}`
}

export function sameWords(one: Words, other: Words): boolean {
  return one.text === other.text && one.fileIds.join() === other.fileIds.join()
}

/** A file that either side removed is out, one that either side added is in. */
function mergeFiles({ base, mine, theirs }: Versions<readonly string[]>): string[] {
  const kept = mine.filter((id) => theirs.includes(id) || !base.includes(id))
  const added = theirs.filter((id) => !mine.includes(id) && !base.includes(id))
  return [...kept, ...added]
}

/** True when `part` stands in `text` already: at its beginning, or as lines of their own. */
function holds(text: string, part: string): boolean {
  return text.startsWith(part) || hasLines(text, part)
}

/** True when `part` stands in `text` as lines of their own. */
export function hasLines(text: string, part: string): boolean {
  return part.trim() === '' || `\n${text}\n`.includes(`\n${part}\n`)
}
