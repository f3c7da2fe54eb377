import { Refusal } from '../engine/protocol/refusal.ts'
import { childOf, mp4BoxesIn, viewOf } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { isAnimatedPng } from './png-chunks.ts'

/** The bytes at the beginning of a picture that tell of its movement: its frames are counted before they come. */
export const MOVEMENT_HEAD_BYTES = 256 * 1024

/**
 * Refuses a moving picture of a format that neither the app nor the server writes, by its first bytes and never by its name: it would
 * be shown as its first frame.
 */
export function requireKeptMovement(bytes: Uint8Array): void {
  if (isAnimatedPng(bytes)) {
    throw new Refusal('unsupported', 'Animated PNG pictures would lose their movement. Send a GIF or a WebP instead.')
  }
  if (isAnimatedAvif(bytes)) {
    throw new Refusal('unsupported', 'Animated AVIF pictures would lose their movement. Send a GIF or a WebP instead.')
  }
}

/**
 * True for an AVIF of several frames: its brand says that it is a sequence, and its track has more than one sample. One whose
 * track lies behind the given bytes counts as several frames.
 * @see https://aomediacodec.github.io/av1-avif/#image-sequence-brand
 */
function isAnimatedAvif(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  const start = boxAt(view, 0)
  if (start?.type !== 'ftyp' || !brandsOf(view, start).includes('avis')) return false
  for (let box: Box | null = start; box !== null; box = boxAt(view, box.end)) {
    if (box.type === 'moov') return box.end > bytes.length || framesIn(view, box) > 1
  }
  return true
}

function brandsOf(view: DataView, { start, end }: Box): string[] {
  const brands: string[] = []
  // The second of its words is a version.
  for (let at = start + 8; at + 4 <= Math.min(end, view.byteLength); at += 4) {
    if (at !== start + 12) brands.push(letters(view, at))
  }
  return brands
}

/** The samples of the longest track; 0 where its tables cannot be read. */
function framesIn(view: DataView, movie: Box): number {
  try {
    const tracks = mp4BoxesIn(view, movie).filter(({ type }) => type === 'trak')
    return Math.max(0, ...tracks.map((track) => samplesOf(view, track)))
  } catch {
    return 0
  }
}

function samplesOf(view: DataView, track: Box): number {
  let box: Box | undefined = track
  for (const type of ['mdia', 'minf', 'stbl', 'stsz']) box = box && childOf(view, box, type)
  const count = box ? box.start + box.header + 8 : Infinity
  return box && count + 4 <= box.end ? view.getUint32(count) : 0
}

function boxAt(view: DataView, start: number): Box | null {
  if (start + 8 > view.byteLength) return null
  const size = view.getUint32(start)
  return size < 8 ? null : { type: letters(view, start + 4), start, end: start + size, header: 8 }
}

function letters(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}
