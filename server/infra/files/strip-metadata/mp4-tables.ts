import { lettersIn, mp4BoxesIn } from '@vesper/sync/media/mp4-boxes.ts'
import type { Box } from '@vesper/sync/media/mp4-boxes.ts'
import { damagedVideoRefusal, unreadableVideo } from '@vesper/sync/media/video-refusals.ts'
import { checkMp4Fragment } from './check-mp4-fragment.ts'
import type { Mp4Index } from './check-mp4-fragment.ts'
import { checkSampleTable } from './check-sample-table.ts'
import type { Tables } from './declare-samples.ts'
import { isLong, only, rowsOf, wordAt } from './mp4-rows.ts'

// A decoder believes the tables of an index. One offset that is named a thousand times makes it write a thousand times the
// file, and a count of millions makes it reserve memory for each. Here the tables are held against the file before any other
// program reads them:
//
//   moov{ mvhd  trak{ edts{elst}  mdia{ mdhd hdlr minf{ stbl{ stsd stsz stsc stco stts ctts stss } } } }  mvex{trex} }
//   moof{ traf{ tfhd trun } }
//
// All samples together have at most as many bytes as the file, and each has at least one.

/** Steps of a decoder through the edits of a track: it goes through its samples once for each. */
const EDIT_STEPS_MAX = 20_000_000

/**
 * Checks the indexes of one file, one after another. `look` refuses, as `invalid`, tables that lead out of their box or name
 * more than the file has, and as `unsupported` more samples than any recording. `frames` counts the pictures.
 */
export function createMp4Tables(fileSize: number): { look: (index: Mp4Index) => void; frames: () => number } {
  const declared = { bytes: 0, samples: 0, frames: 0 }
  const tables: Tables = { fileSize, declared, movieScale: 0, kinds: new Map(), defaultSizes: new Map() }
  return {
    look: ({ bytes, box, base }) => {
      if (box.type === 'moov') checkMovie(bytes, box, tables)
      else checkMp4Fragment({ bytes, box, base }, tables)
    },
    frames: () => tables.declared.frames,
  }
}

function checkMovie(bytes: DataView, movie: Box, tables: Tables): void {
  const header = only(bytes, movie, 'mvhd')
  if (header) tables.movieScale = wordAt(bytes, header, isLong(bytes, header) ? 20 : 12)
  for (const box of mp4BoxesIn(bytes, movie)) {
    if (box.type === 'trak') checkTrack(bytes, box, tables)
    if (box.type !== 'mvex') continue
    for (const defaults of mp4BoxesIn(bytes, box)) {
      if (defaults.type === 'trex') tables.defaultSizes.set(wordAt(bytes, defaults, 4), wordAt(bytes, defaults, 16))
    }
  }
}

function checkTrack(bytes: DataView, box: Box, tables: Tables): void {
  const media = only(bytes, box, 'mdia')
  const handler = media && only(bytes, media, 'hdlr')
  const kind = handler ? lettersIn(bytes, handler, 8) : ''
  // Any other track is blanked before another program reads the file.
  if (!media || (kind !== 'vide' && kind !== 'soun')) return
  const identity = only(bytes, box, 'tkhd')
  if (identity) tables.kinds.set(wordAt(bytes, identity, isLong(bytes, identity) ? 20 : 12), kind)
  const header = only(bytes, media, 'mdhd')
  const track = { kind, timescale: header ? wordAt(bytes, header, isLong(bytes, header) ? 20 : 12) : 0 }
  const information = only(bytes, media, 'minf')
  const table = information && only(bytes, information, 'stbl')
  if (!table) return
  const { samples, duration } = checkSampleTable(bytes, table, { track, tables })
  const edits = only(bytes, box, 'edts')
  const list = edits && only(bytes, edits, 'elst')
  if (list) checkEdits(bytes, list, { tables, samples, seconds: track.timescale > 0 ? duration / track.timescale : 0 })
}

/** Refuses edits that show a track again and again. */
function checkEdits(
  bytes: DataView,
  list: Box,
  { tables, samples, seconds }: { tables: Tables; samples: number; seconds: number },
): void {
  const long = isLong(bytes, list)
  const rows = rowsOf(bytes, list, { at: 4, width: long ? 20 : 12 })
  if (rows.count * samples > EDIT_STEPS_MAX) throw unreadableVideo()
  let shown = 0
  for (let row = 0; row < rows.count; row += 1) {
    const duration = long ? rows.word(row, 0) * 2 ** 32 + rows.word(row, 1) : rows.word(row, 0)
    // A pause shows nothing; a duration of 0 is all of the track.
    const isPause = rows.word(row, long ? 2 : 1) === 0xffffffff
    const length = tables.movieScale > 0 ? duration / tables.movieScale : 0
    if (!isPause) shown += duration === 0 ? seconds : Math.min(length, seconds)
  }
  if (shown > 2 * seconds + 10) throw damagedVideoRefusal()
}
