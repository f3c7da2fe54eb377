import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { createCatchUp } from './catch-up.ts'
import { createOutage } from './outage.ts'
import { createPeers } from './peers.ts'
import { createSender } from './sender.ts'
import type { OpenTransport } from './transport.ts'

/*
 * How the servers of one database hear of each other's commits:
 *
 *   tell ──→ batch of the tick ──→ frame n ──→ transport ──→ peers ──→ handlers
 *                                                              └─ n is not the next: handlers of `onMissed`
 *
 * - Each batch has a number. A server that finds a number missing assumes that it missed something, and catches up.
 *   So every loss shows: a dropped batch, a lost connection, a server that dies before it has spoken.
 * - A server alone counts its batches and sends none. The first frame of a new peer shows that peer what it missed.
 * - Nothing is sent inside a transaction that writes: NOTIFY would serialise the commits.
 */

/** The type of one channel's messages. Servers of different versions may share a bus: a body never changes its form. */
export type Channel<Body> = { name: string; readonly _body?: Body }

export type Bus = {
  /** Tells the other servers, at the end of the tick. `body` must survive JSON and must not change afterwards. */
  tell: <Body>(channel: Channel<Body>, body: Body) => void
  /** Calls `handle` with what other servers tell; never with what this one does. */
  hear: <Body>(channel: Channel<Body>, handle: (body: Body, peerId: string) => void) => void
  /** Another server came (before anything it tells), or ended. */
  onPeer: (handlers: { came: (peerId: string) => void; left: (peerId: string) => void }) => void
  /** Something told by another server may not have arrived: the handler reads the database. */
  onMissed: (handle: () => Promise<void>) => void
  /** The other servers, as far as they are known. */
  peers: () => string[]
  /** Resolves when everything told so far is handed over, or given up. */
  settled: () => Promise<void>
  /** Says goodbye and disconnects. */
  stop: () => Promise<void>
}

export type BusTimes = {
  /** Between two signs of life, in milliseconds. */
  beatMs: number
  /** A peer that was silent for this long has ended. */
  silentMs: number
  /** Between two looks at the database while frames do not arrive; null for a transport through the database. */
  awayMs?: number | null
}

export const TIMES: BusTimes = { beatMs: 1_000, silentMs: 4_000 }
/** A server alone says so many times less often that it lives. */
const ALONE = 10

/** Creates a channel. Its name is part of what goes over the wire. */
export function channel<Body>(name: string): Channel<Body> {
  return { name }
}

/** Connects this server with the others of its database. */
export async function createBus(
  open: OpenTransport,
  { log, times = TIMES }: { log: Logger; times?: BusTimes | undefined },
): Promise<Bus> {
  const self = randomBytes(9).toString('base64url')
  const handlers = new Map<string, (body: never, peerId: string) => void>()
  const catchUp = createCatchUp(log)
  const peers = createPeers({
    log,
    miss: catchUp.miss,
    silentMs: times.silentMs,
    deliver: ([name, body], from) => handlers.get(name)?.(body as never, from),
    answer: () => sender.sign('beat'),
  })
  const isAlone = (): boolean => peers.ids().length === 0
  const outage = createOutage({ log, everyMs: times.awayMs ?? null, miss: catchUp.miss })
  const sender = createSender({
    ...{ self, isAlone },
    async send(frame) {
      await transport.send(frame)
      outage.end()
    },
    failed: outage.begin,
  })
  const transport = await open(self, {
    onFrame: peers.take,
    onConnected({ missed }) {
      if (missed) catchUp.miss()
      sender.sign('hello')
    },
    onLost: outage.begin,
  })
  const timer = setInterval(() => {
    // Not yet: after a long turn of this process, what the peers said meanwhile waits to be read.
    setImmediate(peers.endSilent)
    // Less than a whole beat, or every second one would be left out.
    sender.beatAfter(times.beatMs * (isAlone() ? ALONE : 0.5))
  }, times.beatMs)
  timer.unref()

  return {
    tell: (to, body) => sender.tell([to.name, body]),
    hear: (from, handle) => void handlers.set(from.name, handle),
    onPeer: peers.onPeer,
    onMissed: catchUp.onMissed,
    peers: peers.ids,
    settled: sender.settled,
    async stop() {
      clearInterval(timer)
      outage.stop()
      await sender.stop()
      await transport.close()
      await catchUp.stop()
    },
  }
}
