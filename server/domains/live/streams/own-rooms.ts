import type { StreamState } from '@vesper/sync/vesper/live-events.ts'
import { appState } from '../../../infra/app-state.ts'
import type { Stream } from './entity.ts'
import { openClock } from './stream-clock.ts'
import type { StreamClock } from './stream-clock.ts'

/** A room of this server's engine, with what is known of its stream between two looks. */
export type OwnRoom = Pick<Stream, 'id' | 'performerId' | 'kind' | 'record'> & {
  clock: StreamClock
  viewers: number
  viewersPeak: number
  isAway: boolean
  /** When a private show last kept the creator away, by the same clock as `toldAt`; null for never. */
  awayAt: number | null
  /** The latest state that its viewers were told, and when, by the clock of `performance.now()`. */
  told: StreamState | null
  toldAt: number
  /** The most viewers, as it was when the room opened. The creator takes no place. */
  maxViewers: number
  /** When the row was last written, by the same clock. */
  storedAt: number
  /** By account: the end of the membership by which it watches, as it is stored, in milliseconds since 1970. */
  memberUntil: Map<string, number>
}

/** The rooms of this server by the id of their stream. */
export const ownRooms = appState(() => new Map<string, OwnRoom>())

/** A room that opens now. */
export function newRoom({ id, performerId, kind, record, isAway }: Stream, maxViewers: number): OwnRoom {
  const now = performance.now()
  return {
    ...{ id, performerId, kind, record, isAway, clock: openClock(now), viewers: 0, viewersPeak: 0 },
    maxViewers,
    ...{ awayAt: null, told: null, toldAt: 0, storedAt: now, memberUntil: new Map() },
  }
}

/** Whole seconds with picture. */
export function secondsOf({ clock }: Pick<OwnRoom, 'clock'>): number {
  return Math.floor(clock.liveMs / 1000)
}
