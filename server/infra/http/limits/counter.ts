import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { App } from '../../../app.ts'
import type { LimitStore } from './limit-store.ts'

/*
 * Where limits count:
 *
 *   Redis, where REDIS_URL names one;   calls of routes, media, downloads, evidence, pages for visitors, the sitemap,
 *   else each process for itself        mails of an address, mutations, new devices, requests of shows, offers of streams
 *   PostgreSQL (shared-limit.ts)        passwords, second factors, mailed links, coupons, searched keywords
 *   each process for itself             protects the process: static files, probes, share pictures that are made, calls under
 *                                       way, uploads under way, handshakes, events of sockets, connections that are cut off
 *
 * Without an answer of Redis, each server counts its share: points ÷ live servers, at least 1.
 */

/** How often one key may count. `name` is unique, and the same on all servers. */
export type CounterSize = { name: string; points: number; seconds: number }

export type Counter = Pick<RateLimiterAbstract, 'consume' | 'reward'>

/** A counter that the servers of a database share where they have a Redis. */
export function createCounter({ limitStore }: Pick<App, 'limitStore'>, size: CounterSize): Counter {
  return limitStore ? new SharedCounter(limitStore, size) : createLocalCounter(size)
}

/** A counter of this process. */
export function createLocalCounter({ points, seconds }: Omit<CounterSize, 'name'>): Counter {
  return new RateLimiterMemory({ points, duration: seconds })
}

class SharedCounter extends RateLimiterRedis {
  readonly #share: () => number
  readonly #own: RateLimiterMemory

  constructor({ client, prefix, servers }: LimitStore, { name, points, seconds }: CounterSize) {
    const own = new RateLimiterMemory({ points, duration: seconds })
    super({
      ...{ storeClient: client, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter: own },
      ...{ keyPrefix: `${prefix}:${name}:${seconds}`, points, duration: seconds },
    })
    this.#own = own
    this.#share = () => Math.ceil(points / servers())
  }

  /** Keys are hashes: they hold addresses and ids of people. */
  override getKey(key: string): string {
    return super.getKey(hash('sha256', key, 'base64url').slice(0, 22))
  }

  override consume(...asked: Parameters<RateLimiterRedis['consume']>): Promise<RateLimiterRes> {
    this.#own.points = this.#share()
    return super.consume(...asked)
  }
}

/** Counts one for `key`; answers how many milliseconds to wait when there was one too many, else 0. */
export async function count(counter: Counter, key: string): Promise<number> {
  try {
    await counter.consume(key)
    return 0
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return Math.max(1, reason.msBeforeNext)
    throw reason
  }
}
