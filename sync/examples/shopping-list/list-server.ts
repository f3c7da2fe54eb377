import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { ErrorBody } from '../../engine/protocol/error-body.ts'
import type { Outcome } from '../../engine/protocol/outcome.ts'
import { SyncRequest } from '../../engine/protocol/sync-request.ts'
import type { WireMutation } from '../../engine/protocol/sync-request.ts'
import type { SpacePatch, SyncResponse } from '../../engine/protocol/sync-response.ts'
import { AddArgs, ItemArgs, shoppingModel, spaceOf, TickArgs } from './model.ts'
import type { Item } from './model.ts'

type List = { version: number; items: Map<string, { item: Item | null; version: number }> }

/**
 * The server half in memory: one call is one transaction. A list belongs to whoever knows its id, which is the account.
 * After a restart the epoch is another one, so that devices fetch everything anew and send what they still have.
 */
export class ListServer {
  readonly #epoch = randomUUID()
  readonly #lists = new Map<string, List>()
  readonly #ledger = new Map<string, Outcome>()

  /** The answer to a request with the token of `account`. */
  sync(account: string, body: unknown): { status: number; answer: SyncResponse | ErrorBody } {
    const request = v.safeParse(SyncRequest, body)
    if (!request.success) return refusal(400, 'Not a request.')
    if (request.output.account !== account) return refusal(403, 'Not your account.')
    const { mutations, cursor, epoch } = request.output
    const outcomes = mutations.map((mutation) => this.#outcomeOf(account, mutation))
    const held = epoch === this.#epoch ? cursor[spaceOf({ listId: account })] : undefined
    const spaces = this.#patchesSince(account, held)
    return { status: 200, answer: { epoch: this.#epoch, run: 1, outcomes, spaces, gone: [], more: false } }
  }

  /** A repeated mutation gets its first answer. */
  #outcomeOf(account: string, mutation: WireMutation): Outcome {
    const outcome = this.#ledger.get(mutation.id) ?? this.#apply(account, mutation)
    this.#ledger.set(mutation.id, outcome)
    return outcome
  }

  #apply(account: string, { id, name, args, cancelled }: WireMutation): Outcome {
    if (cancelled) return { id, status: 'rejected', kind: 'cancelled', message: 'Taken back.' }
    const schema = Object.entries(shoppingModel.mutations).find(([known]) => known === name)?.[1].args
    if (!schema || !v.is(schema, args) || !v.is(ItemArgs, args))
      return { id, status: 'rejected', kind: 'invalid', message: 'Not for a list.' }
    if (args.listId !== account) return { id, status: 'rejected', kind: 'forbidden', message: 'Not your list.' }
    const known = this.#listOf(account).items.get(args._id)?.item
    if (name === 'item.add') this.#put(account, args._id, { ...v.parse(AddArgs, args), isBought: false })
    if (name === 'item.tick' && known)
      this.#put(account, known._id, { ...known, isBought: v.parse(TickArgs, args).isBought })
    if (name === 'item.remove') this.#put(account, args._id, null)
    return { id, status: 'applied' }
  }

  #put(account: string, id: string, item: Item | null): void {
    const list = this.#listOf(account)
    list.version += 1
    list.items.set(id, { item, version: list.version })
  }

  #patchesSince(account: string, held: number | undefined): SpacePatch[] {
    const { version, items } = this.#listOf(account)
    if (held === version) return []
    const changed = [...items].filter(([, row]) => row.version > (held ?? 0))
    const rows = changed.map(([id, { item }]) => ({ collection: 'items', id, value: item }))
    return [{ space: spaceOf({ listId: account }), version, reset: held === undefined, rows }]
  }

  #listOf(account: string): List {
    const list = this.#lists.get(account) ?? { version: 1, items: new Map() }
    this.#lists.set(account, list)
    return list
  }
}

function refusal(statusCode: number, message: string): { status: number; answer: ErrorBody } {
  return { status: statusCode, answer: { statusCode, message, error: 'Refused' } }
}
