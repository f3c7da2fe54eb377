import { RangeWatch } from '@vesper/sync/engine/dexie/range-watch.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { isConfirmed } from '@vesper/sync/vesper/records/message.ts'
import { contiguousTail } from './contiguous-tail.ts'
import { BY_SEQ, messageReader } from './message-reader.ts'
import type { Below, MessageTable } from './message-reader.ts'

/*
 * A thread as a tail and pages of fixed ranges, each watched by itself:
 *
 *     page 1…100 │ page 101…200 │ page 201…300 │ tail 301…∞ (and what is pending)
 *
 * Only changed messages are read, however far up the user has read. Pages come from this device
 * where it has them; where it has not, exactly the hole comes from the server, and without a line the thread ends
 * there and says so.
 */

export const PAGE_SIZE = 50
/** The rows of one page. More of this device's own rows, because each page goes through the whole log again. */
const PAGE = { rows: 2 * PAGE_SIZE, hole: PAGE_SIZE }
const FIRST_READ_MOST = 200
const TAIL_MOST = 150
/** On the way to a message far up: what is read or fetched at once, rows to be seen above it, and holes that are filled. */
const REACH = { rows: 250, hole: PAGE_SIZE }
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
  table: MessageTable
  conversationId: string
  /** How many messages nobody has looked at yet: the first read goes back to where they begin. */
  readUnseen: () => Promise<number>
  /** Brings so many messages before a `seq` onto this device and resolves to how many there were. */
  fetchOlder: (before: number, count: number) => Promise<number>
  /** Opens as far back as this `seq`, as far as the device holds what lies between, or can fetch it. */
  at?: number | undefined
  /** True when a failed `fetchOlder` only needs the connection to return. */
  isOffline: (error: unknown) => boolean
}

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
  readonly #device: ReturnType<typeof messageReader>
  readonly #listeners = new Set<() => void>()
  /** Ascending; each begins where the one before it ends. */
  #pages: Page[] = []
  #snapshot = emptySnapshot
  #isClosed = false
  #isBringing = false
  /** The server has nothing below this `seq`. */
  #firstSeq = -1

  constructor(options: Options) {
    this.#options = options
    this.#device = messageReader(options.table, options.conversationId)
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
    if (phase !== 'ready' || this.#isBringing || exhausted || before <= 1) return
    this.#isBringing = true
    let older: OlderState = 'idle'
    try {
      const below = await this.#device.below(before, PAGE)
      if (below.kind === 'hole') this.#change({ older: 'loading' })
      if (!(await this.#bring(below))) this.#firstSeq = before
    } catch (error) {
      older = this.#stoppedBy(error)
    }
    this.#isBringing = false
    this.#tell(older, oldestSeq)
  }

  /**
   * Rows and state in one, so that the log is drawn once. Nothing where nothing has come: whoever is told asks again, and
   * what comes into a page that is shown is told by its watch.
   */
  #tell(older: OlderState, before: number | null): void {
    const shown = this.#shown()
    const isTrimmed = this.#snapshot.oldestSeq !== before
    const next = { ...shown, older: isTrimmed ? 'idle' : older } as const
    if (shown.oldestSeq === before && next.older === this.#snapshot.older && !shown.exhausted) return
    this.#change(next)
  }

  /** Lets go of what is far above the newest; for when somebody has gone back to the end. */
  trim(): void {
    const kept = this.#pages.slice(-2)
    for (const page of this.#pages.slice(0, -2)) page.watch.stop()
    this.#pages = kept
    this.#change({ ...this.#shown(), older: 'idle' })
  }

  close(): void {
    this.#isClosed = true
    for (const page of this.#pages) page.watch.stop()
    this.#pages = []
  }

  async #open(): Promise<void> {
    const [newest, unseen] = await Promise.all([this.#device.newest(PAGE_SIZE), this.#options.readUnseen()])
    const size = Math.min(FIRST_READ_MOST, unseen + PAGE_SIZE / 2)
    const shown = size > PAGE_SIZE ? await this.#device.newest(size) : newest
    if (this.#isClosed) return
    const tail = contiguousTail(shown.reverse())
    this.#pages = [this.#watch(tail.oldestSeq ?? 0, Infinity, tail.messages)]
    const older = await this.#reach(tail.oldestSeq)
    this.#change({ ...this.#shown(), phase: 'ready', older })
  }

  /** Takes in what lies between the newest messages and the one to open at. Answers what has stopped it. */
  async #reach(oldestSeq: number | null): Promise<OlderState> {
    const wanted = Math.max(1, (this.#options.at ?? Infinity) - REACH_ABOVE)
    let fetches = 0
    for (let before = oldestSeq ?? 0; before > wanted && !this.#isClosed;) {
      const below = await this.#device.below(before, REACH)
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
    if (kind === 'held') this.#show(from, to, rows)
    else {
      if ((await this.#options.fetchOlder(to + 1, to - from + 1)) === 0) return false
      const brought = await this.#device.range(from, to)
      if (brought.at(-1)?.seq !== to) throw new Error('not kept')
      this.#show(from, to, brought)
    }
    return true
  }

  #stoppedBy(error: unknown): OlderState {
    return this.#options.isOffline(error) ? 'offline' : 'failed'
  }

  #fail(error: unknown): void {
    console.error('The messages of this device cannot be read', error)
    this.#change({ phase: 'failed' })
  }

  /** Nothing but what adjoins the pages: of others that were read before a trim, or lie within a page, a watch tells. */
  #show(from: number, to: number, rows: Message[]): void {
    if (this.#pages[0]?.from === to + 1) this.#pages = [this.#watch(from, to, rows), ...this.#pages]
  }

  #watch(from: number, to: number, rows: Message[]): Page {
    const { table, conversationId } = this.#options
    const range = { index: BY_SEQ, from: [conversationId, from], to: [conversationId, to] }
    const watch = new RangeWatch(table, range, {
      rows,
      next: (read) => this.#update(page, read),
      // The shown messages stay, and are read again with the next change.
      error: (error) => console.warn(error),
    })
    const page: Page = { from, to, rows, watch }
    return page
  }

  #update(page: Page, rows: Message[]): void {
    page.rows = rows
    if (page.to === Infinity) this.#splitTail(page)
    this.#change(this.#shown())
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

  #shown() {
    const tail = contiguousTail(this.#pages.flatMap((page) => page.rows))
    return { ...tail, exhausted: (tail.oldestSeq ?? 0) <= this.#firstSeq }
  }

  #change(change: Partial<ThreadSnapshot>): void {
    if (this.#isClosed) return
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}
