import type { Locks } from '../edges.ts'

type Options = { locks: Locks | null; product: string; newId: () => string }

/**
 * By what other tabs see that this one lives: a Web Lock, from the first file that it attaches on. The browser takes it away when
 * the tab dies, and leaves it to one that is frozen.
 */
export class TabLife {
  readonly #options: Options
  #id: string | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** The tab's id, from now on shown to live. */
  show(): string {
    if (this.#id) return this.#id
    this.#id = this.#options.newId()
    // Never let go of, and never stolen.
    const shown = this.#options.locks?.request(this.#nameOf(this.#id), {}, () => new Promise(() => {}))
    shown?.catch(() => {})
    return this.#id
  }

  /** Whether that tab lives, as far as can be seen: without Web Locks a tab sees none but itself. */
  async sees(id: string): Promise<boolean> {
    if (id === this.#id) return true
    let lives = false
    await this.#options.locks?.request(this.#nameOf(id), { ifAvailable: true }, async (lock) => {
      lives = lock === null
    })
    return lives
  }

  #nameOf(id: string): string {
    return `${this.#options.product}-tab:${id}`
  }
}
