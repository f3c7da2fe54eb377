import type { ReadAt } from './byte-patches.ts'
import { damagedVideoRefusal } from './video-refusals.ts'

/** A box from `start` to before `end`; its content begins `header` bytes after `start`. */
export type Box = { type: string; start: number; end: number; header: number }

/** Index boxes are read into memory: those of four hours of video fit. */
export const MOOV_MAX_BYTES = 32 * 1024 * 1024
const TOP_LEVEL_MAX = 50_000
/** Boxes that stay have a few dozen children; their tables are within one box. */
const CHILDREN_MAX = 256

/** The boxes of a file. Refuses a file that ends within one. */
export async function readTopLevel(read: ReadAt, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let offset = 0; offset < size;) {
    const box = parseBox(viewOf(await read(offset, 16)), 0, size - offset)
    if (!box || boxes.length === TOP_LEVEL_MAX) throw damagedVideoRefusal()
    boxes.push({ ...box, start: offset, end: offset + box.end })
    offset += box.end
  }
  return boxes
}

/** The boxes inside of `parent`, which is in `bytes`. */
export function mp4BoxesIn(bytes: DataView, parent: Box): Box[] {
  const boxes: Box[] = []
  for (let offset = parent.start + parent.header; offset < parent.end;) {
    if (isClosingZero(bytes, offset, parent.end)) break
    const box = parseBox(bytes, offset, parent.end - offset)
    if (!box || boxes.length === CHILDREN_MAX) throw damagedVideoRefusal()
    boxes.push(box)
    offset = box.end
  }
  return boxes
}

export function childOf(bytes: DataView, parent: Box, type: string): Box | undefined {
  return mp4BoxesIn(bytes, parent).find((box) => box.type === type)
}

/** Four letters of a box's content, `at` bytes into it; empty behind its end. */
export function lettersIn(bytes: DataView, box: Box, at: number): string {
  const start = box.start + box.header + at
  return start + 4 > box.end ? '' : letters(bytes, start)
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** QuickTime may close a list of boxes with a zero, which is too short for one. */
function isClosingZero(bytes: DataView, start: number, end: number): boolean {
  if (end - start >= 8) return false
  for (let offset = start; offset < end; offset += 1) if (bytes.getUint8(offset) !== 0) return false
  return true
}

function parseBox(bytes: DataView, start: number, available: number): Box | null {
  if (available < 8 || bytes.byteLength - start < 8) return null
  const short = bytes.getUint32(start)
  const type = letters(bytes, start + 4)
  if (short === 0) return { type, start, end: start + available, header: 8 }
  if (short !== 1) return short < 8 || short > available ? null : { type, start, end: start + short, header: 8 }
  if (available < 16 || bytes.byteLength - start < 16) return null
  const long = bytes.getBigUint64(start + 8)
  return long < 16n || long > BigInt(available) ? null : { type, start, end: start + Number(long), header: 16 }
}

function letters(bytes: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(at + index)))
}
