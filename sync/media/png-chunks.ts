const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** A chunk of a PNG: its type of four letters, and the offset of its data in bytes. */
export type PngChunk = { type: string; at: number }

/** The chunks whose header is inside of `bytes`, in their order. The data of the last one may be cut off. */
export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = viewOf(bytes)
  for (let at = SIGNATURE.length; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    yield { type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), at: at + 8 }
  }
}

/**
 * True for a PNG of several frames (APNG), whatever its name says. The chunk `acTL` stands before the image data and begins
 * with the number of frames, so that the first bytes of a file are enough.
 * @see https://www.w3.org/TR/png-3/#acTL-chunk
 */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  if (!isPng(bytes)) return false
  for (const { type, at } of pngChunks(bytes)) {
    if (type === 'IDAT') return false
    if (type === 'acTL') return at + 4 <= bytes.length && viewOf(bytes).getUint32(at) > 1
  }
  return false
}

/** True for bytes that begin as every PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, n) => bytes[n] === byte)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
