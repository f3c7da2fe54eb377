import { mp4BoxesIn } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { extraTracks, unreadableVideo } from './video-refusals.ts'

/** Hours of places, thirty a second, have about half of this in one table. */
const ROWS_MAX = 1_000_000
/** As many as `addPatches` takes. */
const RANGES_MAX = 100_000

/** The bytes of a file from `start` to before `end`. */
export type Range = { start: number; end: number }

/** Samples of all removed tracks of a file; `rows` counts the table rows read for them. `ranges` may overlap. */
export type Samples = { fileSize: number; ranges: Range[]; rows: number }

/**
 * Adds where the samples of a track are, from its sample table (`stbl`) in `bytes`: the chunks' offsets (`stco`,
 * `co64`), the number of samples in each (`stsc`), and their sizes (`stsz`). Refuses as `unsupported` a table that
 * leads out of its box, and a file with more samples than any real recording.
 */
export function addMp4Samples(samples: Samples, bytes: DataView, table: Box): void {
  const boxes = new Map(mp4BoxesIn(bytes, table).map((box) => [box.type, box]))
  const read = (type: string, shape: Shape): Rows => rows({ samples, bytes, box: boxes.get(type) }, shape)
  const isLong = boxes.has('co64')
  const chunks = isLong ? read('co64', { at: 4, width: 8 }) : read('stco', { at: 4, width: 4 })
  if (chunks.count === 0) return
  const perChunk = read('stsc', { at: 4, width: 12 })
  const lengthOf = sampleLengths({ samples, bytes, box: boxes.get('stsz') })
  let sample = 0
  let run = 0
  for (let index = 0; index < chunks.count; index += 1) {
    // Runs of `stsc` name their first chunk, counted from 1.
    while (run + 1 < perChunk.count && perChunk.word(run + 1, 0) <= index + 1) run += 1
    const count = run < perChunk.count ? perChunk.word(run, 1) : 0
    const start = isLong ? chunks.word(index, 0) * 2 ** 32 + chunks.word(index, 1) : chunks.word(index, 0)
    addRange(samples, { start, end: start + lengthOf(sample, count) })
    sample += count
  }
}

/** The bytes of all samples, each once, in order. */
export function mergedRanges({ ranges }: Samples): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

function addRange({ fileSize, ranges }: Samples, { start, end }: Range): void {
  const last = ranges.at(-1)
  const within = Math.min(end, fileSize)
  if (start >= within) return
  if (last && last.start <= start && start <= last.end) last.end = Math.max(last.end, within)
  else if (ranges.push({ start, end: within }) > RANGES_MAX) throw unreadableVideo()
}

/** The bytes of `count` samples from `first` on. */
function sampleLengths({ samples, bytes, box }: Source): (first: number, count: number) => number {
  if (!box) throw extraTracks()
  const uniform = numberAt(bytes, box, 4)
  if (uniform > 0) return (_first, count) => count * uniform
  const sizes = rows({ samples, bytes, box }, { at: 8, width: 4 })
  return (first, count) => {
    let sum = 0
    for (let sample = first; sample < Math.min(first + count, sizes.count); sample += 1) sum += sizes.word(sample, 0)
    return sum
  }
}

/** A box of a sample table, if there is one; rows read of it count towards the limit of the file. */
type Source = { samples: Samples; bytes: DataView; box: Box | undefined }
/** A counted table of 32-bit words: the count at `at` after the content's start, then rows of `width` bytes. */
type Shape = { at: number; width: number }
/** Rows and their words are counted from 0. */
type Rows = { count: number; word: (row: number, word: number) => number }

function rows({ samples, bytes, box }: Source, { at, width }: Shape): Rows {
  if (!box) return { count: 0, word: () => 0 }
  const count = numberAt(bytes, box, at)
  const first = box.start + box.header + at + 4
  if (first + count * width > box.end) throw extraTracks()
  samples.rows += count
  if (samples.rows > ROWS_MAX) throw unreadableVideo()
  return { count, word: (row, word) => bytes.getUint32(first + row * width + word * 4) }
}

function numberAt(bytes: DataView, box: Box, at: number): number {
  const position = box.start + box.header + at
  if (position + 4 > box.end) throw extraTracks()
  return bytes.getUint32(position)
}
