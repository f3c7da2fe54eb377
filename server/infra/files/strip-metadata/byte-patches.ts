import { open } from 'node:fs/promises'
import type { BytePatch } from '@vesper/sync/media/byte-patches.ts'

/** As `ReadAt` of sync, with Node's buffers. */
export type ReadBuffer = (offset: number, length: number) => Promise<Buffer>

const ZEROS = Buffer.alloc(256 * 1024)
const WINDOW = 64 * 1024

/** Runs `work` over a file that can be read at any place, small reads being served from a window of 64 KiB. */
export async function withReader<Result>(
  path: string,
  work: (read: ReadBuffer, size: number) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r')
  let window: { offset: number; bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) }
  const readNow: ReadBuffer = async (offset, length) => {
    const buffer = Buffer.alloc(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  }
  try {
    const { size } = await file.stat()
    return await work(async (offset, length) => {
      if (length > WINDOW) return readNow(offset, length)
      const inside = offset >= window.offset && offset + length <= window.offset + window.bytes.length
      if (!inside) window = { offset, bytes: await readNow(offset, WINDOW) }
      return window.bytes.subarray(offset - window.offset, offset - window.offset + length)
    }, size)
  } finally {
    await file.close()
  }
}

/** Writes the patches in order and to the disk. Rejects with the reason of `signal`, which ends it between two writes. */
export async function applyBytePatches(
  path: string,
  patches: readonly BytePatch[],
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'r+')
  const writeAll = async (bytes: Uint8Array, offset: number): Promise<void> => {
    signal.throwIfAborted()
    for (let done = 0; done < bytes.length;) {
      done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
    }
  }
  try {
    for (const patch of patches) {
      if ('bytes' in patch) await writeAll(patch.bytes, patch.offset)
      else {
        for (let done = 0; done < patch.zeros; done += ZEROS.length) {
          await writeAll(ZEROS.subarray(0, Math.min(ZEROS.length, patch.zeros - done)), patch.offset + done)
        }
      }
    }
    await file.sync()
  } finally {
    await file.close()
  }
}
