import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createAssembly, splitFragments } from './fragments.ts'
import type { OpenTransport, TransportEvents } from './transport.ts'

/** NOTIFY is scoped to one database. */
const CHANNEL = 'vesper_bus'
const FIRST_RETRY_MS = 50
const LONGEST_RETRY_MS = 5_000
/** A connection that does not answer for this long is given up: it may be half open. */
const ANSWERS_WITHIN_MS = 10_000

/**
 * The bus through LISTEN and NOTIFY, on one connection of its own, never inside a transaction that writes. The connection
 * must be a session: a pooler that gives each transaction another one delivers nothing.
 */
export function postgresTransport(url: string): OpenTransport {
  return async (self, events) => {
    let client = await connect(url, self, events.onFrame)
    let closed = false
    let reconnecting: Promise<void> = Promise.resolve()
    watch(client)

    function watch(current: pg.Client): void {
      let lost = false
      const lose = (error: Error): void => {
        if (lost || closed) return
        lost = true
        events.onLost(error)
        void end(current)
        reconnecting = reconnect()
      }
      current.on('error', lose)
      current.on('end', () => lose(new Error('The connection ended.')))
    }

    async function reconnect(): Promise<void> {
      for (let waitMs = FIRST_RETRY_MS; !closed; waitMs = Math.min(LONGEST_RETRY_MS, waitMs * 2)) {
        // Spread: all servers lose a restarted database at once.
        await delay(waitMs * (0.5 + Math.random() / 2), undefined, { ref: false })
        const next = await connect(url, self, events.onFrame).catch(() => null)
        if (!next) continue
        if (closed) return end(next)
        client = next
        watch(client)
        return events.onConnected({ missed: true })
      }
    }

    queueMicrotask(() => events.onConnected({ missed: false }))
    return {
      send: (frame) => notify(client, splitFragments(frame)),
      async close() {
        closed = true
        await reconnecting
        await end(client)
      },
    }
  }
}

async function connect(url: string, self: string, onFrame: TransportEvents['onFrame']): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vesper bus',
    keepAlive: true,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  // Until `watch` listens too, an error must not end the process.
  client.on('error', () => {})
  const assembly = createAssembly(self)
  client.on('notification', ({ payload = '' }) => {
    const frame = assembly(payload)
    if (frame !== null) onFrame(frame)
  })
  try {
    await client.connect()
    // A notification that a crash loses is one of many reasons to catch up: none waits for the disk.
    await client.query('set synchronous_commit = off')
    await client.query(`listen ${CHANNEL}`)
    return client
  } catch (error) {
    await end(client)
    throw error
  }
}

/** All fragments in one statement: PostgreSQL delivers them together and in order. */
async function notify(client: pg.Client, fragments: readonly string[]): Promise<void> {
  try {
    await client.query({
      name: 'bus-notify',
      text: 'select pg_notify($1, fragment) from unnest($2::text[]) as fragment',
      values: [CHANNEL, fragments],
    })
  } catch (error) {
    // This connection is not to be used again.
    if (error instanceof Error && error.message === 'Query read timeout') client.emit('error', error)
    throw error
  }
}

async function end(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })])
}
