import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../context.ts'
import type { About } from './push/push.ts'

/** What one answer is read with: one viewer; one snapshot, or proof afterwards that no space of it has moved meanwhile. */
export type Reading = { app: App; em: SqlEntityManager; viewerId: string; about: About }

/** A row as the viewer may see it. */
export type SyncedRow = { space: string; collection: string; value: Record<string, unknown> & { _id: string } }

/** A row that no device lacks which has its space. */
export type CertainRow = Omit<SyncedRow, 'value'> & { id: string }

/** How rows of one collection are read for a device. Both ways read in bulk, however many rows there are. */
export type SyncedCollection = {
  /** As the device names it. */
  name: string
  /**
   * What a device begins with in these spaces, of whatever kind they are: all rows, or the newest and those that the
   * request itself is about (`reading.about.rows`).
   */
  window(reading: Reading, spaces: readonly string[]): Promise<SyncedRow[]>
  /**
   * The rows with these ids, without those that are gone. Ids may come from a device, and be of others' rows: whoever asks
   * takes those alone that are in spaces which the viewer has.
   */
  byIds(reading: Reading, ids: readonly string[]): Promise<SyncedRow[]>
  /**
   * Of the rows with these ids, which are not there for the viewer, those that never were; none where this is left out.
   * Nobody is told that such a row went.
   */
  neverSeen?(reading: Reading, ids: readonly string[]): Promise<readonly string[]>
  /**
   * What of the window every device has that holds the rows `held`; all of it where this is left out. A window that grows
   * downwards, as newer rows go, reaches rows that a device never was sent.
   */
  certain?(window: readonly SyncedRow[], held: readonly string[]): readonly SyncedRow[]
}
