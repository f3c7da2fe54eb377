import { mp4BoxesIn } from '@vesper/sync/media/mp4-boxes.ts'
import type { Box } from '@vesper/sync/media/mp4-boxes.ts'
import { damagedVideoRefusal } from '@vesper/sync/media/video-refusals.ts'

/** Rows of a table and their words of 32 bits, both counted from 0. */
export type Mp4Rows = { count: number; word: (row: number, word: number) => number }

/** A counted table: the count at `at` after the content's start, then rows of `width` bytes, all inside of the box. */
export function rowsOf(bytes: DataView, box: Box | undefined, { at, width }: { at: number; width: number }): Mp4Rows {
  if (!box) return { count: 0, word: () => 0 }
  const count = wordAt(bytes, box, at)
  const first = box.start + box.header + at + 4
  if (first + count * width > box.end) throw damagedVideoRefusal()
  return { count, word: (row, word) => bytes.getUint32(first + row * width + word * 4) }
}

export function sumOf({ count, word }: Mp4Rows, column: number): number {
  let sum = 0
  for (let row = 0; row < count; row += 1) sum += word(row, column)
  return sum
}

/** The child of this type. Refuses a second one: readers differ in which of them they take. */
export function only(bytes: DataView, parent: Box, type: string): Box | undefined {
  const [first, second] = mp4BoxesIn(bytes, parent).filter((box) => box.type === type)
  if (second) throw damagedVideoRefusal()
  return first
}

/** 32 bits, `at` bytes into the content of a box. Refuses a box that ends before. */
export function wordAt(bytes: DataView, box: Box, at: number): number {
  const position = box.start + box.header + at
  if (position + 4 > box.end) throw damagedVideoRefusal()
  return bytes.getUint32(position)
}

/** Version 1 of a box has fields of 64 bits. */
export function isLong(bytes: DataView, box: Box): boolean {
  return wordAt(bytes, box, 0) >>> 24 === 1
}
