import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Logger } from 'pino'
import { BoundedGate, busy } from '../../concurrency/bounded-gate.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { ClosedRoom, RtcClosedReason, RtcGrant, RtcRoom, RtcToken, StreamEngine } from '../stream-engine.ts'
import { EngineThreadLink } from './engine-thread-link.ts'
import { recordingsFolder } from './recordings-folder.ts'
import { RtcTokens } from './rtc-tokens.ts'
import type { RtcNetwork } from './thread-calls.ts'

/** A handshake takes 40 ms of a processor: more at once would hold the packets of all up. */
const JOINS_AT_ONCE = 5
const JOINS_WAITING = 200
/** A join waits for its turn so long, and has its turn for so long, even where the client never connects. */
const [TURN_MS, JOIN_MS] = [10_000, 2_000]
/** Streams that one account watches at once, over all rooms and tabs. */
export const VIEWS_MAX = 6

export type EmbeddedOptions = {
  secret: KeyRing
  clock: () => Date
  log: Logger
  dataDir: string
  /** Recordings end where the volume has no more bytes than these. */
  keepFreeBytes: number
  network: RtcNetwork
  iceServers: RtcToken['iceServers']
}

type OwnPeer = Pick<RtcGrant, 'room' | 'role' | 'userId'> & { settled: () => void }
type Closed = { room: string; peer: string; userId: string; reason: RtcClosedReason }

/** The media engine inside this process: packets go through a thread of its own. */
export class EmbeddedEngine implements StreamEngine {
  readonly name = 'embedded'
  readonly isOfOneServer = true
  readonly #options: EmbeddedOptions
  readonly #tokens: RtcTokens
  readonly #thread: EngineThreadLink
  readonly #joins = new BoundedGate({ width: JOINS_AT_ONCE, room: JOINS_WAITING })
  /** Rooms by name, each with the file of its recording. */
  readonly #rooms = new Map<string, string | null>()
  readonly #peers = new Map<string, OwnPeer>()
  readonly #hearers: ((closed: Closed) => void)[] = []

