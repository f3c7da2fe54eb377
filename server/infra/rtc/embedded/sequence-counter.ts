const ROUND = 0x1_00_00
const HALF = ROUND / 2

/** Counts the packets of one source: their 16-bit numbers begin anew every 65,536, and packets come late or twice. */
export class SequenceCounter {
  #first: number | null = null
  #highest = 0
  #received = 0

  /** The number of a packet in a row that never begins anew. */
  count(sequenceNumber: number): number {
    this.#received += 1
    if (this.#first === null) {
      this.#first = sequenceNumber
      this.#highest = sequenceNumber
      return sequenceNumber
    }
    const ahead = ((sequenceNumber - this.#highest + HALF + 2 * ROUND) % ROUND) - HALF
    const sequence = this.#highest + ahead
    this.#highest = Math.max(this.#highest, sequence)
    return sequence
  }

  /** Packets that were sent, and those of them that have not come. */
  get totals(): { sent: number; lost: number } {
    if (this.#first === null) return { sent: 0, lost: 0 }
    const sent = this.#highest - this.#first + 1
    return { sent, lost: Math.max(0, sent - this.#received) }
  }
}
