import { RateLimited } from './rate-limits.ts'

/** Calls of one account that are under way. Browsers open six connections each; a request may hold megabytes. */
const MAX = 24

/** Lets at most `max` calls of an account be under way, in this process; refuses the rest until one has ended. */
export function createAtOnce(max = MAX): <Result>(accountId: string, work: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, number>()
  return async (accountId, work) => {
    const count = underWay.get(accountId) ?? 0
    if (count >= max) throw new RateLimited(1)
    underWay.set(accountId, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(accountId) ?? 1) - 1
      if (left > 0) underWay.set(accountId, left)
      else underWay.delete(accountId)
    }
  }
}
