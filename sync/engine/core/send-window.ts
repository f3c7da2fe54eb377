import type { SyncResponse } from '../protocol/sync-response.ts'
import { backOff } from './back-off.ts'
import type { OutboxRecord } from './outbox-record.ts'

type Delay = { faults: number; notBefore: number; alone: boolean }

/**
 * Which lanes may send, and how much in one request: finds the mutation that the server stumbles over, without holding up
 * the others.
 *
 *     batch fails ──▶ probe (a request without mutations) ──▶ fails too: the server is broken, all of it waits
 *                                                        └──▶ answers: half the batch … down to one: that lane waits alone
 *
 * Times are milliseconds of the clock that `now` comes from.
 */
export class SendWindow {
  readonly #max: number
  readonly #random: () => number
  readonly #lanes = new Map<string, Delay>()
  #limit: number
  #probing = false

  constructor(max: number, random: () => number) {
    this.#max = max
    this.#limit = max
    this.#random = random
  }

  /** Mutations that the next request may carry. */
  get limit(): number {
    return this.#probing ? 0 : this.#limit
  }

  isDelayed(lane: string, now: number): boolean {
    return (this.#lanes.get(lane)?.notBefore ?? 0) > now
  }

  /** A lane that made a whole request fail is sent by itself. */
  isAlone(lane: string): boolean {
    return this.#lanes.get(lane)?.alone ?? false
  }

  /** When the first delayed lane may send again. */
  nextDue(now: number): number | null {
    const due = [...this.#lanes.values()].map((delay) => delay.notBefore).filter((time) => time > now)
    return due.length === 0 ? null : Math.min(...due)
  }

  /** The server answered a request that carried `sent` mutations. */
  answered(sent: number): void {
    if (this.#probing) this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    else if (sent > 0) this.#limit = Math.min(this.#max, this.#limit * 2)
    this.#probing = false
  }

  /** A lane goes on when its head got an outcome; else it alone waits. */
  settle(
    sent: readonly OutboxRecord[],
    { outcomes, retryAfterMs }: Pick<SyncResponse, 'outcomes' | 'retryAfterMs'>,
    now: number,
  ): void {
    const answered = new Set(outcomes.map(({ id }) => id))
    const heads = new Map(sent.toReversed().map((record) => [record.lane, record]))
    for (const [lane, head] of heads) {
      if (answered.has(head.id)) this.progressed(lane)
      else this.stalled(lane, now, retryAfterMs)
    }
  }

  progressed(lane: string): void {
    this.#lanes.delete(lane)
  }

  /** The server left the head of this lane without an outcome. */
  stalled(lane: string, now: number, waitMs?: number): void {
    this.#delay(lane, now, { waitMs, alone: this.isAlone(lane) })
  }

  /**
   * The server stumbled over a request with these lanes and `sent` mutations. Says whether to go on at once:
   * with a probe, or without the lane that is now known to be the one.
   */
  broke(lanes: string[], sent: number, now: number): boolean {
    if (sent === 0) {
      this.#probing = false
      return false
    }
    const [lane] = lanes
    if (sent === 1 && lane !== undefined && (this.#limit === 1 || this.isAlone(lane))) {
      this.#delay(lane, now, { waitMs: undefined, alone: true })
      this.#limit = this.#max
      return true
    }
    this.#limit = Math.min(this.#limit, sent)
    this.#probing = true
    return true
  }

  /** Every lane may send at once. */
  reset(): void {
    this.#lanes.clear()
    this.#limit = this.#max
    this.#probing = false
  }

  #delay(lane: string, now: number, { waitMs, alone }: { waitMs: number | undefined; alone: boolean }): void {
    const faults = (this.#lanes.get(lane)?.faults ?? 0) + 1
    this.#lanes.set(lane, { faults, notBefore: now + (waitMs ?? backOff(faults, this.#random())), alone })
  }
}
