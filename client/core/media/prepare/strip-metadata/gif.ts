const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b]
const [APPLICATION, COMMENT] = [0xff, 0xfe]
/** How often the pictures come round; any other application's block is a note of its own. */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/**
 * A GIF with its pictures and their times, and without what else a program wrote into it: comments, XMP, anything after its
 * end. Null for what is none, whatever its name says.
 */
export async function stripGif(file: Blob): Promise<Blob | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return null
  const screenEnd = 13 + colours(bytes[10])
  const kept: Uint8Array<ArrayBuffer>[] = [bytes.slice(0, screenEnd)]
  for (let at = screenEnd; at < bytes.length;) {
    const end = endOfBlock(bytes, at)
    if (end === null) break
    if (!isNote(bytes, at)) kept.push(bytes.slice(at, end))
    at = end
  }
  return new Blob([...kept, Uint8Array.of(TRAILER)], { type: 'image/gif' })
}

/** Null at the end, and at what is no block. */
function endOfBlock(bytes: Uint8Array, at: number): number | null {
  if (bytes[at] === EXTENSION) return endOfParts(bytes, at + 2)
  if (bytes[at] !== IMAGE) return null
  return endOfParts(bytes, at + 10 + colours(bytes[at + 9]) + 1)
}

/** Data comes in parts of at most 255 bytes, each after its length, and ends with an empty one. */
function endOfParts(bytes: Uint8Array, from: number): number {
  let at = from
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length
  return at + 1
}

function isNote(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== EXTENSION) return false
  const label = bytes[at + 1]
  return label === COMMENT || (label === APPLICATION && !LOOPS.has(latin1(bytes, at + 3, at + 14)))
}

/** The bytes of a table of colours, as the flags before it announce it. */
function colours(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
