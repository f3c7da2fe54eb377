import type { RtpPacket } from 'werift'

export type MediaKind = 'audio' | 'video'

/** A packet of a publisher, as it goes to all viewers in turn: each of them writes its own numbers into the header. */
export type MediaPacket = {
  kind: MediaKind
  packet: RtpPacket
  /** In a row that never begins anew. */
  sequence: number
  /** As the publisher wrote it. */
  timestamp: number
  /** A decoder can begin here: the first packet of a key frame. */
  beginsPicture: boolean
}

/** Ticks of an RTP timestamp a second. */
export const CLOCK_RATES: Record<MediaKind, number> = { audio: 48_000, video: 90_000 }
