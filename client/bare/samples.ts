import { boxesIn, damaged } from './boxes.ts'
import type { Box } from './boxes.ts'

export type Range = { start: number; end: number }

/** Where the samples of a track are in the file, chunk by chunk, by its sample table (`stbl`) in `bytes`. */
export function sampleRanges(bytes: DataView, table: Box, fileSize: number): Range[] {
  const boxes = new Map(boxesIn(bytes, table).map((box) => [box.type, box]))
  const long = boxes.get('co64')
  const offsets = long
    ? rows(bytes, long, { at: 4, words: 2 }).map(([high = 0, low = 0]) => high * 2 ** 32 + low)
    : rows(bytes, boxes.get('stco'), { at: 4, words: 1 }).map(([offset = 0]) => offset)
  const runs = rows(bytes, boxes.get('stsc'), { at: 4, words: 3 })
  const sizes = boxes.get('stsz')
  const uniform = sizes ? word(bytes, sizes, 4) : 0
  const each = uniform > 0 ? [] : rows(bytes, sizes, { at: 8, words: 1 }).map(([size = 0]) => size)
  let [sample, run] = [0, 0]
  return offsets.map((start, index) => {
    // Runs of `stsc` name their first chunk, counted from 1.
    while ((runs[run + 1]?.[0] ?? Infinity) <= index + 1) run += 1
    const count = runs[run]?.[1] ?? 0
    const length = uniform > 0 ? count * uniform : sum(each.slice(sample, sample + count))
    sample += count
    return { start, end: Math.min(fileSize, start + length) }
  })
}

/** A counted table of rows of 32-bit words, its count `at` bytes into the box. */
function rows(bytes: DataView, box: Box | undefined, { at, words }: { at: number; words: number }): number[][] {
  if (!box) return []
  const count = word(bytes, box, at)
  if (at + 4 + count * words * 4 > box.end - box.start - box.header) throw damaged()
  return Array.from({ length: count }, (_row, row) =>
    Array.from({ length: words }, (_word, index) => word(bytes, box, at + 4 + (row * words + index) * 4)),
  )
}

function word(bytes: DataView, box: Box, at: number): number {
  const position = box.start + box.header + at
  if (position + 4 > box.end) throw damaged()
  return bytes.getUint32(position)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
