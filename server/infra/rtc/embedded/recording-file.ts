import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { DurationPosition, SegmentSizePosition } from 'werift/nonstandard'
import { freeBytesOf } from '../../files/storage/disk-room.ts'

/** A disk that is this far behind does not keep up. */
const BEHIND_MAX_BYTES = 32 * 1024 * 1024

/** The file of a recording. It ends early, and is whole, where the disk has no room or does not keep up. */
export class RecordingFile {
  readonly #path: string
  readonly #keepFreeBytes: number
  readonly #stream: WriteStream
  #hasEnded = false

  constructor(path: string, keepFreeBytes: number) {
    this.#path = path
    this.#keepFreeBytes = keepFreeBytes
    this.#stream = createWriteStream(path, { mode: 0o600 })
    this.#stream.on('error', () => (this.#hasEnded = true))
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  write(bytes: Uint8Array): void {
    this.#stream.write(bytes)
    if (this.#stream.writableLength > BEHIND_MAX_BYTES) this.#hasEnded = true
  }

  /** Ends the file where the volume is nearly full. Called now and then. */
  async checkRoom(): Promise<void> {
    const free = await freeBytesOf(dirname(this.#path)).catch(() => 0)
    if (free < this.#keepFreeBytes) this.#hasEnded = true
  }

  /** Writes its length in time, as an element of WebM, and its size into the places that were left for them. */
  async close(durationElement: Uint8Array): Promise<void> {
    this.#hasEnded = true
    this.#stream.end()
    await finished(this.#stream).catch(() => {})
    const file = await open(this.#path, 'r+')
    try {
      await file.write(durationElement, 0, durationElement.length, DurationPosition)
      const size = segmentSize((await stat(this.#path)).size)
      await file.write(size, 0, size.length, SegmentSizePosition)
    } finally {
      await file.close()
    }
  }
}

/** The eight bytes that hold the size of all that follows them. werift's own count takes in the size itself. */
function segmentSize(fileBytes: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(fileBytes - SegmentSizePosition - size.length))
  size[0] = 0x01
  return size
}
