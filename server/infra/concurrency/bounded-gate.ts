import { Unavailable } from '../http/limits/unavailable.ts'

type Place = { start: () => void; refuse: (busy: Unavailable) => void }

const BUSY = 'The server is busy. Please try again in a few seconds.'
const RETRY_AFTER_S = 5

/**
 * Lets at most `width` pieces of work run at once and at most `room` wait. Callers take turns, whatever each of them asks
 * for. Work beyond `room` makes the last one in the longest line leave, refused as `unavailable`: a caller who asks too
 * much crowds out nobody else.
 */
export class BoundedGate {
  readonly #width: number
  readonly #room: number
  /** In the order in which callers have their turn. No line is empty. */
  readonly #lines = new Map<string, Place[]>()
  #running = 0
  #waiting = 0

  constructor({ width, room }: { width: number; room: number }) {
    this.#width = width
    this.#room = room
  }

  async run<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    await this.#enter(caller)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  /** Refuses work that would have to leave at once. Asked before what has to be done for it, a flood costs next to nothing. */
  refuseIfFull(caller: string): void {
    if (this.#waiting < this.#room) return
    const line = this.#lines.get(caller)?.length ?? 0
    const longest = this.#lines.get(this.#longest())?.length ?? 0
    // The newcomer would make a line of one more, and be last among the longest.
    if (line + 1 >= longest) throw busy()
  }

  #enter(caller: string): Promise<void> {
    if (this.#running < this.#width) {
      this.#running += 1
      return Promise.resolve()
    }
    return new Promise((start, refuse) => {
      this.#lines.set(caller, [...(this.#lines.get(caller) ?? []), { start, refuse }])
      this.#waiting += 1
      if (this.#waiting > this.#room) this.#takeOut(this.#longest(), -1)?.refuse(busy())
    })
  }

  #leave(): void {
    const [next] = this.#lines.keys()
    if (next === undefined) {
      this.#running -= 1
      return
    }
    // A place is handed on, not freed: nobody who comes later can take it first.
    const place = this.#takeOut(next, 0)
    const rest = this.#lines.get(next)
    this.#lines.delete(next)
    if (rest) this.#lines.set(next, rest)
    place?.start()
  }

  /** The caller with the longest line; among equals the one whose turn is last. */
  #longest(): string {
    let found = ''
    let length = 0
    for (const [caller, line] of this.#lines) {
      if (line.length >= length) [found, length] = [caller, line.length]
    }
    return found
  }

  #takeOut(caller: string, index: 0 | -1): Place | undefined {
    const line = this.#lines.get(caller) ?? []
    const [place] = line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(caller)
    this.#waiting -= 1
    return place
  }
}

/** The refusal of work for which there is no room at the moment. */
export function busy(): Unavailable {
  return new Unavailable(BUSY, RETRY_AFTER_S)
}
