import { createClient, ErrorReply } from '@redis/client'
import type { Logger } from 'pino'

/** Redis answers within a millisecond. A request does not wait longer than this for its limit. */
const ANSWERS_WITHIN_MS = 150
const LONGEST_RETRY_MS = 2_000
const PING_MS = 5_000
/** A connection that is silent for so long may be half open. */
const SILENT_MS = 15_000

/** Since a failover this Redis is a replica: its address may lead to another by now. */
const IS_REPLICA = /\b(READONLY|MASTERDOWN)\b/
/** A connection for each refusal would be a load. */
const RENEWED_APART_MS = 2_000

/** A script with its keys and arguments, as `@redis/client` takes them. */
type ScriptOptions = { keys: string[]; arguments: string[] }

/** The Redis in which the servers of a database count together. */
export type LimitStore = {
  /** The part of a client that `RateLimiterRedis` calls. `eval` rejects where Redis refuses, or does not answer within 150 ms. */
  client: { readonly isReady: boolean; eval: (script: string, options: ScriptOptions) => Promise<unknown> }
  /** Begins each key: several databases may share a Redis. */
  prefix: string
  /** Live servers of the database, at least 1: each counts its share while Redis is away. */
  servers: () => number
  close: () => Promise<void>
}

type Parts = { url: string; name: string; log: Logger; servers: () => number }

/** Connects with Redis, and again whenever the connection is lost. `name` is the database's own. Waits for nothing. */
export function openLimitStore({ url, name, log, servers }: Parts): LimitStore {
  const state = { isAway: false, isClosed: false, renewedAt: -Infinity }
  let client = connect()

  function lose(error: Error): void {
    if (state.isAway || state.isClosed) return
    state.isAway = true
    log.warn({ err: error }, 'Redis is away: each server counts its share of the limits')
  }

  function renew(): void {
    state.renewedAt = performance.now()
    client.destroy()
    client = connect()
  }

  function connect() {
    const next = openClient(url)
    next.on('error', lose)
    // The strategy tries again for ever; only an end while it does so comes here.
    next.connect().catch(() => {})
    return next
  }

  /** Redis may be full or a replica: it answers, and counts nothing. */
  function doubt(error: unknown): void {
    const isRefusal = error instanceof ErrorReply
    if (isRefusal || error instanceof NoAnswer) lose(error)
    // A new connection is ready once Redis answers: until then no request waits.
    if (error instanceof NoAnswer) renew()
    const isRested = performance.now() - state.renewedAt >= RENEWED_APART_MS
    if (isRefusal && IS_REPLICA.test(error.message) && isRested) renew()
  }

  return {
    client: {
      get isReady() {
        return client.isReady
      },
      async eval(script, options) {
        const asked = client
        try {
          const answer = await inTime(asked.eval(script, options))
          if (state.isAway) log.info('Redis is back: the servers count limits together')
          state.isAway = false
          return answer
        } catch (error) {
          if (asked === client && !state.isClosed) doubt(error)
          throw error
        }
      },
    },
    prefix: `vesper:${name}:limit`,
    servers,
    close() {
      state.isClosed = true
      if (client.isOpen) client.destroy()
      return Promise.resolve()
    },
  }
}

function openClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: SILENT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (retries) => Math.min(LONGEST_RETRY_MS, 50 * 2 ** retries),
    },
  })
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // Not in the timer: after a long turn of this process, the answer waits to be read.
  const end = () => setImmediate(() => reject(new NoAnswer('Redis does not answer')))
  const timer = setTimeout(end, ANSWERS_WITHIN_MS)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
