/** How rooms are asked for. Requests without a connection are lost, and repeated by `joinAll`. */
export type RoomLine = { join: (conversationId: string) => void; leave: (conversationId: string) => void }

/** The server lets a device be in twenty rooms at once. */
const MOST = 16

/**
 * Which conversations this page listens to. Several places may want the same one: it is joined with the first of them
 * and left with the last.
 */
export class Rooms {
  readonly #line: RoomLine
  readonly #wanted = new Map<string, number>()

  constructor(line: RoomLine) {
    this.#line = line
  }

  /** The connection is new: the server knows of no room. */
  joinAll(): void {
    for (const conversationId of this.#wanted.keys()) this.#line.join(conversationId)
  }

  /** Returns how to give the room up again; null when there are too many already. */
  enter(conversationId: string): (() => void) | null {
    const count = this.#wanted.get(conversationId) ?? 0
    if (count === 0 && this.#wanted.size >= MOST) return null
    this.#wanted.set(conversationId, count + 1)
    if (count === 0) this.#line.join(conversationId)
    let isIn = true
    return () => {
      if (isIn) this.#leave(conversationId)
      isIn = false
    }
  }

  #leave(conversationId: string): void {
    const count = (this.#wanted.get(conversationId) ?? 1) - 1
    if (count > 0) {
      this.#wanted.set(conversationId, count)
      return
    }
    this.#wanted.delete(conversationId)
    this.#line.leave(conversationId)
  }
}
