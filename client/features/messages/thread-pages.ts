import type { Table } from 'dexie'
import { RangeWatch } from '@vesper/sync/dexie/range-watch.ts'
import type { Message } from '@vesper/sync/records/message.ts'
import { isConfirmed } from '@vesper/sync/records/message.ts'
import { contiguousTail } from './contiguous.ts'
import { rangeBelow } from './range-below.ts'
import type { RangeBelow } from './range-below.ts'

/*
 * A thread as a tail and pages of fixed ranges, each watched by itself:
 *
 *     page 1…50 │ page 51…100 │ page 101…150 │ tail 151…∞ (and what is pending)
 *
 * Of what changes, those messages are read and no others, however far up somebody has read. Pages come from this device
 * where it has them; where it has not, exactly the hole comes from the server ([GAP-1]), and without a line the thread ends
 * there and says so.
 */

export const PAGE_SIZE = 50
/** Rows of this device that come in at once: each time, the whole log is gone through anew. */
const HELD_PAGE = 2 * PAGE_SIZE
const INDEX = '[conversationId+seq]'
const FIRST_READ_MOST = 200
const TAIL_MOST = 150
/** On the way to a message far up: rows that are read at once, those to be seen above it, and holes that are filled. */
const REACH_ROWS = 250
const REACH_ABOVE = 20
const REACH_FETCHES = 10

export type OlderState = 'idle' | 'loading' | 'offline' | 'failed'

export type ThreadSnapshot = {
  phase: 'loading' | 'ready' | 'failed'
  /** Ascending, without a gap. */
  messages: Message[]
  oldestSeq: number | null
  newestSeq: number | null
  older: OlderState
  /** The server has nothing older, whatever the numbers say. */
  exhausted: boolean
}

type Options = {
  table: Table<Message, string>
  conversationId: string
  /** How many messages nobody has looked at yet: the first read goes back to where they begin. */
  readUnseen: () => Promise<number>
  /** Brings so many messages before a `seq` onto this device and resolves to how many there were. */
  fetchOlder: (before: number, count: number) => Promise<number>
  /** Opens as far back as this `seq`, as far as the device holds what lies between, or can fetch it. */
  at?: number | undefined
  /** Whether a failed `fetchOlder` only needs the line to come back. */
  isOffline: (error: unknown) => boolean
}

/** `rows`: those of what is held. */
type Below = RangeBelow & { rows: Message[] }

type Page = { from: number; to: number; rows: Message[]; watch: RangeWatch<Message> }

/** A thread of which nothing has been read yet. */
export const emptySnapshot: ThreadSnapshot = {
  phase: 'loading',
  messages: [],
  oldestSeq: null,
  newestSeq: null,
  older: 'idle',
  exhausted: false,
}

/** The messages of one conversation for one open thread; for `useSyncExternalStore`. `close` ends what it watches. */
export class ThreadPages {
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #pages: Page[] = []
  #snapshot = emptySnapshot
  #isClosed = false
  #isAsked = false

