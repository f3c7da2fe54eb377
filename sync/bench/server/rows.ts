import { messageOf } from '../message.ts'
import type { Message } from '../message.ts'

/** `ofConversation`: the version of its conversation, each of which counts by itself, as spaces do on Vesper's server. */
type Held = { row: Message; version: number; ofConversation: number }

/** As many rows as Vesper's server puts into one answer. */
export const ROWS_PER_ANSWER = 2_000

/** The messages that the benchmark's server has, with a version for each change. Every workload begins with an own one. */
export class Rows {
  version = 0
  /** Sent mutations are stored but not confirmed, as by a server that has not got to them. */
  holdsBack = false
  readonly #held = new Map<string, Held>()
  readonly #last = new Map<string, number>()
  readonly #versions = new Map<string, number>()

  static filled(conversations: number, each: number): Rows {
    const rows = new Rows()
    for (let conversation = 0; conversation < conversations; conversation += 1) {
      for (let n = 0; n < each; n += 1) rows.put(messageOf(conversation, n))
    }
    return rows
  }

  get size(): number {
    return this.#held.size
  }

  /** The version of each, by its id. */
  get conversations(): ReadonlyMap<string, number> {
    return this.#versions
  }

  put(row: Message): void {
    this.version += 1
    // At the end of the order in which rows are read.
    this.#held.delete(row._id)
    const ofConversation = (this.#versions.get(row.conversationId) ?? 0) + 1
    this.#versions.set(row.conversationId, ofConversation)
    this.#held.set(row._id, { row, version: this.version, ofConversation })
    this.#last.set(row.conversationId, Math.max(row.seq, this.#last.get(row.conversationId) ?? 0))
  }

  /** A message of the device gets the next place of its conversation; one that is known changes its text. */
  accept(message: Message): Message {
    const known = this.#held.get(message._id)?.row
    const row = known
      ? { ...known, text: message.text }
      : { ...message, seq: (this.#last.get(message.conversationId) ?? 0) + 1 }
    this.put(row)
    return row
  }

  find(id: string): Message | undefined {
    return this.#held.get(id)?.row
  }

  /** Changes every row. */
  touchAll(updatedAt: string): void {
    for (const { row } of [...this.#held.values()]) this.put({ ...row, updatedAt })
  }

  /** The changes after a version, in order. */
  *since(version: number): Generator<Held> {
    for (const held of this.#held.values()) if (held.version > version) yield held
  }

  /** The next answer's rows. */
  page(since: number): { rows: Message[]; version: number; more: boolean } {
    const changed = [...this.since(since)]
    const taken = changed.slice(0, ROWS_PER_ANSWER)
    return {
      rows: taken.map(({ row }) => row),
      version: taken.at(-1)?.version ?? since,
      more: changed.length > taken.length,
    }
  }
}
