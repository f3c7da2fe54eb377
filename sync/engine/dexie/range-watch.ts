import { cmp, Dexie } from 'dexie'
import type { IndexableType, IntervalTree, ObservabilitySet, Table } from 'dexie'
import { equal } from '../core/equal.ts'
import { MANY, writtenRows } from './live-changes.ts'

/**
 * The rows whose key in `index`, a compound one of fields of the row itself, is from `from` to `to`, both included; with
 * `last`, no more than so many of their end.
 */
export type Range = { index: string; from: readonly unknown[]; to: readonly unknown[]; last?: number }

/** `rows`: what has been read of the range, where that was done; it is not told again. `error`: of a read, which is done again. */
type Observer<Row> = { rows?: Row[]; next: (rows: Row[]) => void; error: (cause: unknown) => void }

/** The rows to read: those with these ids, or all. */
type Stale = Set<string> | 'all'

type WithId = { _id: string }

/**
 * Tells of the rows of a range in the order of its index, first as they are and then with every change, from whichever
 * tab, until it is stopped. After a change it reads only the changed rows, where a live query would read the whole
 * range again, and none that its own tab has just written. A row that has not changed stays the same object.
 */
export class RangeWatch<Row extends WithId> {
  readonly #table: Table<Row, string>
  readonly #range: Range
  readonly #observer: Observer<Row>
  readonly #keyPath: string[]
  /** By id, in order; null before anything was read. */
  #rows: Map<string, Row> | null
  #stale: Stale = 'all'
  #isReading = false
  #isStopped = false

