import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import type { RtcClosedReason, RtcGrant, RtcPeer, RtcToken, StreamEngine } from '../../../../infra/rtc/stream-engine.ts'

type Room = { peers: RtcPeer[]; maxViewers: number; record: boolean }
type Hear = Parameters<StreamEngine['onClosed']>[0]

/** An engine without media, whose packets a test sends itself. */
export type MemoryEngine = StreamEngine & {
  rooms: Map<string, Room>
  /** Has the packets of all peers, or of those in one role, be so old; null: there was none yet. */
  age: (room: string, silentMs: number | null, role?: RtcPeer['role']) => void
  /** Puts a peer into a room past its token. */
  enter: (grant: RtcGrant) => Promise<string>
}

export function createMemoryEngine(): MemoryEngine {
  const rooms = new Map<string, Room>()
  const tokens = new Map<string, RtcGrant>()
  let hear: Hear = () => {}

  function end(room: string, isGone: (peer: RtcPeer) => boolean, reason: RtcClosedReason): void {
    const found = rooms.get(room)
    if (!found) return
    const gone = found.peers.filter(isGone)
    found.peers = found.peers.filter((peer) => !isGone(peer))
    for (const { peer, userId } of gone) hear({ room, peer, userId, reason })
  }

  async function enter({ room, role, userId, sessionId }: RtcGrant): Promise<string> {
    const found = rooms.get(room)
    if (!found) throw new Refusal('not-found', 'no such room')
    const others = new Set(found.peers.flatMap((one) => (one.role === 'view' ? one.userId : [])))
    if (role === 'view' && !others.has(userId) && others.size >= found.maxViewers) {
      throw new Refusal('conflict', 'This stream is full.')
    }
    if (role === 'publish') end(room, (one) => one.role === 'publish', 'replaced')
    const peer = randomUUID()
    found.peers.push({ peer, role, userId, sessionId, silentMs: null, hasVideo: true, bytes: 0, lost: 0 })
    return peer
  }

  return {
    ...{ name: 'embedded', isOfOneServer: false, rooms, enter },
    has: (room) => rooms.has(room),
    async open(room, options) {
      if (!rooms.has(room)) rooms.set(room, { peers: [], ...options })
    },
    async token(grant): Promise<RtcToken> {
      const token = randomUUID()
      tokens.set(token, grant)
      return { token, url: null, iceServers: [], expiresAt: Math.floor(Date.now() / 1000) + 60 }
    },
    async redeem(token) {
      const grant = tokens.get(token) ?? null
      tokens.delete(token)
      return grant
    },
    connect: async (grant, sdp) => ({ sdp: `answer to ${sdp}`, peer: await enter(grant) }),
    async leave(peer, userId) {
      for (const found of rooms.values()) {
        found.peers = found.peers.filter((one) => one.peer !== peer || one.userId !== userId)
      }
    },
    async setVideo(peer, userId, hasVideo) {
      for (const { peers } of rooms.values()) {
        for (const one of peers) if (one.peer === peer && one.userId === userId) one.hasVideo = hasVideo
      }
    },
    async remove(room, { userId, sessionId }) {
      const isMeant = (one: RtcGrant | RtcPeer) =>
        one.userId === userId && (sessionId === undefined || one.sessionId === sessionId)
      for (const [token, grant] of tokens) if (grant.room === room && isMeant(grant)) tokens.delete(token)
      end(room, isMeant, 'removed')
    },
    async room(room) {
      const found = rooms.get(room)
      return found ? { peers: found.peers.map((peer) => ({ ...peer })) } : null
    },
    async close(room) {
      end(room, () => true, 'closed')
      rooms.delete(room)
      return { recording: null }
    },
    onClosed: (handle) => void (hear = handle),
    warmUp() {},
    stop: async () => rooms.clear(),
    age(room, silentMs, role) {
      for (const peer of rooms.get(room)?.peers ?? []) {
        if (role === undefined || peer.role === role) peer.silentMs = silentMs
      }
    },
  }
}

/** Gives an app an engine without media; answers that engine. */
export function useMemoryEngine(app: App): MemoryEngine {
  const rtc = createMemoryEngine()
  Object.assign(app, { rtc })
  return rtc
}
