import { mp4BoxesIn } from '@vesper/sync/media/mp4-boxes.ts'
import type { Box } from '@vesper/sync/media/mp4-boxes.ts'
import { damagedVideoRefusal } from '@vesper/sync/media/video-refusals.ts'
import { declareSamples } from './declare-samples.ts'
import type { Tables } from './declare-samples.ts'
import { only, wordAt } from './mp4-rows.ts'

/** Index boxes as they lie in `bytes`, which begin at byte `base` of the file. */
export type Mp4Index = { bytes: DataView; box: Box; base: number }

/** Checks the runs of samples of a fragment (`moof`), as `createMp4Tables` says. */
export function checkMp4Fragment({ bytes, box, base }: Mp4Index, tables: Tables): void {
  for (const traf of mp4BoxesIn(bytes, box)) {
    if (traf.type !== 'traf') continue
    const header = only(bytes, traf, 'tfhd')
    if (!header) continue
    const { start, ...track } = fragmentHeader(bytes, header, tables)
    for (const run of mp4BoxesIn(bytes, traf)) {
      if (run.type === 'trun') checkRun(bytes, run, { tables, ...track, start: start ?? base })
    }
  }
}

/** `start` is null where the offsets of its runs count from the fragment's own begin. */
function fragmentHeader(
  bytes: DataView,
  header: Box,
  { fileSize, defaultSizes, kinds }: Tables,
): { start: number | null; defaultSize: number; isSound: boolean } {
  const flags = wordAt(bytes, header, 0)
  let at = 8
  const next = (width: number): number => (at += width) - width
  let start: number | null = null
  if (flags & 1) {
    const place = next(8)
    start = wordAt(bytes, header, place) * 2 ** 32 + wordAt(bytes, header, place + 4)
    if (start > fileSize) throw damagedVideoRefusal()
  }
  if (flags & 2) next(4)
  if (flags & 8) next(4)
  const track = wordAt(bytes, header, 4)
  const inherited = defaultSizes.get(track) ?? 0
  const defaultSize = flags & 16 ? wordAt(bytes, header, next(4)) : inherited
  return { start, defaultSize, isSound: kinds.get(track) === 'soun' }
}

function checkRun(
  bytes: DataView,
  run: Box,
  { tables, defaultSize, start, isSound }: { tables: Tables; defaultSize: number; start: number; isSound: boolean },
): void {
  const flags = wordAt(bytes, run, 0)
  const count = wordAt(bytes, run, 4)
  let at = 8
  if (flags & 1) {
    const place = start + (wordAt(bytes, run, at) | 0)
    if (place < 0 || place > tables.fileSize) throw damagedVideoRefusal()
    at += 4
  }
  if (flags & 4) at += 4
  const fields = [0x100, 0x200, 0x400, 0x800].filter((field) => flags & field)
  if (at + count * fields.length * 4 > run.end - run.start - run.header) throw damagedVideoRefusal()
  const sizeAt = fields.indexOf(0x200)
  let length = count * defaultSize
  if (sizeAt !== -1) {
    length = 0
    for (let row = 0; row < count; row += 1) length += wordAt(bytes, run, at + (row * fields.length + sizeAt) * 4)
  }
  declareSamples(tables, { bytes: length, samples: count, frames: isSound ? 0 : count })
}
