import { boxesIn, damaged, unreadable } from './boxes.ts'
import type { Box } from './boxes.ts'

/** As the server has it, for all tables of a file. */
const ROWS_MAX = 1_000_000

export type Range = { start: number; end: number }

/** The file's index in memory, and how many rows of its tables were read so far. */
export type Tables = { bytes: DataView; fileSize: number; counted: { rows: number } }

/** Where the samples of a track are in the file, chunk by chunk, by its sample table (`stbl`). */
export function sampleRanges(tables: Tables, table: Box): Range[] {
  const { bytes, fileSize } = tables
  const boxes = new Map(boxesIn(bytes, table).map((box) => [box.type, box]))
  const long = boxes.get('co64')
  const chunks = long ? rows(tables, long, { at: 4, words: 2 }) : rows(tables, boxes.get('stco'), { at: 4, words: 1 })
  const runs = rows(tables, boxes.get('stsc'), { at: 4, words: 3 })
  const lengthOf = sampleLengths(tables, boxes.get('stsz'))
  let [sample, run] = [0, 0]
  return Array.from({ length: chunks.count }, (_chunk, index) => {
    // Runs of `stsc` name their first chunk, counted from 1.
    while (run + 1 < runs.count && runs.word(run + 1, 0) <= index + 1) run += 1
    const count = run < runs.count ? runs.word(run, 1) : 0
    const start = long ? chunks.word(index, 0) * 2 ** 32 + chunks.word(index, 1) : chunks.word(index, 0)
    const length = lengthOf(sample, count)
    sample += count
    return { start, end: Math.min(fileSize, start + length) }
  })
}

/** The bytes of `count` samples from `first` on. */
function sampleLengths(tables: Tables, box: Box | undefined): (first: number, count: number) => number {
  const uniform = box ? word(tables.bytes, box, 4) : 0
  if (uniform > 0) return (_first, count) => count * uniform
  const sizes = rows(tables, box, { at: 8, words: 1 })
  return (first, count) => {
    let sum = 0
    for (let sample = first; sample < Math.min(first + count, sizes.count); sample += 1) sum += sizes.word(sample, 0)
    return sum
  }
}

/** A counted table of rows of 32-bit words, its count `at` bytes into the box. */
type Shape = { at: number; words: number }
/** Rows and their words are counted from 0. */
type Rows = { count: number; word: (row: number, word: number) => number }

function rows({ bytes, counted }: Tables, box: Box | undefined, { at, words }: Shape): Rows {
  if (!box) return { count: 0, word: () => 0 }
  const count = word(bytes, box, at)
  const first = box.start + box.header + at + 4
  if (first + count * words * 4 > box.end) throw damaged()
  counted.rows += count
  if (counted.rows > ROWS_MAX) throw unreadable()
  return { count, word: (row, place) => bytes.getUint32(first + (row * words + place) * 4) }
}

function word(bytes: DataView, box: Box, at: number): number {
  const position = box.start + box.header + at
  if (position + 4 > box.end) throw damaged()
  return bytes.getUint32(position)
}
