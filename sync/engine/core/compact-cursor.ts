import type { SyncRequest } from '../protocol/sync-request.ts'
import { cursorSums, versionsBySums } from './cursor-sums.ts'
import { hashOf, textChecksumOf, checksumWithout } from './text-checksum.ts'

/**
 * A cursor without the names of its spaces, which both sides know: their versions in the order of the names, and a sum
 * over the names that tells whether both mean the same ones. [CURSOR-6] Or sums over both, which stand for themselves.
 */
export type CompactCursor = { names: number; versions: number[]; sums?: number[] | undefined }

/** How a device tells what it has: each way costs a fraction of the next, and may be unclear where that is not. */
export type CursorForm = 'sums' | 'versions' | 'names'

/** With fewer spaces the names are short. */
const LEAST_COMPACT = 3
/** With fewer spaces their versions are as short as a sum. */
const LEAST_SUMMED = 8

/** [CURSOR-5] The request as it travels. */
export function asCompact(request: SyncRequest, form: CursorForm = 'versions'): SyncRequest {
  const count = Object.keys(request.cursor).length
  if (form === 'names' || count < LEAST_COMPACT) return request
  const isSummed = form === 'sums' && count >= LEAST_SUMMED
  // A server that knows no sums finds this unclear.
  const compact = isSummed ? { names: 0, versions: [], sums: sumsOf(request.cursor) } : compactCursor(request.cursor)
  return { ...request, cursor: {}, compact }
}

export function compactCursor(cursor: Record<string, number>): CompactCursor {
  const names = sorted(Object.keys(cursor))
  return { names: textChecksumOf(names), versions: names.map((name) => cursor[name] ?? 0) }
}

/**
 * The cursor that was meant by a device of somebody who may see the spaces `visible`, each with its present version. The
 * cursor may lack two of these spaces. The result is null when it lacks more or has others: the checksum does not tell
 * which. With sums it may lack none.
 */
export function expandCursor(
  { names, versions, sums }: CompactCursor,
  visible: ReadonlyMap<string, number>,
): Record<string, number> | null {
  const all = [...visible.keys()]
  if (sums) {
    const found = versionsBySums(sums, sorted(all), visible)
    return found && Object.fromEntries(found)
  }
  const lacking = lackingOf(all, {
    count: all.length - versions.length,
    sum: checksumWithout(textChecksumOf(all), names),
  })
  if (!lacking) return null
  const held = sorted(all.filter((name) => !lacking.includes(name)))
  return Object.fromEntries(held.map((name, index) => [name, versions[index] ?? 0]))
}

function sumsOf(cursor: Record<string, number>): number[] {
  return cursorSums(sorted(Object.keys(cursor)), (name) => cursor[name] ?? 0)
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
