import { damagedVideoRefusal } from '@vesper/sync/media/video-refusals.ts'
import type { ReadBuffer } from './byte-patches.ts'

/** An element from `start` to before `end`. One of unknown size reaches to the end of its parent. */
export type Element = { id: number; start: number; content: number; end: number; unknownSize: boolean }

/** Ids as they are written, with their length marker. */
export const ids = {
  Ebml: 0x1a45dfa3,
  Segment: 0x18538067,
  SeekHead: 0x114d9b74,
  Info: 0x1549a966,
  Tracks: 0x1654ae6b,
  Cluster: 0x1f43b675,
  Cues: 0x1c53bb6b,
  Void: 0xec,
  Crc32: 0xbf,
  DateUTC: 0x4461,
  Title: 0x7ba9,
  SegmentFilename: 0x7384,
  PrevFilename: 0x3c83ab,
  NextFilename: 0x3e83bb,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Timestamp: 0xe7,
  SilentTracks: 0x5854,
  Position: 0xa7,
  PrevSize: 0xab,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
} as const

const CHILDREN_MAX = 10_000

/** Reads the head of the element at `offset`. Refuses one that does not end before `limit`. */
export async function readElement(read: ReadBuffer, offset: number, limit: number): Promise<Element> {
  const head = await read(offset, Math.min(12, limit - offset))
  const idLength = vintLength(head[0])
  const sizeLength = vintLength(head[idLength])
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) throw damagedVideoRefusal()
  const id = head.readUIntBE(0, idLength)
  const marked = head.subarray(idLength, idLength + sizeLength)
  const size = BigInt(`0x${marked.toString('hex')}`) & ((1n << BigInt(7 * sizeLength)) - 1n)
  const unknownSize = size === (1n << BigInt(7 * sizeLength)) - 1n
  const content = offset + idLength + sizeLength
  if (!unknownSize && size > BigInt(limit - content)) throw damagedVideoRefusal()
  return { id, start: offset, content, end: unknownSize ? limit : content + Number(size), unknownSize }
}

/** The elements inside of one whose size is known. */
export async function childrenOf(read: ReadBuffer, parent: Element): Promise<Element[]> {
  const children: Element[] = []
  for (let offset = parent.content; offset < parent.end;) {
    if (children.length === CHILDREN_MAX) throw damagedVideoRefusal()
    const child = await readElement(read, offset, parent.end)
    children.push(child)
    offset = child.end
  }
  return children
}

/** The unsigned number in the first element with this id; 0 when there is none. */
export async function unsignedOf(read: ReadBuffer, elements: readonly Element[], id: number): Promise<number> {
  const element = elements.find((candidate) => candidate.id === id)
  if (!element) return 0
  const length = element.end - element.content
  if (length > 6) throw damagedVideoRefusal()
  return length === 0 ? 0 : (await read(element.content, length)).readUIntBE(0, length)
}

/** The number of variable length that bytes begin with, without its marker, and its length in bytes. */
export function numberIn(bytes: Buffer): { value: number; length: number } {
  const length = vintLength(bytes[0])
  if (length > 4 || bytes.length < length) throw damagedVideoRefusal()
  return { value: bytes.readUIntBE(0, length) % 2 ** (7 * length), length }
}

/** How many bytes a number of variable length has, by its first byte; 9 when it is not one. */
function vintLength(first: number | undefined): number {
  return first === undefined || first === 0 ? 9 : Math.clz32(first) - 23
}
