import type { RecordingHole } from '../stream-engine.ts'

/** Without a packet for so long, a recording has a hole. */
export const HOLE_MS = 1_000
/** Sound that comes back brings its picture with it. Without one for so long, it has come back alone. */
const PICTURE_WAIT_MS = 3_000
/** More of them than a stream has time for that anybody watches. */
const HOLES_MAX = 200

type OpenHole = { beginMs: number; soundMs: number }

/** The times in which a recording had no media, in milliseconds since its beginning. A hole lasts until the picture is back. */
export class Holes {
  readonly #closed: { beginMs: number; endMs: number }[] = []
  #open: OpenHole | null = null
  #lastMs = 0

  /** Tells if packets after so long a silence begin anew. */
  isHole(atMs: number): boolean {
    return atMs - this.#lastMs >= HOLE_MS
  }

  /** A packet was recorded. `isPictureAwaited`: it is sound, and there is no picture with it yet. */
  hear(atMs: number, isPictureAwaited: boolean): void {
    if (!this.#open && this.isHole(atMs)) this.#open = { beginMs: this.#lastMs, soundMs: atMs }
    this.#lastMs = Math.max(this.#lastMs, atMs)
    if (!this.#open) return
    const isSoundAlone = atMs - this.#open.soundMs >= PICTURE_WAIT_MS
    if (isPictureAwaited && !isSoundAlone) return
    this.#close(isPictureAwaited ? this.#open.soundMs : atMs)
  }

  /** The holes until `atMs`, the present time; the last one has no end while it lasts. */
  list(atMs: number): RecordingHole[] {
    const beginMs = this.#open?.beginMs ?? (this.isHole(atMs) ? this.#lastMs : null)
    return beginMs === null ? [...this.#closed] : [...this.#closed, { beginMs, endMs: null }]
  }

  #close(endMs: number): void {
    if (this.#open && this.#closed.length < HOLES_MAX) this.#closed.push({ beginMs: this.#open.beginMs, endMs })
    this.#open = null
  }
}
