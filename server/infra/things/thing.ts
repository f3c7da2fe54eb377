import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import type { SearchWord } from '@vesper/sync/vesper/records/search-words.ts'
import type { ThingKind } from '@vesper/sync/vesper/records/things.ts'
import type { Source, Tx } from '../database/transaction.ts'
import type { Onlooker } from '../files/attachment.ts'

/** The viewer sees the whole thing (`open`), a preview of it (`locked`), or nothing (`hidden`). */
export type Access = 'open' | 'locked' | 'hidden'

/** One thing, by its kind and its id. */
export type ThingRef = { type: ThingKind; id: string }

/** The thing as its reporter saw it: authors can change or delete it later. `context`: lines around a private one. */
export type Snapshot = {
  text: string
  fileIds?: string[]
  context?: { by: string; text: string; at: string; isReported: boolean }[]
}

/** A thing in a notification. `page` is the thing that shows it; null for a thing with a page of its own. */
export type NoticedThing = { ownerId: string; preview: string; page: ThingRef | null }

/** Words that somebody searches for, and a page of the list; `current` counts from 1. */
export type Search = { words: readonly SearchWord[]; onlooker: Onlooker; page: { current: number; pageSize: number } }

/** One page of cards. `total` may end at a bound. */
export type Cards = { data: object[]; total: number }

/**
 * A kind of things. The domain that owns the kind declares it; comments, reactions, reports, charges, notifications and the
 * search read it. The table of kinds in `sync` says which uses a kind has; `joinThings` checks that their functions are
 * there. `Row` is the thing as `find` reads it, with all that its other functions need.
 */
export type ThingOf<Row extends object> = {
  kind: ThingKind
  words: {
    /** The refusal of a thing that does not exist, or that the onlooker may not know of. */
    missing: string
    /** The refusal to like: of a locked thing, or of every thing where the kind is not liked. */
    notLiked?: string
    /** The refusal to bookmark, where the kind is not bookmarked. */
    notBookmarked?: string
  }
  find: (source: Source, id: string) => Promise<Row | null>
  /** `isBlocked`: the owner blocks the onlooker, who reads at most. */
  access: (source: Source, onlooker: Onlooker, row: Row) => Promise<{ access: Access; isBlocked?: boolean }>
  /** The account that is responsible for the thing, and that is paid for it. */
  owner: (row: Row) => string
  /** Finds the thing under a lock of its row: until the commit its owner does not remove it. */
  lock?: (tx: Tx, id: string) => Promise<Row | null>
  /** Tokens; null for a thing that is not for sale. Asked under the lock of the buyer's wallet. */
  price?: (row: Row) => number | null
  /** Why its files cannot be seen yet, by a buyer neither; null when they can. Such a thing is not sold. */
  unready?: (source: Source, row: Row) => Promise<Unready | null>
  /**
   * Tells if a buyer has all that the thing would open, by other ways. Such a thing is not sold. Asked under the lock of the
   * buyer's wallet.
   */
  ownsAll?: (source: Source, buyerId: string, row: Row) => Promise<boolean>
  /** The titles of things that have one, by id. */
  titles?: (source: Source, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The addresses of small pictures of things that have one, as far as they are open to the onlooker, by id. */
  pictures?: (source: Source, onlooker: Onlooker, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The thing as the reporter sees it; null where the reporter does not see it. */
  snapshot?: (source: Source, onlooker: Onlooker, row: Row) => Promise<Snapshot | null>
  /** Things as notifications of likes tell of them, by id; those that are gone are left out. */
  noticed?: (source: Source, ids: readonly string[]) => Promise<ReadonlyMap<string, NoticedThing>>
  /** Hides a thing from all but its owner, or shows it again. Gives the state before; null where nothing changed. */
  hide?: (tx: Tx, id: string, isHidden: boolean) => Promise<string | null>
  bookmarks?: {
    /** SQL that joins the thing, `o`, to a bookmark, `r`, whose account can still see it, locked ones included. */
    join: string
    /** The cards of these things, in their order; a thing that the onlooker may not know of is left out. */
    cards: (source: Source, onlooker: Onlooker, ids: readonly string[]) => Promise<object[]>
  }
  search?: (source: Source, search: Search) => Promise<Cards>
}

/** A thing whose rows only its own functions understand. */
export type Thing = ThingOf<object>

/** Declares a kind of things for the manifest of its domain. */
export function thing<Row extends object>(given: ThingOf<Row>): Thing {
  return given as unknown as Thing
}
