import type { BytePatch, ReadAt } from '@vesper/sync/media/byte-patches.ts'
import { planMp4 } from '@vesper/sync/media/plan-mp4.ts'

/** Box types at the beginning of MP4 and QuickTime files. */
const first = new Set(['ftyp', 'styp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
const ZEROS = new Uint8Array(64 * 1024)

/**
 * An MP4 or QuickTime video without its metadata: places, dates, devices, and tracks beside picture and sound. Picture and
 * sound stay as they are. Any other file stays unchanged, for the server to judge. Refuses a damaged video, and one with
 * more parts than a real recording has. The server cleans every video again.
 */
export async function stripMp4(file: Blob): Promise<Blob> {
  const head = await file.slice(4, 8).text()
  if (!first.has(head)) return file
  const read: ReadAt = async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer())
  const { patches } = await planMp4(read, file.size)
  return patched(file, patches)
}

/** The file with these patches; the bytes in between are read only when they are needed. */
function patched(file: Blob, patches: BytePatch[]): Blob {
  const parts: BlobPart[] = []
  let at = 0
  for (const patch of patches.toSorted((a, b) => a.offset - b.offset)) {
    const end = patch.offset + ('bytes' in patch ? patch.bytes.length : patch.zeros)
    const from = Math.max(at, patch.offset)
    if (end <= from) continue
    parts.push(file.slice(at, from))
    if ('bytes' in patch) parts.push(patch.bytes.subarray(from - patch.offset))
    else for (let left = end - from; left > 0; left -= ZEROS.length) parts.push(ZEROS.subarray(0, left))
    at = end
  }
  return new Blob([...parts, file.slice(at)], { type: file.type })
}
