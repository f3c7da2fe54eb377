import type * as v from 'valibot'
import type { LocalTx } from './core/local-tx.ts'
import type { Classed, LocalContext } from './mutation.ts'

/** One kind of synchronised row: how the device stores it. */
export type Collection = {
  /** Indexes beside the id, in Dexie's notation. */
  indexes: readonly string[]
  /** The space of a row that came by another way than a patch. */
  space: (row: never) => string
  /** [QUOTA-1] The rows of each space that stay, in a collection that grows without end. */
  spare?: Spare
  /** Fields that the server changes without raising a version, or that say nothing: a row that differs in them alone is the same. */
  unversioned?: readonly string[]
  /** [STORE-2] Work of the account's own, that is not in the outbox any more: emptying the cache leaves it. */
  own?: boolean
}

/** The rows with the highest places stay: `keep` of them when room is needed, else `most`. One without a place stays. */
export type Spare<Row = never> = { place: (row: Row) => number | null; keep: number; most: number }

/** A `Mutation` of which only the engine's side is known; its arguments are validated before they get here. */
export type AnyMutation = Classed & {
  name: string
  args: v.GenericSchema
  lane: (args: never) => string
  fold?: (previous: never, next: never) => unknown
  files?: (args: never) => readonly string[]
  optimistic: (tx: LocalTx, args: never, context: LocalContext) => Promise<void>
}

/** Everything that the engine is told of the product. */
export type Model = {
  /** Names what is the product's own on a device: databases, locks, channels. Never changes, or devices begin anew. */
  product: string
  /** Version of the mutations' arguments; records queued under another one are sent under that one. */
  schema: number
  /** Version of the collections' indexes on the device. */
  storage: number
  collections: Record<string, Collection>
  mutations: Record<string, AnyMutation>
  /** How arguments of another schema are read by this one, for what is shown of them; left out, they are not shown. */
  readArguments?: (queued: {
    name: string
    args: unknown
    schema: number
  }) => { args: unknown } | { refused: string } | null
  /** Ids of the files that must be on the server before this mutation goes there. */
  files: (name: string, args: unknown) => readonly string[]
}

export type CollectionOf<M extends Model> = keyof M['collections'] & string
export type MutationOf<M extends Model> = keyof M['mutations'] & string

export type RowOf<M extends Model, Name extends CollectionOf<M>> = M['collections'][Name] extends {
  space: (row: infer R extends { _id: string }) => string
}
  ? R
  : never

export type ArgsIn<M extends Model, Name extends MutationOf<M>> = M['mutations'][Name] extends { args: infer Schema }
  ? Schema extends v.GenericSchema<unknown, infer Args>
    ? Args
    : never
  : never

/** Declares a collection and, by the parameter of `space`, the type of its rows. */
export function collection<R extends { _id: string }>(declared: {
  indexes: readonly string[]
  space: (row: R) => string
  spare?: Spare<R>
  unversioned?: readonly (keyof R & string)[]
  own?: boolean
}) {
  return declared
}
