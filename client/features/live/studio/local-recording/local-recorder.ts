import { RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import { v7 } from 'uuid'
import { callApi } from '../../../../core/api/api.ts'
import { findClusters, joinBytes } from './cut-webm.ts'
import { isWanted } from './rows-near.ts'
import type { Run, SliceStore } from './slice-store.ts'

const MIME = 'video/webm;codecs=vp8,opus'
/** A killed page loses so much at most. */
const CHUNK_MS = 2_000
const KEY_PICTURE_MS = 1_000
const ASK_MS = 10_000
/** The server's recording begins with its first picture. */
const FIRST_ASK_MS = 1_000
/** Not heard of for so long, the server has ended the stream. */
const ALONE_MS = 180_000

type Given = { store: SliceStore; streamId: string; media: MediaStream }

/** Recorders that still write their last chunk. */
const ending = new Set<Promise<void>>()

/** Resolves when all that was recorded on this page is stored. */
export async function whenStored(): Promise<void> {
  await Promise.all(ending)
}

export function canRecord(): boolean {
  return globalThis.MediaRecorder?.isTypeSupported(MIME) ?? false
}

/**
 * Records a stream on this device while it runs, by the clock of the server's recording, and keeps what a hole of that may
 * want. All else goes again.
 */
export class LocalRecorder {
  readonly #given: Given
  readonly #recorder: MediaRecorder
  readonly #run: Run
  readonly #ended = Promise.withResolvers<void>()
  #startedAt = 0
  #head = new Uint8Array()
  #index = 0
  #toMs = 0
  #writing: Promise<unknown> = Promise.resolve()
  #bestTripMs = Infinity
  #heardAt = performance.now()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(given: Given) {
    this.#given = given
    this.#run = { id: v7(), streamId: given.streamId, beginMs: null, init: null, createdAt: Date.now() }
    this.#recorder = new MediaRecorder(given.media, {
      ...{ mimeType: MIME, videoBitsPerSecond: 1_200_000, audioBitsPerSecond: 96_000 },
      ...{ videoKeyFrameIntervalDuration: KEY_PICTURE_MS },
    })
    this.#recorder.onstart = () => (this.#startedAt = performance.now())
    this.#recorder.ondataavailable = ({ data }) => this.#take(data)
    this.#recorder.onstop = () => void this.#writing.then(() => this.#ended.resolve())
    ending.add(this.#ended.promise)
    void this.#ended.promise.then(() => ending.delete(this.#ended.promise))
    this.#writing = given.store.runs.put(this.#run)
    this.#recorder.start(CHUNK_MS)
    this.#startedAt = performance.now()
    void this.#ask()
  }

  stop(): void {
    clearTimeout(this.#timer)
    if (this.#recorder.state === 'inactive') this.#ended.resolve()
    else this.#recorder.stop()
  }

  #take(data: Blob): void {
    const [index, fromMs, toMs] = [this.#index, this.#toMs, performance.now() - this.#startedAt]
    this.#toMs = toMs
    if (data.size === 0) return
    this.#index += 1
    this.#writing = this.#writing.then(async () => {
      const bytes = new Uint8Array(await data.arrayBuffer())
      if (!this.#run.init) await this.#readHead(bytes)
      await this.#given.store.chunks.put({ runId: this.#run.id, index, fromMs, toMs, bytes })
    })
    // A device without room has no part of the stream.
    this.#writing.catch(() => this.stop())
    if (performance.now() - this.#heardAt > ALONE_MS) this.stop()
  }

  async #readHead(bytes: Uint8Array): Promise<void> {
    this.#head = joinBytes([this.#head, bytes])
    const [first] = findClusters(this.#head)
    if (!first) return
    this.#run.init = this.#head.slice(0, first.offset)
    await this.#given.store.runs.update(this.#run.id, { init: this.#run.init })
  }

  /** Learns the server's clock, and which holes there are. */
  async #ask(): Promise<void> {
    const askedAt = performance.now()
    try {
      const { atMs, holes } = await callApi({
        path: `/streaming/live/${this.#given.streamId}/recording`,
        answer: RecordingState,
      })
      const tripMs = performance.now() - askedAt
      this.#heardAt = performance.now()
      if (atMs !== null) {
        await this.#learnClock(tripMs, atMs - tripMs / 2 - (askedAt - this.#startedAt))
        await this.#prune(atMs, holes)
      }
    } catch {
      // The line is gone, and the chunks stay.
    }
    if (this.#recorder.state === 'inactive') return
    this.#timer = setTimeout(() => void this.#ask(), this.#run.beginMs === null ? FIRST_ASK_MS : ASK_MS)
  }

  /** The quickest answer tells the clock best. */
  async #learnClock(tripMs: number, beginMs: number): Promise<void> {
    if (tripMs >= this.#bestTripMs) return
    this.#bestTripMs = tripMs
    this.#run.beginMs = beginMs
    await this.#given.store.runs.update(this.#run.id, { beginMs })
  }

  /** Removes the chunks of the stream that no hole wants, of earlier runs as well. */
  async #prune(atMs: number, holes: RecordingState['holes']): Promise<void> {
    const { store, streamId } = this.#given
    for (const { id, beginMs } of await store.runs.where({ streamId }).toArray()) {
      await store.chunks
        .where({ runId: id })
        .filter((chunk) => !isWanted(chunk, { beginMs, atMs, holes }))
        .delete()
    }
  }
}
