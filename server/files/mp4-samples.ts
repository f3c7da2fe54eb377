import { boxesIn } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { extraTracks } from './refusals.ts'

const ENTRIES_MAX = 200_000

/**
 * Where the samples of a track are in the file, from its sample table (`stbl`) in `bytes`: the chunks' offsets (`stco`,
 * `co64`), how many samples each has (`stsc`), and their sizes (`stsz`). Ranges are merged and within the file.
 */
export function sampleRanges(bytes: Buffer, table: Box, fileSize: number): { offset: number; zeros: number }[] {
  const boxes = new Map(boxesIn(bytes, table).map((box) => [box.type, box]))
  const offsets = chunkOffsets(bytes, boxes.get('stco'), boxes.get('co64'))
  if (offsets.length === 0) return []
  const perChunk = numbers(bytes, boxes.get('stsc'), { at: 4, width: 12 })
  const lengthOf = sampleLengths(bytes, boxes.get('stsz'))
  const ranges: { start: number; end: number }[] = []
  let sample = 0
  let run = 0
  offsets.forEach((start, index) => {
    // Runs of `stsc` name their first chunk, counted from 1.
    while (run + 1 < perChunk.length && (perChunk[run + 1]?.[0] ?? 0) <= index + 1) run += 1
    const count = perChunk[run]?.[1] ?? 0
    ranges.push({ start, end: Math.min(fileSize, start + lengthOf(sample, count)) })
    sample += count
  })
  return merge(ranges).map(({ start, end }) => ({ offset: start, zeros: end - start }))
}

function chunkOffsets(bytes: Buffer, short: Box | undefined, long: Box | undefined): number[] {
  if (long) return numbers(bytes, long, { at: 4, width: 8 }).map(([high = 0, low = 0]) => high * 2 ** 32 + low)
  return numbers(bytes, short, { at: 4, width: 4 }).map(([offset = 0]) => offset)
}

/** The bytes of `count` samples from `first` on. */
function sampleLengths(bytes: Buffer, box: Box | undefined): (first: number, count: number) => number {
  if (!box) throw extraTracks()
  const uniform = numberAt(bytes, box, 4)
  if (uniform > 0) return (_first, count) => count * uniform
  const sizes = numbers(bytes, box, { at: 8, width: 4 })
  return (first, count) => sizes.slice(first, first + count).reduce((sum, [size = 0]) => sum + size, 0)
}

/** A counted table of 32-bit words: the count at `at` after the content's start, then rows of `width` bytes. */
function numbers(bytes: Buffer, box: Box | undefined, shape: { at: number; width: number }): number[][] {
  if (!box) return []
  const count = numberAt(bytes, box, shape.at)
  const first = box.start + box.header + shape.at + 4
  if (count > ENTRIES_MAX || first + count * shape.width > box.end) throw extraTracks()
  return Array.from({ length: count }, (_row, row) =>
    Array.from({ length: shape.width / 4 }, (_word, word) => bytes.readUInt32BE(first + row * shape.width + word * 4)),
  )
}

function numberAt(bytes: Buffer, box: Box, at: number): number {
  const position = box.start + box.header + at
  if (position + 4 > box.end) throw extraTracks()
  return bytes.readUInt32BE(position)
}

function merge(ranges: { start: number; end: number }[]): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const range of ranges.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
