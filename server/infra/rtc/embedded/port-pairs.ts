import { busy } from '../../concurrency/bounded-gate.ts'

/** Two ports for one connection: werift looks for a free one among them. */
type PortPair = readonly [first: number, second: number]

/**
 * The ports of connections that are open. werift takes the first free port of a range in two steps, in which two connections
 * would find the same one: so each gets ports of its own.
 */
export class PortPairs {
  readonly #free: PortPair[]

  constructor([first, last]: readonly [number, number]) {
    this.#free = Array.from({ length: Math.floor((last - first + 1) / 2) }, (_, index) => {
      return [first + 2 * index, first + 2 * index + 1] as const
    })
  }

  /** Refuses as `unavailable` where all are taken. The one that was given back last comes last. */
  take(): PortPair {
    const pair = this.#free.shift()
    if (!pair) throw busy()
    return pair
  }

  giveBack(pair: PortPair): void {
    this.#free.push(pair)
  }
}