  constructor(options: EmbeddedOptions) {
    this.#options = options
    this.#tokens = new RtcTokens(options)
    this.#thread = new EngineThreadLink({
      ...options,
      onNews: (news) => {
        if (news.news === 'settled') this.#peers.get(news.peer)?.settled()
        if (news.news === 'closed') this.#tellClosed(news)
      },
      onEnd: () => this.#loseRooms(),
    })
  }

  /** The thread of the packets, for tests that end it and benches that measure it. Null before the first room. */
  get thread(): Worker | null {
    return this.#thread.worker
  }

  has(room: string): boolean {
    return this.#rooms.has(room)
  }

  async open(room: string, { record, maxViewers }: { record: boolean; maxViewers: number }): Promise<void> {
    if (this.#rooms.has(room)) return
    const { dataDir, keepFreeBytes } = this.#options
    const folder = recordingsFolder(dataDir)
    const path = record ? join(folder, `${randomUUID()}.webm`) : null
    this.#rooms.set(room, path)
    try {
      if (record) await mkdir(folder, { recursive: true, mode: 0o700 })
      await this.#thread.call('open', {
        ...{ room, maxViewers },
        record: path === null ? null : { path, keepFreeBytes },
      })
    } catch (error) {
      this.#rooms.delete(room)
      throw error
    }
  }

  token(grant: RtcGrant): Promise<RtcToken> {
    return Promise.resolve({ ...this.#tokens.make(grant), url: null, iceServers: this.#options.iceServers })
  }

  redeem(token: string): Promise<RtcGrant | null> {
    return Promise.resolve(this.#tokens.redeem(token))
  }

  connect(grant: RtcGrant, sdp: string): Promise<{ sdp: string; peer: string }> {
    if (!this.#rooms.has(grant.room)) return Promise.reject(new Refusal('conflict', 'The stream is over.'))
    const answered = Promise.withResolvers<{ sdp: string; peer: string }>()
    const late = setTimeout(() => answered.reject(busy()), TURN_MS)
    let isLate = false
    answered.promise.catch(() => (isLate = true))
    const turn = this.#joins.run(grant.userId, async () => {
      clearTimeout(late)
      if (!isLate) await this.#join(grant, sdp, answered.resolve)
    })
    turn.catch(answered.reject).finally(() => clearTimeout(late))
    return answered.promise
  }

  async leave(peer: string, userId: string): Promise<void> {
    if (this.#peers.get(peer)?.userId !== userId) return
    this.#peers.delete(peer)
    await this.#thread.call('leave', { peer })
  }

  async setVideo(peer: string, userId: string, hasVideo: boolean): Promise<void> {
    if (this.#peers.get(peer)?.userId !== userId) return
    await this.#thread.call('setVideo', { peer, hasVideo })
  }

  async remove(room: string, who: { userId: string; sessionId?: string }): Promise<void> {
    this.#tokens.revoke(room, who)
    if (!this.#rooms.has(room)) return
    await this.#thread.call('remove', { room, userId: who.userId, sessionId: who.sessionId ?? null })
  }

  async room(room: string): Promise<RtcRoom | null> {
    return this.#rooms.has(room) ? this.#thread.call('room', { room }) : null
  }

  async close(room: string): Promise<ClosedRoom> {
    const path = this.#rooms.get(room)
    if (path === undefined) return { recording: null }
    const { recorded } = await this.#thread.call('close', { room })
    this.#rooms.delete(room)
    return { recording: path !== null && recorded !== null ? { path, ...recorded } : null }
  }

  onClosed(hear: (closed: Closed) => void): void {
    this.#hearers.push(hear)
  }

  warmUp(): void {
    this.#thread.start()
  }

  async stop(): Promise<void> {
    this.#rooms.clear()
    this.#peers.clear()
    await this.#thread.stop()
  }

  /** Has its turn until the client has connected: `answer` is given before that. */
  async #join(grant: RtcGrant, sdp: string, give: (answer: { sdp: string; peer: string }) => void): Promise<void> {
    if (grant.role === 'view') this.#makePlace(grant)
    const peer = randomUUID()
    const settled = Promise.withResolvers<void>()
    const { room, role, userId } = grant
    this.#peers.set(peer, { room, role, userId, settled: settled.resolve })
    try {
      const answer = await this.#thread.call('connect', { grant, peer, sdp })
      give({ ...answer, peer })
    } catch (error) {
      this.#peers.delete(peer)
      throw error
    }
    const over = new AbortController()
    await Promise.race([settled.promise, pause(JOIN_MS, undefined, { ref: false, signal: over.signal })])
    over.abort()
  }

  /** One connection too many ends the oldest of its account in the same room. Refused as `conflict` where there is none. */
  #makePlace({ room, userId }: RtcGrant): void {
    const own = [...this.#peers].filter(([, one]) => one.userId === userId && one.role === 'view')
    if (own.length < VIEWS_MAX) return
    const [oldest] = own.find(([, one]) => one.room === room) ?? []
    if (oldest === undefined) {
      throw new Refusal('conflict', `You watch ${VIEWS_MAX} streams at once already. Close one of them first.`)
    }
    this.#tellClosed({ room, peer: oldest, userId, reason: 'replaced' })
    this.#thread.call('leave', { peer: oldest }).catch((error: unknown) => {
      this.#options.log.error({ err: error, room }, 'a connection could not be ended')
    })
  }

  #tellClosed({ room, peer, userId, reason }: Closed): void {
    this.#peers.delete(peer)
    for (const hear of this.#hearers) hear({ room, peer, userId, reason })
  }

  #loseRooms(): void {
    this.#rooms.clear()
    for (const [peer, { room, userId }] of this.#peers) this.#tellClosed({ room, peer, userId, reason: 'closed' })
  }
}
