import pg from 'pg'

/** A lock that this process holds. `lost` aborts when its session ends. */
export type SessionLock = { lost: AbortSignal; release: () => Promise<void> }

/**
 * One session past any pooler, for what belongs to the process and not to a transaction. It connects with its first use, and
 * again after a loss.
 */
export type DirectSession = {
  /** Takes a lock that no other process on this database holds; null where one does, or this one. */
  tryLock: (key: string) => Promise<SessionLock | null>
  close: () => Promise<void>
}

/** The name of these sessions in `pg_stat_activity`: a process that runs jobs has one. */
export const LOCKS_APPLICATION = 'vesper locks'
/** A session that does not answer for this long is given up. */
const ANSWERS_WITHIN_MS = 10_000

export function openDirectSession(url: string, { answersWithinMs = ANSWERS_WITHIN_MS } = {}): DirectSession {
  let connection: Promise<pg.Client> | null = null
  // Within one session a lock can be taken again: this map says which are.
  const held = new Map<string, AbortController>()

  function connected(): Promise<pg.Client> {
    connection ??= connect({ url, answersWithinMs }, () => {
      connection = null
      for (const lock of held.values()) lock.abort()
      held.clear()
    }).catch((error: unknown) => {
      connection = null
      throw error
    })
    return connection
  }

  /** A statement whose answer is lost may have taken a lock, or kept one. It ends with the session. */
  async function ask(client: pg.Client, statement: string, key: string): Promise<boolean> {
    try {
      const { rows } = await client.query<{ done: boolean }>(statement, [key])
      return rows[0]?.done === true
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  async function release(key: string, lock: AbortController, client: pg.Client): Promise<void> {
    if (held.get(key) !== lock) return
    try {
      await ask(client, `select pg_advisory_unlock(${HASHED}) as done`, key)
    } finally {
      if (held.get(key) === lock) held.delete(key)
    }
  }

  return {
    async tryLock(key) {
      if (held.has(key)) return null
      const lock = new AbortController()
      held.set(key, lock)
      try {
        const client = await connected()
        const isOurs = await ask(client, `select pg_try_advisory_lock(${HASHED}) as done`, key)
        if (isOurs) return { lost: lock.signal, release: () => release(key, lock, client) }
      } catch (error) {
        if (held.get(key) === lock) held.delete(key)
        throw error
      }
      held.delete(key)
      return null
    },
    async close() {
      const client = await connection?.catch(() => null)
      await client?.end().catch(() => {})
    },
  }
}

const HASHED = 'hashtextextended($1, 0)'

type Address = { url: string; answersWithinMs: number }

async function connect({ url, answersWithinMs }: Address, onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: LOCKS_APPLICATION,
    keepAlive: true,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  })
  client.on('error', () => void client.end().catch(() => {}))
  client.once('end', onLost)
  await client.connect()
  return client
}
