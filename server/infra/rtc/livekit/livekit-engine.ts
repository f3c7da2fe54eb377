import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { AccessToken, RoomServiceClient, ServerError, WebhookReceiver } from 'livekit-server-sdk'
import type { Logger } from 'pino'
import { inSeconds } from '../../crypto/sign-token.ts'
import type { LivekitConfig } from '../rtc-config.ts'
import type {
  ClosedRoom,
  RtcClosedReason,
  RtcGrant,
  RtcIdentity,
  RtcRoom,
  RtcToken,
  StreamEngine,
} from '../stream-engine.ts'
import { createIdentityCipher } from './identity-cipher.ts'
import type { IdentityCipher } from './identity-cipher.ts'
import { LivekitRoom } from './livekit-room.ts'

const TOKEN_S = 60
/** Nobody has to be in a room for so long: a publisher comes back within it. */
const EMPTY_S = 60
const ANSWER_S = 10
const ELSEWHERE = 'This site sends live streams through another server.'

export type LivekitOptions = {
  livekit: LivekitConfig
  clock: () => Date
  log: Logger
  /** So long, in milliseconds, a list of a room's participants is used again. */
  listForMs?: number
}

type Closed = { room: string; peer: string; userId: string; reason: RtcClosedReason }

/** A LiveKit server as media engine: clients reach it by its own SDK, and this process only by its API. */
export class LivekitEngine implements StreamEngine {
  readonly name = 'livekit'
  readonly isOfOneServer = false
  readonly #options: LivekitOptions
  readonly #service: RoomServiceClient
  readonly #webhooks: WebhookReceiver
  readonly #identities: IdentityCipher
  readonly #rooms = new Map<string, LivekitRoom>()
  readonly #hearers: ((closed: Closed) => void)[] = []

  constructor(options: LivekitOptions) {
    const { url, apiKey, apiSecret } = options.livekit
    this.#options = options
    this.#service = new RoomServiceClient(url, apiKey, apiSecret, { requestTimeout: ANSWER_S })
    this.#webhooks = new WebhookReceiver(apiKey, apiSecret)
    this.#identities = createIdentityCipher(apiSecret)
  }

  has(room: string): boolean {
    return this.#rooms.has(room)
  }

  /** Records nothing: LiveKit's own recording needs servers and storage of its own. */
  async open(name: string, { record, maxViewers }: { record: boolean; maxViewers: number }): Promise<void> {
    if (this.#rooms.has(name)) return
    if (record) this.#options.log.warn({ room: name }, 'a stream on LiveKit is not recorded')
    // The publisher is a participant too.
    await this.#service.createRoom({
      name,
      emptyTimeout: EMPTY_S,
      departureTimeout: EMPTY_S,
      maxParticipants: maxViewers + 1,
    })
    this.#rooms.set(name, this.#roomOf(name, this.#options.listForMs ?? 2_000))
  }

  async token({ room, role, userId, sessionId }: RtcGrant): Promise<RtcToken> {
    const { url, apiKey, apiSecret } = this.#options.livekit
    const identity = this.#identities.seal(room, { userId, sessionId })
    const access = new AccessToken(apiKey, apiSecret, { identity, ttl: TOKEN_S })
    const canPublish = role === 'publish'
    access.addGrant({ room, roomJoin: true, canPublish, canSubscribe: true, canPublishData: false })
    this.#rooms.get(room)?.noteToken(identity, performance.now() + TOKEN_S * 1_000)
    const expiresAt = inSeconds(this.#options.clock()) + TOKEN_S
    return { token: await access.toJwt(), url, iceServers: [], expiresAt }
  }

  redeem(): Promise<null> {
    return Promise.resolve(null)
  }

  connect(): Promise<never> {
    return Promise.reject(new Refusal('conflict', ELSEWHERE))
  }

  /** Clients of LiveKit leave by themselves. */
  leave(): Promise<void> {
    return Promise.resolve()
  }

  /** Clients of LiveKit choose by themselves what they receive. */
  setVideo(): Promise<void> {
    return Promise.resolve()
  }

  async remove(room: string, { userId, sessionId }: { userId: string; sessionId?: string }): Promise<void> {
    const known = this.#rooms.get(room)
    const isMeant = (one: RtcIdentity | null) =>
      one?.userId === userId && (sessionId === undefined || one.sessionId === sessionId)
    const peers = (await this.#peersOf(room)).filter(isMeant)
    const pending = known?.tokensNow().filter((identity) => isMeant(this.#identities.open(room, identity))) ?? []
    // It counts in seconds, and a token of this second is one from before too.
    const revokeTokenTs = BigInt(inSeconds(this.#options.clock()) + 1)
    const identities = new Set([...peers.map((peer) => this.#identities.seal(room, peer)), ...pending])
    if (sessionId !== undefined) identities.add(this.#identities.seal(room, { userId, sessionId }))
    for (const identity of identities) {
      await this.#service.removeParticipant(room, identity, { revokeTokenTs }).catch(unlessThere)
    }
    known?.lookAgain()
    for (const { peer } of peers) this.#tell({ room, peer, userId, reason: 'removed' })
  }

  async room(room: string): Promise<RtcRoom | null> {
    return (await this.#rooms.get(room)?.read()) ?? null
  }

  async close(room: string): Promise<ClosedRoom> {
    const known = this.#rooms.get(room)
    if (!known) return { recording: null }
    await this.#service.deleteRoom(room).catch(unlessThere)
    this.#rooms.delete(room)
    for (const { peer, userId } of known.lastPeers) this.#tell({ room, peer, userId, reason: 'closed' })
    return { recording: null }
  }

  onClosed(hear: (closed: Closed) => void): void {
    this.#hearers.push(hear)
  }

  /** LiveKit runs already. */
  warmUp(): void {}

  stop(): Promise<void> {
    this.#rooms.clear()
    return Promise.resolve()
  }

  /** Hears LiveKit's event, which is a hint to look again. Refuses one that LiveKit has not signed as `invalid`. */
  async takeWebhook(body: string, authorization: string): Promise<void> {
    const event = await this.#webhooks.receive(body, authorization).catch(() => {
      throw new Refusal('invalid', 'The signature of this event is not right')
    })
    if (event.room) this.#rooms.get(event.room.name)?.lookAgain()
  }

  /** Everybody in a room, also in one that another server of ours has opened. */
  async #peersOf(room: string): Promise<RtcRoom['peers']> {
    const known = this.#rooms.get(room) ?? this.#roomOf(room, 0)
    return (await known.readNow()).peers
  }

  #roomOf(name: string, listForMs: number): LivekitRoom {
    const list = () => this.#service.listParticipants(name)
    return new LivekitRoom({ list, identityOf: (identity) => this.#identities.open(name, identity), listForMs })
  }

  #tell(closed: Closed): void {
    for (const hear of this.#hearers) hear(closed)
  }
}

/** A room or a participant that is gone is as it should be. */
function unlessThere(error: unknown): void {
  if (!(error instanceof ServerError) || error.code !== 'not_found') throw error
}
