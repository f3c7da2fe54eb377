/** The header `RIFF`, its length and `WEBP`; each chunk has a name and a length before its data. */
const HEADER = 12
const CHUNK_HEADER = 8
const ANIMATED = 0x02
/** A colour profile, EXIF and XMP: the notes that `VP8X` announces. */
const NOTES = 0x20 | 0x08 | 0x04
/** All that an animation needs; it begins with `VP8X`. */
const KEPT: ReadonlySet<string> = new Set(['VP8X', 'ANIM', 'ANMF'])

/**
 * An animated WebP with its pictures and their times, and without what else a program wrote into it: EXIF, XMP, colour
 * profiles, anything after its end. Null for a file that is none, or that does not move.
 */
export async function stripAnimatedWebp(file: Blob): Promise<Blob | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const flagsAt = HEADER + CHUNK_HEADER
  const flags = bytes[flagsAt] ?? 0
  const isExtended = /^RIFF.{4}WEBPVP8X/s.test(latin1(bytes, 0, flagsAt))
  if (!isExtended || (flags & ANIMATED) === 0) return null
  bytes[flagsAt] = flags & ~NOTES
  const view = new DataView(bytes.buffer)
  const end = Math.min(bytes.length, CHUNK_HEADER + view.getUint32(4, true))
  const kept: Uint8Array<ArrayBuffer>[] = []
  let size = 4
  for (let at = HEADER; at + CHUNK_HEADER <= end;) {
    const length = view.getUint32(at + 4, true)
    // Data of an odd length is followed by one byte more.
    const next = at + CHUNK_HEADER + length + (length % 2)
    if (next > end) break
    if (KEPT.has(latin1(bytes, at, at + 4))) {
      kept.push(bytes.slice(at, next))
      size += next - at
    }
    at = next
  }
  const header = bytes.slice(0, HEADER)
  new DataView(header.buffer).setUint32(4, size, true)
  return new Blob([header, ...kept], { type: 'image/webp' })
}

/** The pixels of an extended WebP, of which the file has one less. */
export async function webpSize(file: Blob): Promise<{ width: number; height: number }> {
  const bytes = new DataView(await file.slice(0, 30).arrayBuffer())
  return { width: 1 + uint24(bytes, 24), height: 1 + uint24(bytes, 27) }
}

function uint24(bytes: DataView, at: number): number {
  return bytes.getUint16(at, true) | (bytes.getUint8(at + 2) << 16)
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