  constructor(options: Options) {
    this.#options = options
    void this.#open().catch((error: unknown) => this.#fail(error))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): ThreadSnapshot => this.#snapshot

  /** Shows one page more. `lastSeq` is the newest that the conversation is known to have. One call at a time counts. */
  async older(lastSeq: number): Promise<void> {
    const { oldestSeq, phase, exhausted } = this.#snapshot
    const before = oldestSeq ?? lastSeq + 1
    if (phase !== 'ready' || this.#isAsked || exhausted || before <= 1) return
    this.#isAsked = true
    try {
      const below = await this.#rangeBelow(before, HELD_PAGE)
      if (below.kind === 'hole') this.#change({ older: 'loading' })
      const isThere = await this.#bring(below)
      // Rows and state in one, so that the log is drawn once.
      this.#change({ ...this.#shown(), older: 'idle', exhausted: !isThere })
    } catch (error) {
      this.#change({ older: this.#stoppedBy(error) })
    } finally {
      this.#isAsked = false
    }
  }

  /** Lets go of what is far above the newest; for when somebody has gone back to the end. */
  trim(): void {
    const kept = this.#pages.slice(-2)
    for (const page of this.#pages.slice(0, -2)) page.watch.stop()
    this.#pages = kept
    this.#publish()
  }

  close(): void {
    this.#isClosed = true
    for (const page of this.#pages) page.watch.stop()
    this.#pages = []
  }

  async #open(): Promise<void> {
    const [newest, unseen] = await Promise.all([this.#newest(PAGE_SIZE), this.#options.readUnseen()])
    const size = Math.min(FIRST_READ_MOST, unseen + PAGE_SIZE / 2)
    const shown = size > PAGE_SIZE ? await this.#newest(size) : newest
    if (this.#isClosed) return
    const tail = contiguousTail(shown.reverse())
    this.#pages = [this.#watch(tail.oldestSeq ?? 0, Infinity, tail.messages)]
    const older = await this.#reach(tail.oldestSeq)
    this.#publish()
    this.#change({ phase: 'ready', older })
  }

  /** [SEARCH-5] Takes in what lies between the newest messages and the one to open at. Answers what has stopped it. */
  async #reach(oldestSeq: number | null): Promise<OlderState> {
    const wanted = Math.max(1, (this.#options.at ?? Infinity) - REACH_ABOVE)
    let fetches = 0
    for (let before = oldestSeq ?? 0; before > wanted && !this.#isClosed;) {
      const below = await this.#rangeBelow(before, REACH_ROWS)
      if (below.kind === 'hole' && (fetches += 1) > REACH_FETCHES) return 'idle'
      try {
        if (!(await this.#bring(below))) return 'idle'
      } catch (error) {
        return this.#stoppedBy(error)
      }
      before = below.from
    }
    return 'idle'
  }

  /** Shows what is held, or what the server has of a hole; false where it has nothing. */
  async #bring({ kind, from, to, rows }: Below): Promise<boolean> {
    if (kind === 'hole' && (await this.#options.fetchOlder(to + 1, to - from + 1)) === 0) return false
    this.#show(from, to, kind === 'held' ? rows : await this.#range(from, to).toArray())
    return true
  }

  #stoppedBy(error: unknown): OlderState {
    return this.#options.isOffline(error) ? 'offline' : 'failed'
  }

  #newest(count: number): Promise<Message[]> {
    const all = this.#range(0, Infinity)
    return all.reverse().limit(count).toArray()
  }

  #fail(error: unknown): void {
    console.error('The messages of this device cannot be read', error)
    this.#change({ phase: 'failed' })
  }

  /** Of a hole, no more than is fetched at once. */
  async #rangeBelow(before: number, most: number): Promise<Below> {
    const read = await this.#range(Math.max(1, before - most), before - 1).toArray()
    const held = read.map(({ seq }) => seq)
    const { kind, from, to } = rangeBelow(before, held, most)
    const rows = kind === 'held' ? read.filter(({ seq }) => seq >= from) : []
    return { kind, to, rows, from: kind === 'held' ? from : Math.max(from, before - PAGE_SIZE) }
  }

  #show(from: number, to: number, rows: Message[]): void {
    if (this.#pageOf(to) || this.#isClosed) return
    this.#pages = [...this.#pages, this.#watch(from, to, rows)].sort((a, b) => a.from - b.from)
  }

  #pageOf(seq: number): Page | undefined {
    return this.#pages.find(({ from, to }) => from <= seq && seq <= to)
  }

  #range(from: number, to: number) {
    const { table, conversationId } = this.#options
    return table.where(INDEX).between([conversationId, from], [conversationId, to], true, true)
  }

  #watch(from: number, to: number, rows: Message[]): Page {
    const { table, conversationId } = this.#options
    const range = { index: INDEX, from: [conversationId, from], to: [conversationId, to] }
    const watch = new RangeWatch(table, range, {
      rows,
      next: (read) => this.#update(page, read),
      // What is shown stays; it is read again with the next change.
      error: (error) => console.warn(error),
    })
    const page: Page = { from, to, rows, watch }
    return page
  }

  #update(page: Page, rows: Message[]): void {
    page.rows = rows
    if (page.to === Infinity) this.#splitTail(page)
    this.#publish()
  }

  /** A long talk must not make the tail long: its older part becomes a page. */
  #splitTail(tail: Page): void {
    const confirmed = tail.rows.filter(isConfirmed)
    const first = confirmed.at(-PAGE_SIZE)
    if (confirmed.length <= TAIL_MOST || !first) return
    tail.watch.stop()
    const older = this.#watch(tail.from, first.seq - 1, confirmed.slice(0, -PAGE_SIZE))
    const newer = this.#watch(first.seq, Infinity, tail.rows.slice(confirmed.length - PAGE_SIZE))
    this.#pages = [...this.#pages.filter((page) => page !== tail), older, newer]
  }

  #publish(): void {
    this.#change(this.#shown())
  }

  #shown() {
    return contiguousTail(this.#pages.flatMap((page) => page.rows))
  }

  #change(change: Partial<ThreadSnapshot>): void {
    if (this.#isClosed) return
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