  constructor(table: Table<Row, string>, range: Range, observer: Observer<Row>) {
    this.#table = table
    this.#range = range
    this.#observer = observer
    this.#keyPath = table.schema.idxByName[range.index]?.keyPath as string[]
    this.#rows = observer.rows ? byId(observer.rows) : null
    // Before the first read: what is written in the meantime is in the one or in the other.
    Dexie.on.storagemutated.subscribe(this.#hear)
    void this.#read()
  }

  stop(): void {
    this.#isStopped = true
    Dexie.on.storagemutated.unsubscribe(this.#hear)
  }

  readonly #hear = (parts: ObservabilitySet): void => {
    if (this.#takeWritten(parts)) return
    const changed = this.#changed(parts)
    if (changed === 'all') this.#stale = 'all'
    else if (this.#stale !== 'all') for (const id of changed) this.#stale.add(id)
    if (!this.#isWanting()) return
    // Writers through Dexie notify within a transaction that is over.
    if (!this.#isReading) void Dexie.ignoreTransaction(() => this.#read())
  }

  /** True where all that has changed was written by this tab, and nothing is being read that may be older. */
  #takeWritten(parts: ObservabilitySet): boolean {
    const written = writtenRows(parts, this.#table.name) as ReadonlyMap<string, Row | null> | null | undefined
    if (!written || !this.#rows || this.#isReading || this.#isWanting()) return false
    const rows = this.#merged(written)
    // An observer that throws is not to keep the other readers from hearing.
    if (rows) this.#take(rows, (tell) => void Promise.resolve().then(tell))
    return rows !== null
  }

  /** The changed rows that may be in this range. */
  #changed(parts: ObservabilitySet): Stale {
    if (parts['all']) return 'all'
    const ids = pointsOf(this.#part(parts, ''))
    if (ids === 'all') return 'all'
    const keys = pointsOf(this.#part(parts, this.#range.index))
    const isIn = keys === 'all' || keys.some((key) => this.#holds(key))
    // A row that is just being read may be here.
    const isKnown = this.#isReading || ids.some((id) => this.#rows?.has(id as string))
    return new Set(isIn || isKnown ? (ids as string[]) : [])
  }

  #part(parts: ObservabilitySet, index: string): IntervalTree | undefined {
    return parts[`idb://${this.#table.db.name}/${this.#table.name}/${index}`]
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      while (this.#isWanting()) {
        const read = await this.#readStale().catch((cause: unknown) => this.#missed(cause))
        if (this.#isStopped || read === 'later') return
        if (read) this.#take(read)
      }
    } finally {
      this.#isReading = false
    }
  }

  #isWanting(): boolean {
    return this.#stale === 'all' || this.#stale.size > 0
  }

  async #readStale(): Promise<Row[] | null> {
    const stale = this.#stale
    this.#stale = new Set()
    return stale === 'all' ? this.#all() : this.#with(stale)
  }

  /** All is read with the next change, which may have come already. */
  #missed(cause: unknown): 'later' | null {
    const hasHeard = this.#isWanting()
    this.#stale = 'all'
    if (!this.#isStopped) this.#observer.error(cause)
    return hasHeard ? null : 'later'
  }

  #take(read: Row[], run: (tell: () => void) => void = (tell) => tell()): void {
    const before = this.#rows
    const rows = read.map((row) => sameAs(before?.get(row._id), row))
    const isSame = rows.length === before?.size && rows.every((row) => row === before.get(row._id))
    this.#rows = byId(rows)
    if (!isSame) run(() => !this.#isStopped && this.#observer.next(rows))
  }

  async #all(): Promise<Row[]> {
    const { index, from, to, last } = this.#range
    const all = this.#table.where(index).between(from, to, true, true)
    return last === undefined ? all.toArray() : (await all.reverse().limit(last).toArray()).reverse()
  }

  /** Null where something else has to be read before it can be said. */
  async #with(ids: Set<string>): Promise<Row[] | null> {
    const read = await this.#table.bulkGet([...ids])
    const rows = this.#merged(new Map([...ids].map((id, index) => [id, read[index] ?? null])))
    if (!rows) this.#stale = 'all'
    return rows
  }

  /** The rows of the range, of which some are `changed`; null where all have to be read. */
  #merged(changed: ReadonlyMap<string, Row | null>): Row[] | null {
    const { last = Infinity } = this.#range
    const before = [...(this.#rows?.values() ?? [])]
    const rows: Row[] = []
    const stays = new Set<string>()
    for (const row of before) {
      const now = changed.get(row._id)
      if (now && cmp(this.#keyOf(row), this.#keyOf(now)) === 0) stays.add(row._id)
      if (now === undefined || stays.has(row._id)) rows.push(now ?? row)
    }
    // The row before the first one may move in for a deleted row, or take its place.
    if (before.length >= last && rows.length < before.length) return null
    const come = [...changed.values()].filter((row) => row && !stays.has(row._id) && this.#holds(this.#keyOf(row)))
    if (come.length >= MANY) return null
    for (const row of come) if (row) rows.splice(this.#placeOf(row, rows), 0, row)
    return rows.slice(-last)
  }

  #holds(key: unknown): boolean {
    const { from, to } = this.#range
    return cmp(key, from) >= 0 && cmp(key, to) <= 0
  }

  /** Behind all that come before it; most rows are new, and the last. */
  #placeOf(row: Row, rows: Row[]): number {
    const key = [...this.#keyOf(row), row._id]
    return rows.findLastIndex((other) => cmp([...this.#keyOf(other), other._id], key) < 0) + 1
  }

  #keyOf(row: Row): unknown[] {
    return this.#keyPath.map((field) => (row as Record<string, unknown>)[field])
  }
}

function byId<Row extends WithId>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row._id, row]))
}

function sameAs<Row>(before: Row | undefined, row: Row): Row {
  return before !== undefined && equal(before, row) ? before : row
}

/** The keys of a set, which comes from another tab as bare data; `all` where one of its ranges is more than a key. */
function pointsOf(set: IntervalTree | null | undefined): IndexableType[] | 'all' {
  if (!set || !('from' in set)) return []
  const [before, after] = [pointsOf(set.l), pointsOf(set.r)]
  if (before === 'all' || after === 'all' || cmp(set.from, set.to) !== 0) return 'all'
  return [...before, set.from, ...after]
}
