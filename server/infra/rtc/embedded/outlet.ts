import { CLOCK_RATES } from './media-packet.ts'
import type { MediaKind, MediaPacket } from './media-packet.ts'

const ROUND = 2 ** 16

/**
 * The packets of one kind to one receiver. They keep one row of numbers and one clock through pauses and through changes of
 * the publisher, so that the receiver's decoder goes on. A picture begins with a key frame.
 */
export class Outlet {
  readonly #kind: MediaKind
  #isBeginning = true
  #first = 0
  #sequenceShift = 0
  #timestampShift = 0
  #last: { sequence: number; timestamp: number; at: number } | null = null

  constructor(kind: MediaKind) {
    this.#kind = kind
  }

  /** The next packets come from another source, or after a pause. */
  beginAnew(): void {
    this.#isBeginning = true
  }

  /** A picture is awaited: its next key frame has not come yet. */
  get isBeginning(): boolean {
    return this.#isBeginning
  }

  /**
   * Writes this receiver's numbers into the header of a packet. False for one that is not to be sent: it is no beginning, or
   * older than the beginning. `now` is in milliseconds by a clock that never jumps.
   */
  take({ packet: { header }, sequence, timestamp, beginsPicture }: MediaPacket, now: number): boolean {
    if (this.#isBeginning) {
      if (this.#kind === 'video' && !beginsPicture) return false
      this.#begin(sequence, timestamp, now)
    } else if (sequence < this.#first) return false
    const sent = sequence + this.#sequenceShift
    header.sequenceNumber = sent % ROUND
    header.timestamp = (timestamp + this.#timestampShift) >>> 0
    if (this.#last === null || sent > this.#last.sequence) {
      this.#last = { sequence: sent, timestamp: header.timestamp, at: now }
    }
    return true
  }

  #begin(sequence: number, timestamp: number, now: number): void {
    this.#isBeginning = false
    this.#first = sequence
    if (this.#last === null) return
    const ticks = Math.max(1, Math.round(((now - this.#last.at) / 1_000) * CLOCK_RATES[this.#kind]))
    this.#sequenceShift = this.#last.sequence + 1 - sequence
    this.#timestampShift = this.#last.timestamp + ticks - timestamp
  }
}
