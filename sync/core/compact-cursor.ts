/**
 * A cursor without the names of its spaces, which both sides know: their versions in the order of the names, and a sum
 * over the names that tells whether both mean the same ones.
 */
export type CompactCursor = { names: number; versions: number[] }

/** 2^52: two of them add up exactly. */
const MODULUS = 4_503_599_627_370_496
/** Of fewer spaces the names are short. */
export const LEAST_COMPACT = 3

export function compactCursor(cursor: Record<string, number>): CompactCursor {
  const names = sorted(Object.keys(cursor))
  return { names: sumOf(names), versions: names.map((name) => cursor[name] ?? 0) }
}

/**
 * The cursor that was meant by a device of somebody who may see the spaces `visible`. Of these it may lack two; null when
 * it lacks more, or has others: which ones the sum does not tell.
 */
export function expandCursor(
  { names, versions }: CompactCursor,
  visible: readonly string[],
): Record<string, number> | null {
  const lacking = lackingOf(visible, { count: visible.length - versions.length, sum: sub(sumOf(visible), names) })
  if (!lacking) return null
  const held = sorted(visible.filter((name) => !lacking.includes(name)))
  return Object.fromEntries(held.map((name, index) => [name, versions[index] ?? 0]))
}

/** Which `count` of the names have this sum. */
function lackingOf(names: readonly string[], { count, sum }: { count: number; sum: number }): string[] | null {
  if (count === 0) return sum === 0 ? [] : null
  if (count < 0 || count > 2) return null
  const byHash = new Map(names.map((name) => [hashOf(name), name]))
  if (count === 1) return present([byHash.get(sum)])
  for (const [hash, name] of byHash) {
    const other = byHash.get(sub(sum, hash))
    if (other !== undefined && other !== name) return [name, other]
  }
  return null
}

function present(names: (string | undefined)[]): string[] | null {
  return names.every((name) => name !== undefined) ? names : null
}

function sorted(names: readonly string[]): string[] {
  return [...names].sort((a, b) => (a < b ? -1 : 1))
}

function sumOf(names: readonly string[]): number {
  return names.reduce((sum, name) => (sum + hashOf(name)) % MODULUS, 0)
}

function sub(a: number, b: number): number {
  return (a - b + MODULUS) % MODULUS
}

/** 52 bits in two lanes of FNV-1a, the second over the name backwards. Against chance: nobody gains by a name that collides. */
function hashOf(name: string): number {
  let [forth, back] = [0x811c9dc5, 0x811c9dc5]
  for (let index = 0; index < name.length; index += 1) {
    forth = Math.imul(forth ^ name.charCodeAt(index), 0x01000193)
    back = Math.imul(back ^ name.charCodeAt(name.length - 1 - index), 0x01000193)
  }
  return (forth >>> 0) * 0x100000 + ((back >>> 0) & 0xfffff)
}
