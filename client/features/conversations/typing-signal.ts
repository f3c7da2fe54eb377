const REPEAT_MS = 3_000
const PAUSE_MS = 4_000

/**
 * Tells that somebody writes: at once, then at most every three seconds for as long as keys are pressed, and that they
 * have stopped after four seconds without one, or at once when the box is empty.
 */
export class TypingSignal {
  readonly #say: (conversationId: string, typing: boolean) => void
  #conversationId: string | null = null
  #saidAt = -Infinity
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(say: (conversationId: string, typing: boolean) => void) {
    this.#say = say
  }

  typing(conversationId: string, typing: boolean): void {
    if (this.#conversationId !== null && this.#conversationId !== conversationId) this.#stop()
    if (!typing) return this.#stop()
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => this.#stop(), PAUSE_MS)
    const now = performance.now()
    if (this.#conversationId === conversationId && now - this.#saidAt < REPEAT_MS) return
    this.#conversationId = conversationId
    this.#saidAt = now
    this.#say(conversationId, true)
  }

  #stop(): void {
    clearTimeout(this.#pause)
    if (this.#conversationId === null) return
    this.#say(this.#conversationId, false)
    this.#conversationId = null
  }
}
