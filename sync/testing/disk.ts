import type { ClientStore } from '../engine/store.ts'

/** The shared disk of the tabs of one device. */
export type Disk = {
  /** Its capacity in characters; null for no end. */
  limit: number | null
  /** How much is on it, in characters. */
  readonly size: number
  /** `kill` is what a crash does: nothing more is committed, and no promise of this connection settles. */
  connect(): { store: ClientStore; kill: () => void }
  /** A copy of all that is on it, as a restored or cloned profile has it. */
  clone(): Disk
}
