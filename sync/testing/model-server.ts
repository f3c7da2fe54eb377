import type { Outcome } from '../protocol/outcome.ts'
import type { Poke } from '../protocol/poke.ts'
import type { SyncRequest, WireMutation } from '../protocol/sync-request.ts'
import type { RowPatch, SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import type { Item, List } from './list-model.ts'
import { countedIds } from './random.ts'

/** A promise that the server can be told to break, to see that the simulation notices. */
export type BrokenPromise =
  | 'applies-again'
  | 'confirms-before-commit'
  | 'skips-rows'
  | 'ignores-owner'
  | 'pokes-over-gaps'

type Space = {
  list: List
  items: Map<string, Item>
  members: Set<string>
  version: number
  /** Version at which each row, by collection and id, last changed. */
  changed: Map<string, number>
}

export type ServerOptions = {
  /** Of what is not the server's it knows nothing. */
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
  readonly applied = new Map<string, number>()
  /** For whom each mutation was applied. */
  readonly appliedBy = new Map<string, string>()
  readonly ledger = new Map<string, Outcome>()
  readonly #spaces = new Map<string, Space>()
  readonly #options: ServerOptions
  readonly #ids = countedIds(0xe)
  /** Every epoch so far, the present one last. */
  readonly epochs: string[] = []

  constructor(options: ServerOptions = {}) {
    this.#options = options
    this.epochs.push(this.#ids())
  }

  get #epoch(): string {
    return this.epochs.at(-1) ?? ''
  }

  createList(id: string, members: string[]): void {
    const list: List = { _id: id, title: id, count: 0, last: null }
    const space: Space = { list, items: new Map(), members: new Set(members), version: 1, changed: new Map() }
    space.changed.set(`lists ${id}`, 1)
    this.#spaces.set(`l:${id}`, space)
  }

  setMember(listId: string, account: string, member: boolean): void {
    const members = this.#spaces.get(`l:${listId}`)?.members
    if (member) members?.add(account)
    else members?.delete(account)
  }

  /** What a restore does: the data stays, but versions count anew. */
  changeEpoch(): void {
    this.epochs.push(this.#ids())
    for (const space of this.#spaces.values()) {
      space.version = 1
      for (const key of space.changed.keys()) space.changed.set(key, 1)
    }
  }

  /** Answers a request that carries the token of `account`. */
  handle(account: string, request: SyncRequest): { status: number; body: unknown } {
    if (request.account !== account && this.#options.broken !== 'ignores-owner') return { status: 403, body: null }
    if (request.mutations.some(({ args }) => textOf(args) === 'crash')) return { status: 500, body: null }
    const outcomes = this.#outcomesOf(account, request.mutations)
    const first = new Set(request.mutations.map(({ lane }) => lane))
    return {
      status: 200,
      body: { outcomes, epoch: this.#epoch, ...this.#pull(account, request, first) } satisfies SyncResponse,
    }
  }

  /** The version of each space. */
  versions(): Map<string, number> {
    return new Map([...this.#spaces].map(([name, { version }]) => [name, version]))
  }

  /** What a device of `account` is told when spaces have moved on from `before`; null when none of its own has. */
  pokeOf(account: string, before: ReadonlyMap<string, number>): Poke | null {
    const moved = [...this.#spaces].filter(
      ([name, { members, version }]) => members.has(account) && version !== before.get(name),
    )
    if (moved.length === 0) return null
    const hidesGaps = this.#options.broken === 'pokes-over-gaps'
    const spaces = moved.map(([name, space]) => {
      const since = before.get(name) ?? 0
      const rows = this.#rowsSince(space, since)
      return { space: name, version: space.version, reset: false as const, since: hidesGaps ? 0 : since, rows }
    })
    const versions = Object.fromEntries(moved.map(([name, { version }]) => [name, version]))
    return { spaces: versions, patch: { account, epoch: this.#epoch, spaces } }
  }

  /** All that `account` may see, or all there is, by collection and id. */
  viewOf(account?: string): Map<string, Record<string, unknown>> {
    const visible = [...this.#spaces.values()].filter(({ members }) => account === undefined || members.has(account))
    return new Map(visible.flatMap((space) => [...rowsOf(space)]))
  }

  /** A lane stops at the first that gets no outcome. */
  #outcomesOf(account: string, mutations: WireMutation[]): Outcome[] {
    const outcomes: Outcome[] = []
    const stopped = new Set<string>()
    for (const mutation of mutations) {
      const outcome = stopped.has(mutation.lane) ? undefined : this.#outcomeOf(account, mutation)
      if (outcome) outcomes.push(outcome)
      else stopped.add(mutation.lane)
    }
    return outcomes
  }

  #outcomeOf(account: string, mutation: WireMutation): Outcome | undefined {
    const known = this.ledger.get(mutation.id)
    if (known && this.#options.broken !== 'applies-again') return known
    const outcome = mutation.cancelled
      ? ({ id: mutation.id, status: 'rejected', kind: 'cancelled', message: 'Taken back.' } as const)
      : this.#apply(account, mutation)
    if (outcome) this.ledger.set(mutation.id, outcome)
    return outcome
  }

  #apply(account: string, { id, name, args }: WireMutation): Outcome | undefined {
    const { listId = '', _id = '', text = '', title = '' } = args as Record<string, string>
    const space = this.#spaces.get(`l:${listId}`)
    if (text === 'poison') return undefined
    if (!space?.members.has(account)) return { id, status: 'rejected', kind: 'not-found', message: 'No such list.' }
    if (text === 'bad') return { id, status: 'rejected', kind: 'invalid', message: 'Not this.' }
    if (name === 'item.done' && !space.items.has(_id)) {
      return { id, status: 'rejected', kind: 'not-found', message: 'No such item.' }
    }
    this.applied.set(id, (this.applied.get(id) ?? 0) + 1)
    this.appliedBy.set(id, account)
    if (this.#options.broken === 'confirms-before-commit' && this.applied.size % 7 === 0)
      return { id, status: 'applied' }
    space.version += 1
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

  #put(space: Space, item: Item): void {
    space.items.set(item._id, item)
    if (this.#options.broken !== 'skips-rows' || space.version % 5 !== 0) {
      space.changed.set(`items ${item._id}`, space.version)
    }
  }

  #touch(space: Space, list: List): void {
    space.list = list
    space.changed.set(`lists ${list._id}`, space.version)
  }

  #pull(account: string, request: SyncRequest, first: Set<string>): Pick<SyncResponse, 'spaces' | 'gone' | 'more'> {
    const counts = request.epoch === this.#epoch
    const patches: SpacePatch[] = []
    const gone = Object.keys(request.cursor).filter((space) => !this.#spaces.get(space)?.members.has(account))
    for (const [name, space] of this.#spaces) {
      if (!space.members.has(account)) continue
      const held = counts ? request.cursor[name] : undefined
      if (held === space.version) continue
      const reset = held === undefined || held > space.version
      patches.push({ space: name, version: space.version, reset, rows: this.#rowsSince(space, reset ? 0 : held) })
    }
    // What the outcomes speak of comes with them; the rest may take several answers.
    patches.sort((a, b) => Number(first.has(b.space)) - Number(first.has(a.space)))
    const size = Math.max(this.#options.pageSpaces ?? patches.length, patches.filter((p) => first.has(p.space)).length)
    return { spaces: patches.slice(0, size), gone, more: patches.length > size }
  }

  #rowsSince(space: Space, version: number): RowPatch[] {
    return [...rowsOf(space)]
      .filter(([key]) => (space.changed.get(key) ?? (version === 0 ? 1 : 0)) > version)
      .map(([key, value]) => ({ collection: key.split(' ')[0] ?? '', id: String(value._id), value }))
  }
}

function* rowsOf({ list, items }: Space): Generator<[string, Record<string, unknown>]> {
  yield [`lists ${list._id}`, list]
  for (const item of items.values()) yield [`items ${item._id}`, item]
}

function textOf(args: unknown): unknown {
  return (args as { text?: unknown }).text
}
