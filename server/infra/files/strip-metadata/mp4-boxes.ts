import type { ReadAt } from './byte-patches.ts'
import { damagedVideo } from '../refusals.ts'

/** A box from `start` to before `end`; its content begins `header` bytes after `start`. */
export type Box = { type: string; start: number; end: number; header: number }

/** Index boxes are read into memory: those of four hours of video fit. */
export const MOOV_MAX_BYTES = 32 * 1024 * 1024
const TOP_LEVEL_MAX = 50_000
/** What is kept has a few dozen; tables are within one box. */
const CHILDREN_MAX = 256

/** The boxes of a file. Refuses a file that ends within one. */
export async function readTopLevel(read: ReadAt, size: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let offset = 0; offset < size;) {
    const head = await read(offset, 16)
    const box = parseBox(head, 0, size - offset)
    if (!box || boxes.length === TOP_LEVEL_MAX) throw damagedVideo()
    boxes.push({ ...box, start: offset, end: offset + box.end })
    offset += box.end
  }
  return boxes
}

/** The boxes inside of `parent`, which is in `bytes`. */
export function boxesIn(bytes: Buffer, parent: Box): Box[] {
  const boxes: Box[] = []
  for (let offset = parent.start + parent.header; offset < parent.end;) {
    // QuickTime may close a list of boxes with a zero.
    if (parent.end - offset < 8 && bytes.subarray(offset, parent.end).every((byte) => byte === 0)) break
    const box = parseBox(bytes, offset, parent.end - offset)
    if (!box || boxes.length === CHILDREN_MAX) throw damagedVideo()
    boxes.push(box)
    offset = box.end
  }
  return boxes
}

function parseBox(bytes: Buffer, start: number, available: number): Box | null {
  if (available < 8 || bytes.length - start < 8) return null
  const short = bytes.readUInt32BE(start)
  const type = bytes.toString('latin1', start + 4, start + 8)
  if (short === 0) return { type, start, end: start + available, header: 8 }
  if (short !== 1) return short < 8 || short > available ? null : { type, start, end: start + short, header: 8 }
  if (available < 16 || bytes.length - start < 16) return null
  const long = bytes.readBigUInt64BE(start + 8)
  return long < 16n || long > BigInt(available) ? null : { type, start, end: start + Number(long), header: 16 }
}
