import { setTimeout as delay } from 'node:timers/promises'
import { createClient, ErrorReply } from '@redis/client'
import type { OpenTransport } from './transport.ts'

/** Entries that a stream keeps, about: what a server that was away for a moment may still read. */
const KEPT = 10_000
const AT_ONCE = 200
const BLOCK_MS = 5_000
const LONGEST_RETRY_MS = 2_000
/** Longer than a read blocks: a connection that does not answer for this long may be half open. */
const ANSWERS_WITHIN_MS = 15_000

/** Since a failover this Redis is a replica: its address may lead to another by now. */
const IS_REPLICA = /^(READONLY|MASTERDOWN)\b/

type Client = ReturnType<typeof open>

/**
 * The bus through a Redis stream. `name` is the database's own, since servers of several databases may share a Redis. A
 * reader goes on from the entry it read last, so that a short loss of the connection misses nothing.
 */
export function redisTransport(url: string, name: string): OpenTransport {
  const key = `vesper:${name}:bus`
  return async (self, events) => {
    const writer = open(url)
    const reader = open(url)
    let closed = false
    for (const client of [writer, reader]) client.on('error', (error: Error) => closed || events.onLost(error))
    await connectAll([writer, reader])
    let last = (await writer.xRevRange(key, '+', '-', { COUNT: 1 }))?.[0]?.id ?? '0-0'
    for (const client of [writer, reader]) client.on('ready', () => closed || events.onConnected({ missed: false }))

    async function read(): Promise<void> {
      while (!closed) {
        const streams = await reader
          .xRead({ key, id: last }, { BLOCK: BLOCK_MS, COUNT: AT_ONCE })
          .catch(() => delay(100, null, { ref: false }))
        for (const { id, message } of streams?.[0]?.messages ?? []) {
          last = id
          const frame = message['f'] ?? ''
          if (!frame.startsWith(`${self} `)) events.onFrame(frame)
        }
      }
    }

    const reading = read()
    queueMicrotask(() => events.onConnected({ missed: false }))
    return {
      async send(frame) {
        const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT } as const
        try {
          await writer.xAdd(key, '*', { f: frame }, { TRIM: trim })
        } catch (error) {
          if (error instanceof ErrorReply && IS_REPLICA.test(error.message) && !closed) await renew(writer)
          throw error
        }
      },
      async close() {
        closed = true
        for (const client of [writer, reader]) client.destroy()
        await reading
      },
    }
  }
}

function open(url: string) {
  let wasConnected = false
  const client = createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: ANSWERS_WITHIN_MS,
      socketTimeout: ANSWERS_WITHIN_MS,
      // The first connection says at once when the address is wrong.
      reconnectStrategy: (retries, cause) => (wasConnected ? Math.min(LONGEST_RETRY_MS, 50 * 2 ** retries) : cause),
    },
  })
  client.on('ready', () => (wasConnected = true))
  return client
}

/** The sender tries again later: a connection that fails here fails there too. */
async function renew(client: Client): Promise<void> {
  if (client.isOpen) client.destroy()
  await client.connect().catch(() => {})
}

async function connectAll(clients: readonly Client[]): Promise<void> {
  try {
    await Promise.all(clients.map((client) => client.connect()))
  } catch (error) {
    for (const client of clients) if (client.isOpen) client.destroy()
    throw error
  }
}
