/*
 * The packets of a publisher that have not come, and when they are asked for again:
 *
 *   gap ──FIRST_MS──→ asked ──pause──→ asked ──pause × GROWTH──→ … ──LAST_MS──→ given up
 *     └────────────────── comes late, or was sent again ──────────────────→ forgotten
 *
 * werift asks eleven times within 55 ms and never again: over a line that answers after 200 ms a packet that is lost twice
 * would hold the picture until the next key frame.
 */

/** A packet that was overtaken comes by itself in that time. */
const FIRST_MS = 10
/** Before a packet is asked for again, in milliseconds; each later pause is longer. */
const PAUSE_MS = 60
const GROWTH = 1.5
/** A player waits no longer. */
export const LAST_MS = 1_500
/** A longer gap is an outage: a key frame ends it sooner. */
export const MISSING_MAX = 150

type Missing = { since: number; dueAt: number; pauseMs: number }

/** Packets are named by their numbers in a row that never begins anew; moments are in milliseconds of one clock. */
export class MissingPackets {
  readonly #missing = new Map<number, Missing>()
  #highest: number | null = null

  /** Notes a packet that came. */
  note(sequence: number, now: number): void {
    if (this.#highest === null || sequence - this.#highest > MISSING_MAX) {
      this.#missing.clear()
      this.#highest = sequence
      return
    }
    this.#missing.delete(sequence)
    for (let lost = this.#highest + 1; lost < sequence; lost += 1) {
      this.#missing.set(lost, { since: now, dueAt: now + FIRST_MS, pauseMs: PAUSE_MS })
    }
    this.#highest = Math.max(this.#highest, sequence)
  }

  /** The packets to ask for now, the earliest first. */
  due(now: number): number[] {
    const due: number[] = []
    for (const [sequence, missing] of this.#missing) {
      if (now - missing.since > LAST_MS) this.#missing.delete(sequence)
      else if (now >= missing.dueAt) {
        due.push(sequence)
        missing.dueAt = now + missing.pauseMs
        missing.pauseMs *= GROWTH
      }
    }
    return due
  }
}
