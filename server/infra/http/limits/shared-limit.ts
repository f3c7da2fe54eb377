import { hash } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { poolOf } from '../../database/pool-of.ts'
import { RateLimit } from './entity.ts'
import { countOrRefuse } from './rate-limits.ts'

export type SharedLimit = {
  /** Counts one for `key`; throws `RateLimited` when there was one too many. */
  count: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
}

/** Counts after which this process removes the counters that are over. */
const TIDY_EVERY = 200

/**
 * A limit that all servers of a database count together, and that a restart does not reset: for what protects an account.
 * `name` is unique. Keys are stored as hashes: they hold addresses and names of people.
 */
export function createSharedLimit(
  orm: MikroORM,
  { name, points, seconds }: { name: string; points: number; seconds: number },
): SharedLimit {
  const counter = new RateLimiterPostgres({
    storeClient: {
      query: async (statement: { text: string; values: unknown[] }) => (await poolOf(orm)).query(statement),
    },
    storeType: 'client',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    // Guessing on costs no statement.
    inMemoryBlockOnConsumed: points + 1,
  })
  let counted = 0
  return {
    async count(key) {
      counted += 1
      if (counted % TIDY_EVERY === 0) await orm.em.fork().nativeDelete(RateLimit, { expire: { $lt: Date.now() } })
      await countOrRefuse(counter, hashOf(key))
    },
    forget: async (key) => void (await counter.delete(hashOf(key))),
  }
}

function hashOf(key: string): string {
  return hash('sha256', key, 'base64url')
}
