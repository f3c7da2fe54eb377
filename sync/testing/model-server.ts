import { expandCursor } from '../engine/core/compact-cursor.ts'
import { pastAfter } from '../engine/core/lineage.ts'
import type { RunStart } from '../engine/core/lineage.ts'
import type { Outcome } from '../engine/protocol/outcome.ts'
import type { Poke } from '../engine/protocol/poke.ts'
import type { SyncRequest, WireMutation } from '../engine/protocol/sync-request.ts'
import type { SyncResponse } from '../engine/protocol/sync-response.ts'
import type { Item, List } from './list-model.ts'
import { ModelDevices } from './model-devices.ts'
import { pullOf, rowsSince, verifiedOf } from './model-pull.ts'
import type { Reading } from './model-pull.ts'
import { ModelShop } from './model-shop.ts'
import { rowsOf } from './model-space.ts'
import type { Space } from './model-space.ts'
import { wordsOf } from './next-list-model.ts'
import { countedIds } from './random.ts'
import { refusalAnswer } from './refusal-answer.ts'

/** A promise that the server can be told to break, to see that the simulation notices. */
export type BrokenPromise =
  | 'applies-again'
  | 'confirms-before-commit'
  | 'skips-rows'
  | 'ignores-owner'
  | 'pokes-over-gaps'
  | 'forgets-too-early'
  | 'trusts-lost-versions'
  | 'forgets-deletions'
  | 'misses-copies'
  | 'misreads-old-apps'
  | 'overlooks-drift'

/** The content of a backup of the server's database. `runs`: those that the database was in. */
export type Backup = {
  epoch: string
  runs: ReadonlySet<number>
  applied: Map<string, number>
  devices: ModelDevices
  spaces: Map<string, Space>
}

export type ServerOptions = {
  /** It knows only the server's own data. */
  broken?: string | undefined
  /** At most so many spaces in one answer. */
  pageSpaces?: number
}

/**
 * The server half in miniature, for `listModel`: ledger, spaces with versions, membership, epoch. One call is one
 * transaction and one snapshot. A text tells what becomes of its item: `bad` is refused, `poison` gets no outcome, `crash`
 * makes the whole request fail.
 */
export class ModelServer {
  /** How often each mutation was applied. */
  applied = new Map<string, number>()
  readonly shop = new ModelShop()
  /** The account that each mutation was applied for. */
  readonly appliedBy = new Map<string, string>()
  /** Items that somebody took away. */
  readonly removed = new Set<string>()
  #devices: ModelDevices
  #spaces = new Map<string, Space>()
  #run = 1
  #runs: ReadonlySet<number> = new Set([1])
  readonly #options: ServerOptions
  readonly #ids = countedIds(0xe)
  /** Every epoch so far, the present one last. */
  readonly epochs: string[] = []

  constructor(options: ServerOptions = {}) {
    this.#options = options
    this.#devices = new ModelDevices(options.broken)
    this.epochs.push(this.#ids())
  }

  get ledger(): ReadonlyMap<string, Outcome> {
    return this.#devices.ledger
  }

  get #epoch(): string {
    return this.epochs.at(-1) ?? ''
  }

