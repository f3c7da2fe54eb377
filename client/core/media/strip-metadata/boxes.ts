import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** A box of an MP4 from `start` to before `end`; its content begins `header` bytes after `start`. */
export type Box = { type: string; start: number; end: number; header: number }

const TOP_LEVEL_MAX = 50_000

/** The boxes of a file. Refuses one that ends within a box, as the server does. */
export async function topLevelOf(file: Blob): Promise<Box[]> {
  const boxes: Box[] = []
  for (let offset = 0; offset < file.size;) {
    const head = new DataView(await file.slice(offset, offset + 16).arrayBuffer())
    const box = boxAt(head, 0, file.size - offset)
    if (!box || boxes.length === TOP_LEVEL_MAX) throw damaged()
    boxes.push({ ...box, start: offset, end: offset + box.end })
    offset += box.end
  }
  return boxes
}

/** The boxes inside of `parent`, which is in `bytes`. */
export function boxesIn(bytes: DataView, parent: Box): Box[] {
  const boxes: Box[] = []
  // QuickTime may close a list of boxes with a zero, which is too short for one.
  for (let offset = parent.start + parent.header; parent.end - offset >= 8;) {
    const box = boxAt(bytes, offset, parent.end - offset)
    if (!box) throw damaged()
    boxes.push(box)
    offset = box.end
  }
  return boxes
}

export function child(bytes: DataView, parent: Box, type: string): Box | undefined {
  return boxesIn(bytes, parent).find((box) => box.type === type)
}

/** Four letters of a box's content, `at` bytes into it. */
export function wordIn(bytes: DataView, box: Box, at: number): string {
  const start = box.start + box.header + at
  return start + 4 > box.end ? '' : letters(bytes, start)
}

export function damaged(): Refusal {
  return new Refusal('invalid', 'This video is damaged or incomplete.')
}

/** It may be whole, but has more parts than any real recording. */
export function unreadable(): Refusal {
  return new Refusal('unsupported', 'This video cannot be read.')
}

function boxAt(bytes: DataView, start: number, available: number): Box | null {
  if (available < 8 || bytes.byteLength - start < 8) return null
  const short = bytes.getUint32(start)
  const type = letters(bytes, start + 4)
  if (short === 0) return { type, start, end: start + available, header: 8 }
  if (short !== 1) return short < 8 || short > available ? null : { type, start, end: start + short, header: 8 }
  if (available < 16 || bytes.byteLength - start < 16) return null
  const long = Number(bytes.getBigUint64(start + 8))
  return long < 16 || long > available ? null : { type, start, end: start + long, header: 16 }
}

function letters(bytes: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(at + index)))
}
