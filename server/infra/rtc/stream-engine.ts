/*
 * A media engine has rooms. In each room one creator publishes picture and sound, and viewers receive them from the engine,
 * never from the creator: nobody learns the address of another.
 *
 *   publisher ──RTP──→ engine ──RTP──→ viewers
 *             ←─RTCP──        ←─RTCP──
 *
 * - Whether somebody is there is told by the age of packets, never by the state of a connection: a browser that was killed
 *   stays "connected" for half a minute.
 * - A room outlives its publisher. A peer that comes back under its identity goes on where it was.
 * - Who may enter is decided before a token is made, and once more when it is used.
 */

/** `publish`: sends picture and sound into the room. `view`: receives them. */
export type RtcRole = 'publish' | 'view'

/** One account through one session: all that is removed together. */
export type RtcIdentity = { userId: string; sessionId: string }

/** The right to enter one room once, in one role. */
export type RtcGrant = RtcIdentity & { room: string; role: RtcRole }

/** All that a client needs to enter. `url` is where its SDK connects; null where the offer goes over our own socket. */
export type RtcToken = {
  token: string
  url: string | null
  iceServers: { urls: string[]; username?: string; credential?: string }[]
  /** Seconds since 1970. */
  expiresAt: number
}

/** One connection in a room. Ages are in milliseconds by a clock that never jumps; null before the first packet. */
export type RtcPeer = RtcIdentity & {
  peer: string
  role: RtcRole
  /** Since the last media packet of a publisher. Since the last report (RTCP) of a viewer. */
  silentMs: number | null
  /** False: the viewer takes sound alone. */
  hasVideo: boolean
  /** All bytes of media that were sent to a viewer, or came from a publisher. */
  bytes: number
  /** Packets that reports say were lost, of all, from 0 to 1. */
  lost: number
}

/** A time in which a recording had no media, in milliseconds since its beginning. `endMs` null: it lasts. */
export type RecordingHole = { beginMs: number; endMs: number | null }

/** `recording`: the time since its beginning, and its holes so far; null before it, and where no engine of ours records. */
export type RtcRoom = { peers: RtcPeer[]; recording?: { atMs: number; holes: RecordingHole[] } | null }

/**
 * The rest of a closed room: the file of its recording, which belongs to the caller from then on. A hole at its end lasted
 * until the room was closed.
 */
export type ClosedRoom = {
  recording: { path: string; seconds: number; holes?: { beginMs: number; endMs: number }[] } | null
}

export type StreamEngine = {
  /** The `{rtc}` of paths. */
  name: 'embedded' | 'livekit'
  /** True where rooms are in the process that opened them: nothing leads the calls of other servers there. */
  isOfOneServer: boolean
  /** False where another server has the room, or none: `connect` and `room` know rooms of this process alone. */
  has: (room: string) => boolean
  /** Begins what the first room would wait for: somebody is about to go live. */
  warmUp: () => void
  /** Opens a room; once more is nothing. */
  open: (room: string, options: { record: boolean; maxViewers: number }) => Promise<void>
  /** Makes a token of 60 s for somebody who was let in. */
  token: (grant: RtcGrant) => Promise<RtcToken>
  /**
   * Reads a token that comes back with an offer, and uses it up. Null for one that is forged, expired, used, or older than
   * the latest removal of its identity. Engines with an SDK of their own answer null.
   */
  redeem: (token: string) => Promise<RtcGrant | null>
  /**
   * Connects a peer by its offer (SDP), which holds no candidates. A second publisher takes the place of the first. Refuses
   * as `conflict` with 'This stream is full.', as `invalid` an offer that cannot be read.
   */
  connect: (grant: RtcGrant, sdp: string) => Promise<{ sdp: string; peer: string }>
  /** Ends one peer, if it is of this account. */
  leave: (peer: string, userId: string) => Promise<void>
  /** Sends a viewer the picture, or sound alone. */
  setVideo: (peer: string, userId: string, hasVideo: boolean) => Promise<void>
  /** Ends all peers of an account in a room, and its tokens so far. `sessionId`: of this session alone. */
  remove: (room: string, who: { userId: string; sessionId?: string }) => Promise<void>
  /** Everybody who is in a room; null where this engine has no such room. */
  room: (room: string) => Promise<RtcRoom | null>
  /** Ends all peers and the room. A room that is not there leaves nothing. Where it rejects, the room is there to be closed again. */
  close: (room: string) => Promise<ClosedRoom>
  /** Hears that a peer was ended by the engine: removed, replaced by a newer one, or with its room. */
  onClosed: (hear: (closed: { room: string; peer: string; userId: string; reason: RtcClosedReason }) => void) => void
  stop: () => Promise<void>
}

export type RtcClosedReason = 'removed' | 'replaced' | 'closed' | 'gone'
