import { lettersIn } from '@vesper/sync/media/mp4-boxes.ts'
import type { Box } from '@vesper/sync/media/mp4-boxes.ts'
import { damagedVideoRefusal } from '@vesper/sync/media/video-refusals.ts'
import { declareSamples } from './declare-samples.ts'
import type { Tables, Track } from './declare-samples.ts'
import { only, rowsOf, sumOf, wordAt } from './mp4-rows.ts'

/** Writers round, and some leave a last entry out or in. */
const SLACK = 16

type Place = { track: Track; tables: Tables }

/** Gives the entries that a decoder makes of the track, and its duration in units of its timescale. */
export function checkSampleTable(
  bytes: DataView,
  table: Box,
  { track, tables }: Place,
): { samples: number; duration: number } {
  for (const type of tableTypes) only(bytes, table, type)
  const sizes = sizesOf(bytes, table, track)
  const inChunks = samplesInChunks(bytes, table, tables)
  if (inChunks.total > sizes.count + inChunks.last) throw damagedVideoRefusal()
  const times = rowsOf(bytes, only(bytes, table, 'stts'), { at: 4, width: 8 })
  const shifts = rowsOf(bytes, only(bytes, table, 'ctts'), { at: 4, width: 8 })
  for (const rows of [times, shifts]) if (sumOf(rows, 0) > 2 * sizes.count + SLACK) throw damagedVideoRefusal()
  for (const type of ['stss', 'stps']) rowsOf(bytes, only(bytes, table, type), { at: 4, width: 4 })
  const groups = only(bytes, table, 'sbgp')
  if (groups) rowsOf(bytes, groups, { at: bytes.getUint8(groups.start + groups.header) === 1 ? 12 : 8, width: 8 })
  declareSamples(tables, {
    bytes: sizes.bytes,
    samples: sizes.entries,
    frames: track.kind === 'vide' ? sizes.count : 0,
  })
  let duration = 0
  for (let row = 0; row < times.count; row += 1) duration += times.word(row, 0) * times.word(row, 1)
  return { samples: sizes.entries, duration }
}

/** A second one of the same would stand for the first. */
const tableTypes = ['stsd', 'stsz', 'stz2', 'stsc', 'stco', 'co64', 'stts', 'ctts', 'stss', 'stps', 'sbgp', 'elst']

type Sizes = { count: number; bytes: number; entries: number }

function sizesOf(bytes: DataView, table: Box, track: Track): Sizes {
  const [plain, compact] = [only(bytes, table, 'stsz'), only(bytes, table, 'stz2')]
  if (plain) {
    const uniform = wordAt(bytes, plain, 4)
    if (uniform > 0) return uniformSizes(bytes, table, { track, uniform, count: wordAt(bytes, plain, 8) })
    const rows = rowsOf(bytes, plain, { at: 8, width: 4 })
    return { count: rows.count, entries: rows.count, bytes: sumOf(rows, 0) }
  }
  if (!compact) return { count: 0, entries: 0, bytes: 0 }
  const bits = wordAt(bytes, compact, 4) & 255
  const count = wordAt(bytes, compact, 8)
  if (12 + (count * bits) / 8 > compact.end - compact.start - compact.header) throw damagedVideoRefusal()
  return { count, entries: count, bytes: count }
}

/** Plain sound counts each of its samples, which decoders read by the chunk. Their size is that of the format, not the table's. */
function uniformSizes(
  bytes: DataView,
  table: Box,
  { track, uniform, count }: { track: Track; uniform: number; count: number },
): Sizes {
  const description = only(bytes, table, 'stsd')
  if (track.kind !== 'soun' || !description) return { count, entries: count, bytes: count * uniform }
  const word = (at: number) => wordAt(bytes, description, at)
  const [version, channels, bits] = [word(24) >>> 16, word(32) >>> 16, word(32) & 0xffff]
  if (version === 1 && word(44) > 1) {
    const packets = Math.ceil(count / word(44))
    return { count, entries: packets, bytes: packets * word(52) }
  }
  const width = plainSounds[lettersIn(bytes, description, 12)]
  if (width === undefined) return { count, entries: count, bytes: count * uniform }
  const perSample = version === 2 ? (word(56) * word(64)) / 8 : (channels * (width || bits)) / 8
  return { count, entries: Math.ceil(count / 1_024), bytes: count * Math.max(1, perSample) }
}

/** Bits of a sample; 0 where the description tells. */
const plainSounds: Record<string, number> = {
  ...{ sowt: 0, twos: 0, 'raw ': 0, NONE: 0, lpcm: 0, ipcm: 0, fpcm: 0 },
  ...{ ulaw: 8, alaw: 8, in24: 24, in32: 32, fl32: 32, fl64: 64 },
}

/** How many samples the chunks hold, and how many a chunk of the last run has. */
function samplesInChunks(bytes: DataView, table: Box, { fileSize }: Tables): { total: number; last: number } {
  const long = only(bytes, table, 'co64')
  const chunks = long
    ? rowsOf(bytes, long, { at: 4, width: 8 })
    : rowsOf(bytes, only(bytes, table, 'stco'), { at: 4, width: 4 })
  for (let chunk = 0; chunk < chunks.count; chunk += 1) {
    const offset = long ? chunks.word(chunk, 0) * 2 ** 32 + chunks.word(chunk, 1) : chunks.word(chunk, 0)
    if (offset > fileSize) throw damagedVideoRefusal()
  }
  const runs = rowsOf(bytes, only(bytes, table, 'stsc'), { at: 4, width: 12 })
  let total = 0
  let last = 0
  for (let run = 0; run < runs.count; run += 1) {
    const first = runs.word(run, 0)
    const next = run + 1 < runs.count ? runs.word(run + 1, 0) : chunks.count + 1
    if (first < 1 || (run + 1 < runs.count && next <= first)) throw damagedVideoRefusal()
    last = runs.word(run, 1)
    total += Math.max(0, Math.min(next, chunks.count + 1) - first) * last
  }
  return { total, last }
}
