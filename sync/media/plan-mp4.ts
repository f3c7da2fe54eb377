import { addPatches } from './byte-patches.ts'
import type { BytePatch, ReadAt } from './byte-patches.ts'
import { mp4BoxesIn, childOf, lettersIn, MOOV_MAX_BYTES, readTopLevel, viewOf } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { addMp4Samples, mergedRanges } from './mp4-samples.ts'
import type { Range, Samples } from './mp4-samples.ts'
import { damagedVideoRefusal, unreadableVideo } from './video-refusals.ts'

// MP4 and QuickTime files are trees of boxes. The boxes that may stay are listed. Any other becomes a `free` box of
// zeros of the same length, so that no offset in the file changes:
//
//   ftyp moov{ mvhd trak{ tkhd mdia{ hdlr minf{ stbl } } } udta:©xyz meta:location uuid:XMP } free:GPS mdat
//                                                          └────────── becomes free ───────────┘
//
// A track that is neither picture nor sound (GPS of phones and action cameras) loses its samples in `mdat` as well.

const kept: Record<string, ReadonlySet<string>> = {
  '': set('ftyp styp moov moof mdat mfra sidx ssix wide'),
  moov: set('mvhd trak mvex iods'),
  mvex: set('mehd trex trep leva'),
  edts: set('elst'),
  trak: set('tkhd edts tref mdia tapt'),
  mdia: set('mdhd hdlr minf elng'),
  minf: set('vmhd smhd nmhd gmhd dinf hdlr stbl'),
  stbl: set('stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps sdtp sbgp sgpd subs saiz saio padb stsh'),
  moof: set('mfhd traf'),
  traf: set('tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc'),
}

const FREE = new TextEncoder().encode('free')
/** Hours of fragments have about half of this. */
const BOXES_MAX = 500_000
/** Cameras write half a dozen. */
const TRACKS_MAX = 64

/**
 * Plans the cleaning of an MP4 or QuickTime file, and reads the size of its picture as displayed. `isComplete` is false
 * for a fragmented file with a track beside picture and sound: its samples cannot be found, and stay. `onIndex` hears each
 * `moov` and `moof`, as it lies in `bytes`, which begin at byte `base` of the file.
 */
export async function planMp4(
  read: ReadAt,
  size: number,
  onIndex?: (index: { bytes: DataView; box: Box; base: number }) => void,
): Promise<{ width: number; height: number; patches: BytePatch[]; isComplete: boolean }> {
  const data: Samples = { fileSize: size, ranges: [], rows: 0 }
  const plan: Plan = { data, boxes: [], picture: null, dataTrack: false, seen: 0, tracks: 0 }
  let fragmented = false
  let found = false
  for (const box of await readTopLevel(read, size)) {
    if (!kept['']?.has(box.type)) addPatches(plan.boxes, blank(box))
    if (box.type !== 'moov' && box.type !== 'moof') continue
    // No recording has two indexes: each would name all of the file once more.
    if (box.end - box.start > MOOV_MAX_BYTES || (box.type === 'moov' && found)) throw unreadableVideo()
    const bytes = viewOf(await read(box.start, box.end - box.start))
    if (box.type === 'moof') fragmented = true
    else found = true
    const index = { bytes, base: box.start, box: { ...box, start: 0, end: bytes.byteLength } }
    onIndex?.(index)
    cleanInside(index, index.box, plan)
  }
  if (!found) throw damagedVideoRefusal()
  // Samples first: once its track is gone, nothing would lead to them again.
  const patches: BytePatch[] = []
  addPatches(patches, mergedRanges(data).map(zerosOver))
  addPatches(patches, plan.boxes)
  return { ...(plan.picture ?? { width: 0, height: 0 }), patches, isComplete: !(fragmented && plan.dataTrack) }
}

type Plan = {
  data: Samples
  boxes: BytePatch[]
  picture: { width: number; height: number } | null
  dataTrack: boolean
  /** Boxes looked into, and tracks met, so far. */
  seen: number
  tracks: number
}
/** A box read into memory; `base` is where it is in the file. */
type Loaded = { bytes: DataView; base: number }

function cleanInside(loaded: Loaded, parent: Box, plan: Plan): void {
  const allowed = kept[parent.type]
  if (!allowed) return
  const boxes = mp4BoxesIn(loaded.bytes, parent)
  plan.seen += boxes.length
  if (plan.seen > BOXES_MAX) throw unreadableVideo()
  for (const box of boxes) {
    if (!allowed.has(box.type)) addPatches(plan.boxes, blank(inFile(loaded, box)))
    else if (box.type === 'trak') cleanTrack(loaded, box, plan)
    else {
      if (box.type === 'mvhd' || box.type === 'tkhd' || box.type === 'mdhd')
        addPatches(plan.boxes, [dates(loaded, box)])
      cleanInside(loaded, box, plan)
    }
  }
}

function cleanTrack(loaded: Loaded, track: Box, plan: Plan): void {
  plan.tracks += 1
  if (plan.tracks > TRACKS_MAX) throw unreadableVideo()
  const { bytes } = loaded
  const media = childOf(bytes, track, 'mdia')
  const handler = media && childOf(bytes, media, 'hdlr')
  const kind = handler ? lettersIn(bytes, handler, 8) : ''
  if (kind === 'vide') plan.picture ??= displaySize(bytes, childOf(bytes, track, 'tkhd'))
  if (kind === 'vide' || kind === 'soun') return cleanInside(loaded, track, plan)
  plan.dataTrack = true
  const information = media && childOf(bytes, media, 'minf')
  const table = information && childOf(bytes, information, 'stbl')
  if (table) addMp4Samples(plan.data, bytes, table)
  addPatches(plan.boxes, blank(inFile(loaded, track)))
}

/** The place of a loaded box in the file. */
function inFile(loaded: Loaded, box: Box): Box {
  return { ...box, start: box.start + loaded.base, end: box.end + loaded.base }
}

function zerosOver({ start, end }: Range): BytePatch {
  return { offset: start, zeros: end - start }
}

/** The type goes first: a `free` box that still has its bytes is found and emptied by the next run. */
function blank(box: Box): BytePatch[] {
  const zeros = box.end - box.start - box.header
  const type = { offset: box.start + 4, bytes: FREE }
  return zeros > 0 ? [type, { offset: box.start + box.header, zeros }] : [type]
}

/** Creation and modification time, after the version and flags. */
function dates(loaded: Loaded, box: Box): BytePatch {
  const start = box.start + box.header + 4
  const room = Math.max(0, box.end - start)
  const zeros = Math.min(room, room > 0 && isLong(loaded.bytes, box) ? 16 : 8)
  return { offset: loaded.base + start, zeros }
}

function displaySize(bytes: DataView, header: Box | undefined): { width: number; height: number } | null {
  const content = header ? header.start + header.header : 0
  if (!header || content >= header.end) return null
  const matrix = content + (isLong(bytes, header) ? 52 : 40)
  if (matrix + 44 > header.end) return null
  const width = Math.round(bytes.getUint32(matrix + 36) / 65_536)
  const height = Math.round(bytes.getUint32(matrix + 40) / 65_536)
  // A phone held upright writes a landscape picture and a matrix that turns it by a quarter.
  const turned = bytes.getInt32(matrix) === 0 && bytes.getInt32(matrix + 4) !== 0
  return turned ? { width: height, height: width } : { width, height }
}

/** Version 1 of a header has times of 64 bits. */
function isLong(bytes: DataView, box: Box): boolean {
  return bytes.getUint8(box.start + box.header) === 1
}

function set(types: string): ReadonlySet<string> {
  return new Set(types.split(' '))
}
