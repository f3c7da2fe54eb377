/** How much is under way, by whose it is. */
export type InFlightCounter = {
  of: (whose: string) => number
  total: () => number
  /** Counts `amount` until `work` has ended, well or not. Nothing comes between the call and the growth of the sums. */
  during: <Result>(whose: string, amount: number, work: () => Promise<Result>) => Promise<Result>
}

/** Counts in this process. */
export function createInFlightCounter(): InFlightCounter {
  const amounts = new Map<string, number>()
  const of = (whose: string) => amounts.get(whose) ?? 0
  return {
    of,
    total: () => [...amounts.values()].reduce((sum, amount) => sum + amount, 0),
    async during(whose, amount, work) {
      amounts.set(whose, of(whose) + amount)
      try {
        return await work()
      } finally {
        const left = of(whose) - amount
        if (left > 0) amounts.set(whose, left)
        else amounts.delete(whose)
      }
    },
  }
}
