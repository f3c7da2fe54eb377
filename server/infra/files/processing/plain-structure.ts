import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { isPng, pngChunks } from '@vesper/sync/media/png-chunks.ts'

/** The most pixels of a photo or a video frame. Decoded, 50 megapixels take 200 MB. */
export const MAX_PIXELS = 50_000_000
/** A decoder goes through all blocks once a scan: 20 scans of 50 megapixels, 100 of 10. Cameras and editors write 1 to 16. */
const MAX_SCANNED_PIXELS = 1_000_000_000
const SMALL_PIXELS = 10_000_000
/** The most data chunks of a PNG. Encoders write chunks of 8 kB, which makes 3,200 in the largest upload. */
const MAX_DATA_CHUNKS = 20_000
/** The most other chunks of a PNG, such as text and profiles. Each may unpack to megabytes. */
const MAX_OTHER_CHUNKS = 100
/** Each frame costs the encoder, however small it is. */
export const MAX_FRAMES = 1_000

/**
 * Refuses, as `invalid`, a picture whose structure makes it far slower to decode than its size tells. Looks at markers and
 * chunk headers only, so that it is quick for any bytes.
 */
export function requirePlainStructure(bytes: Buffer): void {
  const isJpeg = bytes.subarray(0, 2).equals(JPEG_START)
  if ((isJpeg && isSlowJpeg(bytes)) || (isPng(bytes) && isSlowPng(bytes))) throw tooIntricate()
}

/** The refusal of a picture that takes too long. */
export function tooIntricate(): Refusal {
  return new Refusal('invalid', 'This picture takes too long to process. Save it again as a plain JPEG or PNG.')
}

const JPEG_START = Buffer.from([0xff, 0xd8])
const DATA_CHUNKS: ReadonlySet<string> = new Set(['IDAT', 'fdAT', 'fcTL'])
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

function isSlowJpeg(bytes: Buffer): boolean {
  let scans = 0
  let pixels = 0
  let at = bytes.indexOf(0xff, 2)
  while (at !== -1 && at + 9 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return false
    if (isFrame(marker)) pixels = Math.max(pixels, bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7))
    if (marker === START_OF_SCAN) scans += 1
    if (scans * Math.max(pixels, SMALL_PIXELS) > MAX_SCANNED_PIXELS) return true
    // Bytes of image data, fill bytes and restart markers have no length.
    const hasLength = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd8)
    at = bytes.indexOf(0xff, hasLength ? at + 2 + bytes.readUInt16BE(at + 2) : at + (marker === 0xff ? 1 : 2))
  }
  return false
}

/** True for a marker that begins a frame, which holds the size. C4, C8 and CC begin something else. */
function isFrame(marker: number): boolean {
  return marker === 0xc0 || (marker > 0xc0 && marker <= 0xcf && marker % 4 !== 0)
}

function isSlowPng(bytes: Buffer): boolean {
  let data = 0
  let other = 0
  for (const { type } of pngChunks(bytes)) {
    if (DATA_CHUNKS.has(type)) data += 1
    else other += 1
    if (data > MAX_DATA_CHUNKS || other > MAX_OTHER_CHUNKS) return true
  }
  return false
}
