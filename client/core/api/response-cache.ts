const PREFIX = 'vesper-kept:'

/** When it was kept stands before an answer; it may be missing. */
const WHEN = /^\d+ /

/** Characters that all kept answers may take together: what people type needs room beside them. Browsers give some 2.5 million. */
export const KEPT_MAX = 1_000_000

/** An answer of the server that was kept for a start without a line; null when there is none. Per account, see `logout.ts`. */
export function readKept<Answer>(account: string, key: string): Answer | null {
  try {
    const kept = localStorage.getItem(`${PREFIX}${account}:${key}`) ?? 'null'
    return JSON.parse(kept.replace(WHEN, '')) as Answer | null
  } catch {
    return null
  }
}

/** [KEPT-2] Keeps it in place of the oldest ones, where there is no room; one that is larger than all may be is not kept. */
export function keepAnswer(account: string, key: string, answer: unknown): void {
  const name = `${PREFIX}${account}:${key}`
  const kept = `${Date.now()} ${JSON.stringify(answer)}`
  if (kept.length > KEPT_MAX) return
  try {
    makeRoom(kept.length, name)
    localStorage.setItem(name, kept)
  } catch {
    // A full storage costs the offline copy, nothing else.
  }
}

export function removeKept(account: string): void {
  try {
    for (const key of keptKeys()) if (key.startsWith(`${PREFIX}${account}:`)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** For so many characters, under `name`. */
function makeRoom(length: number, name: string): void {
  const others = keptKeys().filter((key) => key !== name)
  const held = others.map((key) => ({ key, kept: localStorage.getItem(key) ?? '' }))
  let size = held.reduce((sum, { kept }) => sum + kept.length, length)
  // One that does not tell when it was kept is the oldest.
  const age = ({ kept }: { kept: string }): number => Number.parseInt(kept, 10) || 0
  for (const { key, kept } of held.toSorted((a, b) => age(a) - age(b))) {
    if (size <= KEPT_MAX) return
    localStorage.removeItem(key)
    size -= kept.length
  }
}

function keptKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
}
