import { boxesIn, child, damaged, topLevelOf, unreadable, wordIn } from './boxes.ts'
import type { Box } from './boxes.ts'
import { sampleRanges } from './samples.ts'
import type { Range, Tables } from './samples.ts'

// MP4 and QuickTime files are trees of boxes. What may stay is listed; anything else becomes a `free` box of zeros of the same
// length, so that no offset in the file changes. The server does the same again (server/infra/files/strip-metadata/mp4.ts): it trusts no device.
//
//   ftyp moov{ mvhd trak{ tkhd mdia{ hdlr minf{ stbl } } } udta:©xyz meta:location uuid:XMP } free:GPS mdat
//                                                          └────────── becomes free ───────────┘

const kept: Record<string, ReadonlySet<string>> = {
  '': set('ftyp styp moov moof mdat mfra sidx ssix wide'),
  moov: set('mvhd trak mvex iods'),
  trak: set('tkhd edts tref mdia tapt'),
  mdia: set('mdhd hdlr minf elng'),
  minf: set('vmhd smhd nmhd gmhd dinf hdlr stbl'),
  stbl: set('stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps sdtp sbgp sgpd subs saiz saio padb stsh'),
  moof: set('mfhd traf'),
  traf: set('tfhd tfdt trun sdtp sbgp sgpd subs saiz saio senc'),
}
const dated = set('mvhd tkhd mdhd')
/** What such a file may begin with. */
const first = set('ftyp styp moov mdat wide free skip pnot')
const INDEX_MAX_BYTES = 32 * 1024 * 1024
const TRACKS_MAX = 64
const ZEROS = new Uint8Array(64 * 1024)
const FREE = new TextEncoder().encode('free')

/** A part of the file that is written over, by `word` or by zeros. */
type Patch = Range & { word?: Uint8Array<ArrayBuffer> }

/**
 * An MP4 or QuickTime film with picture and sound as they are, and without what its camera wrote beside them: where and when
 * it was made, by what, and tracks that are neither. What is no such file is left as it is, for the server to judge.
 * Refuses a damaged one, and one with more tracks, or more samples that go, than the server takes.
 */
export async function bareVideo(file: Blob): Promise<Blob> {
  const head = new DataView(await file.slice(0, 8).arrayBuffer())
  if (head.byteLength < 8 || !first.has(wordIn(head, { type: '', start: 0, end: 8, header: 0 }, 4))) return file
  const patches: Patch[] = []
  const counted = { indexes: 0, tracks: 0, rows: 0 }
  for (const box of await topLevelOf(file)) {
    if (!kept['']?.has(box.type)) patches.push(...free(box))
    // One of many hours: the server says that it is too long.
    if (!kept[box.type] || box.end - box.start > INDEX_MAX_BYTES) continue
    if (box.type === 'moov') counted.indexes += 1
    if (counted.indexes > 1) throw unreadable()
    const bytes = new DataView(await file.slice(box.start, box.end).arrayBuffer())
    const index: Index = { bytes, base: box.start, fileSize: file.size, counted, patches }
    bare(index, { ...box, start: 0, end: bytes.byteLength })
  }
  return patched(file, patches)
}

/** A box read into memory, which begins at `base` in the file; `patches` grows, `counted` is of the whole file. */
type Index = Tables & { base: number; counted: { tracks: number }; patches: Patch[] }

function bare(index: Index, parent: Box): void {
  const { bytes, counted, patches } = index
  for (const box of boxesIn(bytes, parent)) {
    if (box.type === 'trak') counted.tracks += 1
    if (counted.tracks > TRACKS_MAX) throw unreadable()
    const isForeign = box.type === 'trak' && !isShown(bytes, box)
    if (isForeign) for (const range of samplesOf(index, box)) patches.push(range)
    if (isForeign || !kept[parent.type]?.has(box.type)) {
      patches.push(...free({ ...box, start: index.base + box.start, end: index.base + box.end }))
      continue
    }
    if (dated.has(box.type)) patches.push(dates(index, box))
    if (kept[box.type]) bare(index, box)
  }
}

/** Whether a track is picture or sound. */
function isShown(bytes: DataView, track: Box): boolean {
  const media = child(bytes, track, 'mdia')
  const handler = media && child(bytes, media, 'hdlr')
  return handler !== undefined && ['vide', 'soun'].includes(wordIn(bytes, handler, 8))
}

function samplesOf(index: Index, track: Box): Range[] {
  const { bytes } = index
  const media = child(bytes, track, 'mdia')
  const information = media && child(bytes, media, 'minf')
  const table = information && child(bytes, information, 'stbl')
  return table ? sampleRanges(index, table) : []
}

/** The box as one that says nothing. */
function free({ start, end, header }: Box): Patch[] {
  return [
    { start: start + 4, end: start + 8, word: FREE },
    { start: start + header, end },
  ]
}

/** Creation and modification time, after the version and flags. */
function dates({ bytes, base }: Index, box: Box): Patch {
  const start = box.start + box.header + 4
  if (start > box.end) throw damaged()
  const length = bytes.getUint8(start - 4) === 1 ? 16 : 8
  return { start: base + start, end: base + Math.min(box.end, start + length) }
}

/** The file with these parts of it written over; what stays is read only when it is needed. */
function patched(file: Blob, patches: Patch[]): Blob {
  const parts: BlobPart[] = []
  let at = 0
  for (const { start, end, word } of patches.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start)
    if (end <= from) continue
    parts.push(file.slice(at, from))
    if (word) parts.push(word.subarray(from - start))
    else for (let left = end - from; left > 0; left -= ZEROS.length) parts.push(ZEROS.subarray(0, left))
    at = end
  }
  return new Blob([...parts, file.slice(at)], { type: file.type })
}

function set(types: string): ReadonlySet<string> {
  return new Set(types.split(' '))
}
