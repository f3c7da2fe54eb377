import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Backoff } from '../rtc/backoff.ts'
import { noFigures } from '../rtc/viewer-connection.ts'
import type { ConnectionState, OnState, ViewerConnection } from '../rtc/viewer-connection.ts'
import { nextQuality, soundLine } from './line-quality.ts'
import type { LineQuality } from './line-quality.ts'

/*
 *   connecting ──→ playing ──(lost, stalled)──→ waiting ──(1, 2, 4 … 10 s)──→ connecting
 *        └──(refused)──→ refused: somebody has to do something first
 */
export type ViewerState = {
  phase: 'connecting' | 'playing' | 'waiting' | 'refused'
  media: MediaStream | null
  /** Sound alone, by choice or since the line carries no more. */
  isSoundOnly: boolean
  /** True where the line chose sound alone. */
  isForced: boolean
  refusal: Refusal | null
}

type Parts = {
  open: (onState: OnState) => Promise<ViewerConnection>
  onChange: (state: ViewerState) => void
  isSoundOnly: boolean
  /** Told of the bytes that have come since it was told before. */
  onBytes?: (bytes: number) => void
}

/** The pause between two looks at the line. */
const SECOND_MS = 1_000

/** Keeps one viewer connected with a stream, from its making until `stop`. */
export class ViewerSession {
  readonly #parts: Parts
  #state: ViewerState
  #connection: ViewerConnection | null = null
  readonly #backoff = new Backoff()
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #figures = noFigures
  #quality: LineQuality = soundLine
  #isStopped = false
  #isLive = true

  constructor(parts: Parts) {
    this.#parts = parts
    const { isSoundOnly } = parts
    this.#state = { phase: 'connecting', media: null, isSoundOnly, isForced: false, refusal: null }
    void this.#connect()
  }

  /** Chooses sound alone, or the picture. */
  setSoundOnly(isSoundOnly: boolean): void {
    this.#quality = soundLine
    this.#change({ isSoundOnly, isForced: false })
    this.#applyVideo()
  }

  /** Tells if the creator sends: while they do not, silence says nothing of this line. */
  setLive(isLive: boolean): void {
    this.#isLive = isLive
    this.#quality = soundLine
  }

  /** Tries at once, where it waits or was refused: the line is back, or a ticket was bought. */
  retry(): void {
    if (this.#isStopped || this.#state.phase === 'connecting' || this.#state.phase === 'playing') return
    this.#backoff.reset()
    this.#backoff.cancel()
    void this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#turn += 1
    clearTimeout(this.#timer)
    this.#backoff.cancel()
    this.#connection?.close()
    this.#connection = null
  }

  async #connect(): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    this.#change({ phase: 'connecting', refusal: null })
    try {
      const connection = await this.#parts.open((state) => turn === this.#turn && this.#hear(state))
      if (turn !== this.#turn) return connection.close()
      this.#connection = connection
      this.#figures = noFigures
      this.#quality = soundLine
      this.#change({ media: connection.media })
      if (this.#state.isSoundOnly) this.#applyVideo()
      this.#watch(turn)
    } catch (error) {
      if (turn !== this.#turn) return
      if (error instanceof Refusal && error.isFinal) this.#change({ phase: 'refused', refusal: error })
      else this.#wait(error instanceof Refusal ? error : null)
    }
  }

  #hear(state: ConnectionState): void {
    if (state === 'connected') this.#backoff.reset()
    if (state === 'connected') this.#change({ phase: 'playing' })
    if (state === 'lost' || state === 'closed') this.#wait()
  }

  /** The picture that was shown last stays while it waits. */
  #wait(refusal: Refusal | null = null): void {
    this.#turn += 1
    this.#connection?.close()
    this.#connection = null
    this.#change({ phase: 'waiting', refusal })
    clearTimeout(this.#timer)
    this.#backoff.wait(() => void this.#connect())
  }

  #watch(turn: number): void {
    this.#timer = setTimeout(() => void this.#judge(turn), SECOND_MS)
  }

  async #judge(turn: number): Promise<void> {
    const figures = await this.#connection?.figures().catch(() => null)
    if (turn !== this.#turn) return
    if (!figures) return this.#watch(turn)
    const hasVideo = !this.#state.isSoundOnly
    if (this.#isLive) this.#quality = nextQuality(this.#quality, [this.#figures, figures], { hasVideo })
    this.#parts.onBytes?.(Math.max(0, figures.bytes - this.#figures.bytes))
    this.#figures = figures
    if (this.#quality.line === 'stalled') return this.#wait()
    if (this.#quality.line === 'poor' && hasVideo) {
      this.#quality = soundLine
      this.#change({ isSoundOnly: true, isForced: true })
      this.#applyVideo()
    }
    this.#watch(turn)
  }

  #applyVideo(): void {
    const connection = this.#connection
    // A connection that does not hear it is made anew, and then told again.
    connection?.setVideo(!this.#state.isSoundOnly).catch(() => connection === this.#connection && this.#wait())
  }

  #change(change: Partial<ViewerState>): void {
    if (this.#isStopped) return
    this.#state = { ...this.#state, ...change }
    this.#parts.onChange(this.#state)
  }
}
