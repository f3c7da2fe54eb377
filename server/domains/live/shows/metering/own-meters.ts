import { appState } from '../../../../infra/app-state.ts'
import type { Meter } from './meter.ts'

/** A show whose room is on this server, with its meter between two looks. */
export type OwnMeter = {
  meter: Meter
  /** By the clock of the meters, in milliseconds: when it was stored and told, and a further minute last asked for. */
  storedAt: number
  askedAt: number | null
  /** The state that both sides were told, as text. */
  told: string
}

/** The meters of this server by the id of their show. */
export const ownMeters = appState(() => new Map<string, OwnMeter>())

/** A clock that never jumps, in milliseconds: the only one that meters look at. */
export const meterClock = appState(() => ({ now: () => performance.now() }))
