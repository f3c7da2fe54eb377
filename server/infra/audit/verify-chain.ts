import { GENESIS, hashEntry, hashText } from './hash-entry.ts'
import type { LinkedEntry } from './read-entries.ts'

/** `problem` names the first entry that does not fit, and is null for a chain that is whole. */
export type ChainCheck = { entries: number; head: string; problem: string | null }

/**
 * Follows the chain from its first entry. Finds an entry that was changed, dropped, put in or moved, and words that are not
 * the ones of their decision; erased words break nothing. `head`: where the chain has to end, or null where nobody knows.
 */
export async function verifyChain(
  entries: AsyncIterable<LinkedEntry> | Iterable<LinkedEntry>,
  head: { seq: number; hash: string } | null,
): Promise<ChainCheck> {
  let [count, last] = [0, GENESIS]
  for await (const { prevHash, hash, text, ...entry } of entries) {
    const problem = problemOf({ entry, prevHash, hash, text }, { seq: count + 1, last })
    if (problem !== null) return { entries: count, head: last, problem }
    count += 1
    last = hash
  }
  const isShort = head !== null && (head.seq !== count || head.hash !== last)
  const problem = isShort ? `The chain ends too early, at entry ${count}.` : null
  return { entries: count, head: last, problem }
}

type Link = { entry: Parameters<typeof hashEntry>[1]; prevHash: string; hash: string; text: string | null }

function problemOf({ entry, prevHash, hash, text }: Link, { seq, last }: { seq: number; last: string }): string | null {
  if (entry.seq !== seq) return `Entry ${seq} is missing.`
  if (prevHash !== last) return `Entry ${seq} does not follow the one before it.`
  if (hashEntry(prevHash, entry) !== hash) return `Entry ${seq} was changed.`
  if (text !== null && hashText(text) !== entry.textHash) return `The words of entry ${seq} were changed.`
  return null
}
