import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RTCPeerConnection } from 'werift'
import type { RtcClosedReason, RtcGrant, RtcPeer, RtcRoom } from '../stream-engine.ts'
import type { Connections } from './connections.ts'
import type { MediaPacket } from './media-packet.ts'
import { Publisher } from './publisher.ts'
import type { Recorded, Recorder } from './recorder.ts'
import { Viewer } from './viewer.ts'

/** A viewer reports every second, a publisher sends all the time. */
const SILENT_VIEWER_MS = 15_000
const SILENT_PUBLISHER_MS = 90_000
/** The tabs and devices of one account that take one seat of a room. */
const TABS_MAX = 4

type RoomOptions = {
  maxViewers: number
  connections: Connections
  recorder: Recorder | null
  onClosed: (closed: { peer: string; userId: string; reason: RtcClosedReason }) => void
  onSettled: (peer: string) => void
}

type End = { end: Publisher; role: 'publish' } | { end: Viewer; role: 'view' }
type Peer = { peer: string; grant: RtcGrant; connection: RTCPeerConnection; since: number } & End

/** One publisher and its viewers. */
export class Room {
  readonly #options: RoomOptions
  readonly #peers = new Map<string, Peer>()
  /** Accounts by peers whose offers are being answered. One who is removed meanwhile is taken out. */
  readonly #joining = new Map<string, RtcGrant>()
  #publisher: Publisher | null = null

  constructor(options: RoomOptions) {
    this.#options = options
  }

  /** Gives the answer to an offer. Refuses as `conflict` where no seat is free, as `invalid` what cannot be answered. */
  async connect({ grant, peer, sdp }: { grant: RtcGrant; peer: string; sdp: string }): Promise<string> {
    if (grant.role === 'view') this.#requireSeat(grant.userId)
    const connection = this.#options.connections.open()
    this.#joining.set(peer, grant)
    try {
      const made: Peer = { peer, grant, connection, since: performance.now(), ...this.#endOf(grant, connection) }
      const direction = made.role === 'publish' ? 'recvonly' : 'sendonly'
      const answer = await this.#options.connections.answer(connection, sdp, direction)
      if (!this.#joining.has(peer)) throw new Refusal('conflict', 'The stream is over.')
      this.#take(made)
      return answer
    } catch (error) {
      connection.close().catch(() => {})
      throw error
    } finally {
      this.#joining.delete(peer)
    }
  }

  has(peer: string): boolean {
    return this.#peers.has(peer)
  }

  /** Ends a peer without a word. */
  leave(peer: string): void {
    this.#end(peer, null)
  }

  setVideo(peer: string, hasVideo: boolean): void {
    const found = this.#peers.get(peer)
    if (found?.role === 'view') found.end.hasVideo = hasVideo
  }

  remove(userId: string, sessionId: string | null): void {
    const isMeant = (grant: RtcGrant) =>
      grant.userId === userId && (sessionId === null || grant.sessionId === sessionId)
    for (const [peer, grant] of this.#joining) if (isMeant(grant)) this.#joining.delete(peer)
    for (const { peer, grant } of this.#peers.values()) if (isMeant(grant)) this.#end(peer, 'removed')
  }

  list(): RtcPeer[] {
    const now = performance.now()
    return [...this.#peers.values()].map(({ peer, grant, end, role }) => ({
      ...{ peer, role, userId: grant.userId, sessionId: grant.sessionId },
      silentMs: end.heardAt === null ? null : now - end.heardAt,
      hasVideo: role === 'view' ? end.hasVideo : true,
      bytes: end.bytes,
      lost: end.lost,
    }))
  }

  recording(): RtcRoom['recording'] {
    return this.#options.recorder?.look(performance.now()) ?? null
  }

  /** Called every second: ends peers that are gone, and asks again for what viewers wait for. */
  tick(): void {
    const now = performance.now()
    for (const { peer, role, end, since } of this.#peers.values()) {
      const silent = now - (end.heardAt ?? since)
      if (silent > (role === 'view' ? SILENT_VIEWER_MS : SILENT_PUBLISHER_MS)) this.#end(peer, 'gone')
    }
    this.#publisher?.tellMostBits()
    const isAwaited = [...this.#peers.values()].some(({ end }) => end instanceof Viewer && end.isWaiting)
    if (isAwaited || this.#options.recorder?.isWaiting === true) this.#publisher?.askForKeyFrame()
  }

  /** Ends all peers, and the recording. */
  async close(): Promise<Recorded | null> {
    this.#joining.clear()
    for (const peer of this.#peers.keys()) this.#end(peer, 'closed')
    return (await this.#options.recorder?.stop()) ?? null
  }

  #endOf({ role }: RtcGrant, connection: RTCPeerConnection): End {
    if (role === 'view') {
      return { role, end: new Viewer({ connection, onKeyFrameWanted: () => this.#publisher?.askForKeyFrame() }) }
    }
    const end: Publisher = new Publisher({ connection, onPacket: (media) => this.#forward(end, media) })
    return { role, end }
  }

  #take(made: Peer): void {
    this.#peers.set(made.peer, made)
    if (made.role === 'view') made.end.begin()
    else this.#replacePublisher(made)
    const { peer, connection } = made
    connection.connectionStateChange.subscribe((state) => {
      if (state === 'connected') this.#options.onSettled(peer)
      // A page that was closed says so. One that was killed falls silent.
      if (state === 'failed' || state === 'closed') this.#end(peer, 'gone')
    })
  }

  #replacePublisher({ end, peer }: Extract<Peer, { role: 'publish' }>): void {
    for (const other of this.#peers.values()) {
      if (other.role === 'publish' && other.peer !== peer) this.#end(other.peer, 'replaced')
      if (other.role === 'view') other.end.beginAnew()
    }
    this.#options.recorder?.beginAnew()
    this.#publisher = end
  }

  #forward(from: Publisher, media: MediaPacket): void {
    if (from !== this.#publisher) return
    const now = performance.now()
    for (const { end } of this.#peers.values()) if (end instanceof Viewer) end.forward(media, now)
    this.#options.recorder?.take(media, now)
  }

  #requireSeat(userId: string): void {
    const viewers = [...this.#peers.values()].filter(({ role }) => role === 'view')
    const own = viewers.filter(({ grant }) => grant.userId === userId)
    const [oldest] = own
    if (oldest && own.length >= TABS_MAX) this.#end(oldest.peer, 'replaced')
    const joining = [...this.#joining.values()].filter(({ role }) => role === 'view')
    const seats = new Set([...viewers.map(({ grant }) => grant), ...joining].map(({ userId }) => userId))
    if (!seats.has(userId) && seats.size >= this.#options.maxViewers) {
      throw new Refusal('conflict', 'This stream is full.')
    }
  }

  /** `reason` null: the peer has ended itself. */
  #end(peer: string, reason: RtcClosedReason | null): void {
    const found = this.#peers.get(peer)
    if (!found) return
    this.#peers.delete(peer)
    if (found.end === this.#publisher) this.#publisher = null
    found.end.close()
    this.#options.onSettled(peer)
    if (reason) this.#options.onClosed({ peer, userId: found.grant.userId, reason })
  }
}
