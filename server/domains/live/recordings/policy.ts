import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { HOLE_MAX_MS, SLICE_BYTES_A_SECOND, SLICES_MAX, SLICES_SHARE } from '@vesper/sync/vesper/api/live-recordings.ts'
import type { Stream } from '../streams/entity.ts'
import type { Hole, Recording, Slice } from './entity.ts'

const MINUTE_MS = 60_000
/** So long a recording waits for word of a device, in milliseconds. */
export const WORD_MS = 30 * MINUTE_MS
/** After its stream, a recording takes slices for so long, in milliseconds. */
export const SLICES_MS = 24 * 60 * MINUTE_MS

type Span = Pick<Slice, 'beginMs' | 'endMs'>

/** The holes that slices may fill. */
export function fillable(holes: readonly Hole[]): Hole[] {
  return holes
    .map(({ beginMs, endMs }) => ({ beginMs: Math.round(beginMs), endMs: Math.round(endMs) }))
    .filter(({ beginMs, endMs }) => endMs > beginMs && endMs - beginMs <= HOLE_MAX_MS)
}

/** A recording waits where a device may have what it lacks. Staff that ended a stream do not let it go on afterwards. */
export function mayBeFilled({ endedReason }: Pick<Stream, 'endedReason'>, holes: readonly Hole[]): boolean {
  return holes.length > 0 && endedReason !== 'staff' && endedReason !== 'closed'
}

/** When a recording becomes a video at the latest, if nothing is heard from `now` on. */
export function dueFrom(now: Date, endedAt: Date): Date {
  return new Date(Math.min(now.getTime() + WORD_MS, endedAt.getTime() + SLICES_MS))
}

/** Refuses as `conflict` where a recording takes no slices any more. */
export function requireOpen({ status, endedAt }: Pick<Recording, 'status' | 'endedAt'>, now: Date): void {
  if (status !== 'waiting') throw new Refusal('conflict', 'The video of this stream is made already.')
  if (now.getTime() - endedAt.getTime() > SLICES_MS) {
    throw new Refusal('conflict', 'The time to fill the gaps of this recording is over.')
  }
}

/** Refuses as `invalid` slices that fill no hole and too many of them, as `too-large` more than the holes have room for. */
export function requireFit(holes: readonly Hole[], slices: readonly (Span & Pick<Slice, 'bytes'>)[]): void {
  if (slices.length > SLICES_MAX) throw new Refusal('invalid', 'A recording takes at most 40 parts.')
  if (!slices.every((slice) => holes.some((hole) => overlaps(hole, slice)))) {
    throw new Refusal('invalid', 'This part fills no gap of the recording.')
  }
  const bytes = slices.reduce((sum, slice) => sum + slice.bytes, 0)
  if (bytes > roomOf(holes)) throw new Refusal('too-large', 'These parts are larger than the gaps of the recording.')
}

/** The most bytes of the slices for these holes together. */
export function roomOf(holes: readonly Hole[]): number {
  const ms = holes.reduce((sum, { beginMs, endMs }) => sum + endMs - beginMs, 0)
  return Math.floor((SLICES_SHARE * SLICE_BYTES_A_SECOND * ms) / 1_000)
}

/** Spans that have more than an edge in common. */
export function overlaps(one: Span, other: Span): boolean {
  return Math.max(one.beginMs, other.beginMs) < Math.min(one.endMs, other.endMs)
}
