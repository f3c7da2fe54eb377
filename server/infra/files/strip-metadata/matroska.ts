import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { addPatches } from '@vesper/sync/media/byte-patches.ts'
import type { BytePatch } from '@vesper/sync/media/byte-patches.ts'
import { damagedVideoRefusal, unreadableVideo } from '@vesper/sync/media/video-refusals.ts'
import type { ReadBuffer } from './byte-patches.ts'
import { childrenOf, ids, numberIn, readElement, unsignedOf } from './read-element.ts'
import type { Element } from './read-element.ts'

// WebM and Matroska: EBML header, then a Segment whose parts are listed here; Tags, Attachments, Chapters and whatever
// is unknown become Void elements of the same length, so that no offset changes. Browsers record with unknown sizes:
// such a Segment reaches to the end of the file, such a Cluster to the next part of the Segment.

const keptParts: ReadonlySet<number> = new Set([ids.SeekHead, ids.Info, ids.Tracks, ids.Cluster, ids.Cues])
// A checksum would no longer fit what it is of.
const blankedInInfo: ReadonlySet<number> = new Set([
  ...[ids.DateUTC, ids.Title, ids.SegmentFilename, ids.PrevFilename, ids.NextFilename, ids.Void, ids.Crc32],
])
const INFO_MAX_BYTES = 1024 * 1024
/** Blocks of three hours, at 60 pictures and 30 sounds a second. */
const ELEMENTS_MAX = 1_000_000

/**
 * `seen` counts the elements in the whole file but for those of Info and Tracks; `frames` those of the tracks in `pictures`, by their
 * numbers.
 */
type Plan = {
  patches: BytePatch[]
  picture: { width: number; height: number } | null
  seen: number
  frames: number
  pictures: Set<number>
}

/** Plans the cleaning of a WebM or Matroska file, reads the size of its picture, and counts its pictures. */
export async function planMatroska(
  read: ReadBuffer,
  size: number,
): Promise<{ width: number; height: number; frames: number; patches: BytePatch[] }> {
  const plan: Plan = { patches: [], picture: null, seen: 0, frames: 0, pictures: new Set() }
  for (let offset = 0; offset < size;) {
    countElement(plan)
    const element = await readElement(read, offset, size)
    if (element.id === ids.Segment) await planSegment(read, element, plan)
    else if (element.id !== ids.Ebml) addPatches(plan.patches, blank(element))
    offset = element.end
  }
  return { ...(plan.picture ?? { width: 0, height: 0 }), frames: plan.frames, patches: plan.patches }
}

async function planSegment(read: ReadBuffer, segment: Element, plan: Plan): Promise<void> {
  // Parts of a cluster of unknown size show up here, one level too high, and stay.
  let inCluster = false
  for (let offset = segment.content; offset < segment.end;) {
    countElement(plan)
    const element = await readElement(read, offset, segment.end)
    offset = element.end
    if (element.id === ids.Cluster && element.unknownSize) {
      inCluster = true
      offset = element.content
    } else if (inCluster && clusterParts.has(element.id)) await countFrames(read, element, plan)
    else {
      if (element.unknownSize) throw damagedVideoRefusal()
      inCluster = false
      await planPart(read, element, plan)
    }
  }
}

async function planCluster(read: ReadBuffer, cluster: Element, plan: Plan): Promise<void> {
  for (let offset = cluster.content; offset < cluster.end;) {
    countElement(plan)
    const element = await readElement(read, offset, cluster.end)
    await countFrames(read, element, plan)
    offset = element.end
  }
}

/** A block begins with the number of its track, a time of two bytes and flags; a laced one holds up to 256 pictures. */
async function countFrames(read: ReadBuffer, element: Element, plan: Plan): Promise<void> {
  if (element.id === ids.BlockGroup) {
    for (const part of await childrenOf(read, element)) {
      countElement(plan)
      if (part.id === ids.Block) await countFrames(read, part, plan)
    }
  }
  if (element.id !== ids.SimpleBlock && element.id !== ids.Block) return
  const head = await read(element.content, Math.min(12, element.end - element.content))
  const { value: track, length } = numberIn(head)
  const isLaced = ((head[length + 2] ?? 0) & 0x06) !== 0
  if (plan.pictures.has(track)) plan.frames += isLaced ? (head[length + 3] ?? 0) + 1 : 1
}

function countElement(plan: Plan): void {
  plan.seen += 1
  if (plan.seen > ELEMENTS_MAX) throw damagedVideoRefusal()
}

const clusterParts: ReadonlySet<number> = new Set([
  ...[ids.Timestamp, ids.SilentTracks, ids.Position, ids.PrevSize, ids.SimpleBlock, ids.BlockGroup],
])

async function planPart(read: ReadBuffer, element: Element, plan: Plan): Promise<void> {
  if (!keptParts.has(element.id)) addPatches(plan.patches, blank(element))
  if (element.id === ids.Cluster) await planCluster(read, element, plan)
  if (element.id !== ids.Info && element.id !== ids.Tracks) return
  if (element.end - element.content > INFO_MAX_BYTES) throw unreadableVideo()
  const children = await childrenOf(read, element)
  if (element.id === ids.Info) {
    for (const child of children) if (blankedInInfo.has(child.id)) addPatches(plan.patches, blank(child))
  } else {
    for (const track of children) if (track.id === ids.TrackEntry) await readTrack(read, track, plan)
  }
}

async function readTrack(read: ReadBuffer, track: Element, plan: Plan): Promise<void> {
  const parts = await childrenOf(read, track)
  const type = await unsignedOf(read, parts, ids.TrackType)
  if (type !== 1 && type !== 2) {
    throw new Refusal('unsupported', 'This video carries subtitles or data beside picture and sound. Save it without.')
  }
  if (type === 1) plan.pictures.add(await unsignedOf(read, parts, ids.TrackNumber))
  const video = parts.find((part) => part.id === ids.Video)
  if (!video || plan.picture) return
  const picture = await childrenOf(read, video)
  const width = await unsignedOf(read, picture, ids.PixelWidth)
  plan.picture = { width, height: await unsignedOf(read, picture, ids.PixelHeight) }
}

/** A Void element in its place: one byte of id, a size of one or eight bytes, zeros. */
function blank(element: Element): BytePatch[] {
  const length = element.end - element.start
  const header = length <= 128 ? Buffer.from([0xec, 0x80 | (length - 2)]) : Buffer.alloc(9, 0xec)
  if (length > 128) header.writeBigUInt64BE((1n << 56n) | BigInt(length - 9), 1)
  const zeros = length - header.length
  const head = { offset: element.start, bytes: header }
  return zeros > 0 ? [head, { offset: element.start + header.length, zeros }] : [head]
}
