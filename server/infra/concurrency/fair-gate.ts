/** Milliseconds of use after which an account counts as heavy. */
const HEAVY_MS = 5_000
/** The use of an account counts half after so many milliseconds. */
const HALF_LIFE_MS = 60_000

type Use = { ms: number; at: number }

/**
 * Lets at most `width` pieces of work run at once, and one of each account. A free place goes to the waiting account that
 * used least lately. The last place is kept for accounts that used little: slow work of one account delays its own only.
 * `now` is in milliseconds.
 */
export function createFairGate(
  width: number,
  now = () => performance.now(),
): <Result>(account: string, work: () => Promise<Result>) => Promise<Result> {
  const waiting = new Map<string, ((began: number) => void)[]>()
  const running = new Set<string>()
  const uses = new Map<string, Use>()

  function usedBy(account: string): number {
    const use = uses.get(account)
    return use ? use.ms * 0.5 ** ((now() - use.at) / HALF_LIFE_MS) : 0
  }

  function fillPlaces(): void {
    while (running.size < width) {
      const [next] = [...waiting.keys()]
        .filter((account) => !running.has(account))
        .toSorted((one, other) => usedBy(one) - usedBy(other))
      if (next === undefined) return
      if (usedBy(next) > HEAVY_MS && running.size > 0 && running.size >= width - 1) return
      const line = waiting.get(next) ?? []
      const start = line.shift()
      if (line.length === 0) waiting.delete(next)
      running.add(next)
      start?.(now())
    }
  }

  function leave(account: string, began: number): void {
    uses.set(account, { ms: usedBy(account) + now() - began, at: now() })
    for (const other of uses.keys()) if (usedBy(other) < 1) uses.delete(other)
    running.delete(account)
    fillPlaces()
  }

  return async (account, work) => {
    const began = await new Promise<number>((start) => {
      waiting.set(account, [...(waiting.get(account) ?? []), start])
      fillPlaces()
    })
    try {
      return await work()
    } finally {
      leave(account, began)
    }
  }
}
