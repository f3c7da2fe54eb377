/** Bytes in which the number of frames is found: it stands before the picture, behind notes at most. */
const HEAD_BYTES = 256 * 1024
const SIGNATURE = '\x89PNG\r\n\x1a\n'

/** True for a PNG of several frames (APNG), whatever its name says. */
export async function isAnimatedPng(file: Blob): Promise<boolean> {
  const bytes = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer())
  if (bytes.byteLength < 8 || latin1(bytes, 0, 8) !== SIGNATURE) return false
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + bytes.getUint32(at)) {
    const type = latin1(bytes, at + 4, 4)
    if (type === 'IDAT') return false
    if (type === 'acTL') return bytes.getUint32(at + 8) > 1
  }
  return false
}

function latin1(bytes: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(bytes.buffer, at, length))
}