  createList(id: string, members: string[]): void {
    const list: List = { _id: id, title: id, count: 0, last: null }
    const past: RunStart[] = [[this.#run, 0]]
    const space: Space = {
      ...{ list, items: new Map(), members: new Set(members) },
      ...{ version: 1, floor: 0, past, deleted: new Set(), changed: new Map() },
    }
    space.changed.set(`lists ${id}`, 1)
    this.#spaces.set(`l:${id}`, space)
  }

  setMember(listId: string, account: string, member: boolean): void {
    const members = this.#spaces.get(`l:${listId}`)?.members
    if (member) members?.add(account)
    else members?.delete(account)
  }

  /** Somebody takes an item away for good. */
  removeItem(listId: string, itemId: string): void {
    const space = this.#spaces.get(`l:${listId}`)
    if (!space?.items.delete(itemId)) return
    this.removed.add(itemId)
    this.#raise(space)
    space.deleted.add(`items ${itemId}`)
    space.changed.set(`items ${itemId}`, space.version)
  }

  /** Forgets what was deleted, and what devices have heard of. */
  prune(): void {
    this.#devices.prune()
    for (const space of this.#spaces.values()) {
      for (const key of space.deleted) space.changed.delete(key)
      if (space.deleted.size > 0 && this.#options.broken !== 'forgets-deletions') space.floor = space.version
      space.deleted.clear()
    }
  }

  backUp(): Backup {
    const [applied, devices] = [new Map(this.applied), this.#devices.clone()]
    return { epoch: this.#epoch, runs: this.#runs, applied, devices, spaces: structuredClone(this.#spaces) }
  }

  /** Starts again, with the database of then; one from before another restore that counted anew is not used. */
  restore({ epoch, runs, applied, devices, spaces }: Backup): void {
    if (epoch !== this.#epoch) return
    this.applied = new Map(applied)
    this.#devices = devices.clone()
    this.#spaces = structuredClone(spaces)
    this.#run += 1
    this.#runs = new Set([...runs, this.#run])
  }

  /** An operator may do this: the data stays, but versions count from the beginning. */
  changeEpoch(): void {
    this.epochs.push(this.#ids())
    for (const space of this.#spaces.values()) {
      space.version = 1
      space.floor = 0
      for (const key of space.changed.keys()) space.changed.set(key, 1)
    }
  }

  /** Answers a request that carries the token of `account`. */
  handle(account: string, request: SyncRequest): { status: number; body: unknown } {
    if (request.account !== account && this.#options.broken !== 'ignores-owner') return refusalAnswer(403)
    if (request.mutations.some(({ args }) => wordsOf(args, request.schema) === 'crash'))
      return { status: 500, body: null }
    const server = { epoch: this.#epoch, run: this.#run }
    const copied = request.sums ? undefined : this.#devices.copyOf(request)
    if (copied) return { status: 200, body: { ...server, outcomes: [], spaces: [], gone: [], more: false, copied } }
    const outcomes = this.#outcomesOf(account, request)
    const cursor = this.#cursorOf(account, request)
    if (!cursor)
      return { status: 200, body: { ...server, outcomes: [], spaces: [], gone: [], more: true, unclear: true } }
    const first = new Set(request.mutations.map(({ lane }) => lane))
    const pulled = pullOf(this.#reading(), account, { request: { ...request, cursor }, first })
    const verified = verifiedOf(this.#reading(), account, { sums: request.sums ?? [], pulled })
    return { status: 200, body: { ...server, outcomes, ...pulled, ...verified } satisfies SyncResponse }
  }

  #reading(): Reading {
    return { spaces: this.#spaces, epoch: this.#epoch, runs: this.#runs, ...this.#options }
  }

  #cursorOf(account: string, { cursor, compact }: SyncRequest): Record<string, number> | null {
    if (!compact) return cursor
    const visible = [...this.#spaces].filter(([, { members }]) => members.has(account))
    return expandCursor(compact, new Map(visible.map(([name, { version }]) => [name, version])))
  }

  /** The version of each space. */
  versions(): Map<string, number> {
    return new Map([...this.#spaces].map(([name, { version }]) => [name, version]))
  }

  /** The poke of a device of `account` when spaces have moved on from `before`; null when none of its own has. */
  pokeOf(account: string, before: ReadonlyMap<string, number>): Poke | null {
    const moved = [...this.#spaces].filter(
      ([name, { members, version }]) => members.has(account) && version !== before.get(name),
    )
    if (moved.length === 0) return null
    const hidesGaps = this.#options.broken === 'pokes-over-gaps'
    const spaces = moved.map(([name, space]) => {
      const since = before.get(name) ?? 0
      const rows = rowsSince(space, since)
      return { space: name, version: space.version, reset: false as const, since: hidesGaps ? 0 : since, rows }
    })
    const versions = Object.fromEntries(moved.map(([name, { version }]) => [name, version]))
    return { spaces: versions, patch: { account, epoch: this.#epoch, run: this.#run, spaces } }
  }

  /** All that `account` may see, or all there is, by collection and id. */
  viewOf(account?: string): Map<string, Record<string, unknown>> {
    const visible = [...this.#spaces.values()].filter(({ members }) => account === undefined || members.has(account))
    return new Map(visible.flatMap((space) => [...rowsOf(space)]))
  }

  /** A lane stops at the first that gets no outcome. */
  #outcomesOf(account: string, request: SyncRequest): Outcome[] {
    if (request.mutations.length > 0) this.#devices.note(request)
    const outcomes: Outcome[] = []
    const stopped = new Set<string>()
    for (const mutation of request.mutations) {
      const outcome = stopped.has(mutation.lane) ? undefined : this.#outcomeOf(account, request, mutation)
      if (outcome) outcomes.push(outcome)
      else stopped.add(mutation.lane)
    }
    return outcomes
  }

  #outcomeOf(account: string, request: SyncRequest, mutation: WireMutation): Outcome | undefined {
    const known = this.ledger.get(mutation.id)
    if (known && this.#options.broken !== 'applies-again') return known
    const outcome = mutation.cancelled
      ? ({ id: mutation.id, status: 'rejected', kind: 'cancelled', message: 'Taken back.' } as const)
      : this.#apply(account, mutation, this.#options.broken === 'misreads-old-apps' ? 2 : request.schema)
    if (outcome) this.#devices.enter(request, outcome)
    return outcome
  }

  #apply(account: string, { id, name, args }: WireMutation, schema: number): Outcome | undefined {
    const { listId = '', _id = '', title = '' } = args as Record<string, string>
    const text = wordsOf(args, schema)
    const space = this.#spaces.get(`l:${listId}`)
    if (text === 'poison') return undefined
    if (!space?.members.has(account)) return { id, status: 'rejected', kind: 'not-found', message: 'No such list.' }
    if (text === 'bad') return { id, status: 'rejected', kind: 'invalid', message: 'Not this.' }
    if (name === 'item.done' && !space.items.has(_id)) {
      return { id, status: 'rejected', kind: 'not-found', message: 'No such item.' }
    }
    const refused = name === 'item.buy' ? this.shop.refusalOf(args) : null
    if (refused) return { id, status: 'rejected', kind: refused.kind, message: refused.message }
    // Tried again under another id after it was applied.
    if (name === 'item.add' && space.items.has(_id) && !this.applied.has(id)) {
      return { id, status: 'rejected', kind: 'conflict', message: 'This is there.' }
    }
    this.applied.set(id, (this.applied.get(id) ?? 0) + 1)
    this.appliedBy.set(id, account)
    if (this.#options.broken === 'confirms-before-commit' && this.applied.size % 7 === 0)
      return { id, status: 'applied' }
    this.#raise(space)
    if (name === 'item.add') this.#add(space, { _id, listId, text })
    const item = space.items.get(_id)
    if (name === 'item.done' && item) this.#put(space, { ...item, done: true })
    if (name === 'list.title') this.#touch(space, { ...space.list, title })
    return { id, status: 'applied' }
  }

  #add(space: Space, { _id, listId, text }: { _id: string; listId: string; text: string }): void {
    const count = space.list.count + 1
    this.#put(space, { _id, listId, text, seq: count, done: false, updatedAt: new Date(count).toISOString() })
    this.#touch(space, { ...space.list, count, last: text })
  }

  #raise(space: Space): void {
    space.past = pastAfter(space.past, this.#run, space.version)
    space.version += 1
  }

  #put(space: Space, item: Item): void {
    space.items.set(item._id, item)
    space.deleted.delete(`items ${item._id}`)
    if (this.#options.broken !== 'skips-rows' || space.version % 5 !== 0) {
      space.changed.set(`items ${item._id}`, space.version)
    }
  }

  #touch(space: Space, list: List): void {
    space.list = list
    space.changed.set(`lists ${list._id}`, space.version)
  }
}
