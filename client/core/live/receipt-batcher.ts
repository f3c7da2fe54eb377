import type { Receipt } from '@vesper/sync/engine/protocol/receipt.ts'

/** Arrivals are reported together, late enough that a conversation being read needs no report of its own. */
const PAUSE_MS = 1_500
/** As many as the server notes at once. */
const MOST = 50

/**
 * Gathers what the device takes in and says it once in a while: at most one event in `PAUSE_MS`. The next request's
 * cursor covers reports that did not fit or got lost.
 */
export class ReceiptBatcher {
  readonly #say: (taken: Receipt) => void
  #gathered: Receipt | null = null

  constructor(say: (taken: Receipt) => void) {
    this.#say = say
  }

  add({ epoch, run, spaces }: Receipt): void {
    const conversations = Object.entries(spaces).filter(([space]) => space.startsWith('c:'))
    if (conversations.length === 0) return
    const before = this.#gathered
    if (!before) setTimeout(() => this.#tell(), PAUSE_MS)
    const goesOn = before?.epoch === epoch && before.run === run
    this.#gathered = { epoch, run, spaces: { ...(goesOn && before.spaces), ...Object.fromEntries(conversations) } }
  }

  #tell(): void {
    const taken = this.#gathered
    this.#gathered = null
    if (taken) this.#say({ ...taken, spaces: Object.fromEntries(Object.entries(taken.spaces).slice(-MOST)) })
  }
}
