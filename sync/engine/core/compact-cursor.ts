import type { SyncRequest } from '../protocol/sync-request.ts'
import { hashOf, textChecksumOf, checksumWithout } from './text-checksum.ts'

/**
 * A cursor without the names of its spaces, which both sides know: their versions in the order of the names, and a sum
 * over the names that tells whether both mean the same ones.
 */
export type CompactCursor = { names: number; versions: number[] }

/** With fewer spaces the names are short. */
const LEAST_COMPACT = 3

/** [CURSOR-5] The request as it travels. */
export function asCompact(request: SyncRequest): SyncRequest {
  if (Object.keys(request.cursor).length < LEAST_COMPACT) return request
  return { ...request, cursor: {}, compact: compactCursor(request.cursor) }
}

export function compactCursor(cursor: Record<string, number>): CompactCursor {
  const names = sorted(Object.keys(cursor))
  return { names: textChecksumOf(names), versions: names.map((name) => cursor[name] ?? 0) }
}

/**
 * The cursor that was meant by a device of somebody who may see the spaces `visible`. The cursor may lack two of these
 * spaces. The result is null when it lacks more or has others: the checksum does not tell which.
 */
export function expandCursor(
  { names, versions }: CompactCursor,
  visible: readonly string[],
): Record<string, number> | null {
  const lacking = lackingOf(visible, {
    count: visible.length - versions.length,
    sum: checksumWithout(textChecksumOf(visible), names),
  })
  if (!lacking) return null
  const held = sorted(visible.filter((name) => !lacking.includes(name)))
  return Object.fromEntries(held.map((name, index) => [name, versions[index] ?? 0]))
}

/** Which `count` of the names have this sum. */
function lackingOf(names: readonly string[], { count, sum }: { count: number; sum: number }): string[] | null {
  if (count === 0) return sum === 0 ? [] : null
  if (count < 0 || count > 2) return null
  const byHash = new Map(names.map((name) => [hashOf(name), name]))
  const only = byHash.get(sum)
  if (count === 1) return only === undefined ? null : [only]
  for (const [hash, name] of byHash) {
    const other = byHash.get(checksumWithout(sum, hash))
    if (other !== undefined && other !== name) return [name, other]
  }
  return null
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => (a < b ? -1 : 1))
}
