import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { VesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import type { App } from '../../app.ts'
import type { About } from './push/push.ts'

/** The collections that devices keep, as the model names them. */
export type CollectionName = keyof VesperModel['collections']

/** The reader of one answer: one viewer; one snapshot, or proof afterwards that no space of it has moved meanwhile. */
export type Reading = { app: App; em: SqlEntityManager; viewerId: string; about: About }

/** A row as the viewer may see it. */
export type SyncedRow = { space: string; collection: CollectionName; value: Record<string, unknown> & { _id: string } }

/** A row that no device lacks which has its space. */
export type CertainRow = Omit<SyncedRow, 'value'> & { id: string }

/** Reads the rows of one collection for a device. Both ways read in bulk, however many rows there are. */
export type SyncedCollection<Name extends CollectionName = CollectionName> = {
  name: Name
  /**
   * Its rows give spaces to a device or take them away, or alter how the viewer sees the rows of others. Only a pull can
   * bring those, so that a poke carries none.
   */
  decidesSpaces?: boolean
  /**
   * The spaces whose rows look different to the viewer since these rows of the collection changed, those that are gone
   * included; with null, since any could have. The answer that brings these rows brings those spaces from the beginning.
   */
  altersSpaces?(reading: Reading, ids: readonly string[] | null): Promise<readonly string[]>
  /**
   * The first rows of a device in these spaces, of whatever kind they are: all rows, or the newest and those that the
   * request itself is about (`reading.about.rows`).
   */
  window(reading: Reading, spaces: readonly string[]): Promise<SyncedRow[]>
  /**
   * The rows with these ids, without those that are gone. Ids may come from a device, and name rows of others: the caller
   * takes only those in spaces that the viewer has.
   */
  byIds(reading: Reading, ids: readonly string[]): Promise<SyncedRow[]>
  /**
   * The ids among these, all missing for the viewer, whose rows were never there; none where this is left out. No
   * device is told that such a row went.
   */
  neverSeen?(reading: Reading, ids: readonly string[]): Promise<readonly string[]>
  /**
   * The part of the window that every device has which holds the rows `held`; all of it where this is left out. A window
   * that grows downwards, as newer rows go, reaches rows that a device was never sent.
   */
  certain?(window: readonly SyncedRow[], held: readonly string[]): readonly SyncedRow[]
}
