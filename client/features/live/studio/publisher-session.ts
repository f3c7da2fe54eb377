import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Backoff } from '../rtc/backoff.ts'
import type { PublisherFigures } from '../rtc/publisher-figures.ts'
import type { OnState, PublisherConnection } from '../rtc/viewer-connection.ts'

/*
 *   connecting ──→ sending ──(lost)──→ waiting ──(1, 2, 4 … 10 s)──→ connecting
 *        └──(refused: the stream has ended)──→ refused
 *
 * The stream waits a minute for its creator, and stays the same one.
 */
export type PublisherState = {
  phase: 'connecting' | 'sending' | 'waiting' | 'refused'
  refusal: Refusal | null
}

type Parts = {
  open: (onState: OnState) => Promise<PublisherConnection>
  onChange: (state: PublisherState) => void
}

/** Keeps the creator connected with their stream, from its making until `stop`. */
export class PublisherSession {
  readonly #parts: Parts
  #connection: PublisherConnection | null = null
  #phase: PublisherState['phase'] = 'connecting'
  readonly #backoff = new Backoff()
  #turn = 0
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    void this.#connect()
  }

  /** Another camera or microphone takes the place of the present one, or none. */
  replaceTrack(kind: 'audio' | 'video', track: MediaStreamTrack | null): void {
    this.#connection?.replaceTrack(kind, track).catch(() => this.#wait())
  }

  /** The figures of the present connection; null without one. */
  async figures(): Promise<PublisherFigures | null> {
    return this.#phase === 'sending' && this.#connection ? this.#connection.figures() : null
  }

  /** Tries at once where it waits: the line is back. */
  retry(): void {
    if (this.#isStopped || this.#phase !== 'waiting') return
    this.#backoff.reset()
    this.#backoff.cancel()
    void this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#turn += 1
    this.#backoff.cancel()
    this.#connection?.close()
    this.#connection = null
  }

  async #connect(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#change('connecting')
    try {
      const connection = await this.#parts.open((state) => {
        if (turn !== this.#turn) return
        if (state === 'connected') this.#backoff.reset()
        if (state === 'connected') this.#change('sending')
        if (state === 'lost' || state === 'closed') this.#wait()
      })
      if (turn === this.#turn) this.#connection = connection
      else connection.close()
    } catch (error) {
      if (turn !== this.#turn) return
      if (error instanceof Refusal && error.isFinal) this.#change('refused', error)
      else this.#wait()
    }
  }

  #wait(): void {
    this.#turn += 1
    this.#connection?.close()
    this.#connection = null
    this.#change('waiting')
    this.#backoff.wait(() => void this.#connect())
  }

  #change(phase: PublisherState['phase'], refusal: Refusal | null = null): void {
    if (this.#isStopped) return
    this.#phase = phase
    this.#parts.onChange({ phase, refusal })
  }
}
