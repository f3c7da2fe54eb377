import * as v from 'valibot'
import { collection } from '../engine/model.ts'
import type { Model } from '../engine/model.ts'
import type { Mutation } from '../engine/mutation.ts'

/** Waiting items sort after those that the server has numbered. */
export const PENDING = 2 ** 40

/** So many of a list's newest items stay on a device without room. */
export const ITEMS_KEPT = 3

export type List = { _id: string; title: string; count: number; last: string | null }
export type Item = { _id: string; listId: string; text: string; seq: number; done: boolean; updatedAt: string }

const AddArgs = v.object({
  _id: v.string(),
  listId: v.string(),
  text: v.string(),
  files: v.optional(v.array(v.string())),
})
const DoneArgs = v.object({ _id: v.string(), listId: v.string() })
export const BuyArgs = v.object({ _id: v.string(), listId: v.string(), price: v.number() })
const TitleArgs = v.object({ listId: v.string(), title: v.pipe(v.string(), v.minLength(1, 'A list has a name.')) })

export const addItem = {
  name: 'item.add',
  class: 'queue',
  args: AddArgs,
  lane: (args) => `l:${args.listId}`,
  async optimistic(tx, { _id, listId, text }, { order, queuedAt }) {
    if (await tx.get('items', _id)) return
    await tx.put('items', { _id, listId, text, seq: PENDING + order, done: false, updatedAt: queuedAt })
    const list = (await tx.get('lists', listId)) as List | undefined
    if (list) await tx.put('lists', { ...list, count: list.count + 1, last: text })
  },
} satisfies Mutation<v.InferOutput<typeof AddArgs>>

const finishItem: Mutation<v.InferOutput<typeof DoneArgs>> = {
  name: 'item.done',
  class: 'queue',
  args: DoneArgs,
  lane: (args) => `l:${args.listId}`,
  async optimistic(tx, { _id }) {
    const item = (await tx.get('items', _id)) as Item | undefined
    if (item) await tx.put('items', { ...item, done: true })
  },
}

const setTitle: Mutation<v.InferOutput<typeof TitleArgs>> = {
  name: 'list.title',
  class: 'queue',
  args: TitleArgs,
  lane: (args) => `l:${args.listId}`,
  fold: (_previous, next) => next,
  async optimistic(tx, { listId, title }) {
    const list = (await tx.get('lists', listId)) as List | undefined
    if (list) await tx.put('lists', { ...list, title })
  },
}

const buy: Mutation<v.InferOutput<typeof BuyArgs>> = {
  name: 'item.buy',
  class: 'online',
  movesMoney: true,
  lapsesAfterMs: 20_000,
  agreed: ({ price }) => ({ price }),
  args: BuyArgs,
  lane: (args) => `l:${args.listId}`,
  optimistic: async () => {},
}

/** A product other than Vesper, small enough for tests: lists that several accounts share, with items. */
export const listModel = {
  product: 'lists',
  schema: 1,
  storage: 1,
  collections: {
    lists: collection<List>({ indexes: [], space: (list) => `l:${list._id}` }),
    items: collection<Item>({
      indexes: ['[listId+seq]'],
      space: (item) => `l:${item.listId}`,
      spare: { place: ({ seq }) => seq, keep: ITEMS_KEPT, most: 30 },
    }),
  },
  mutations: { 'item.add': addItem, 'item.done': finishItem, 'list.title': setTitle, 'item.buy': buy },
  files: (_name: string, args: unknown) => (v.is(AddArgs, args) ? (args.files ?? []) : []),
} satisfies Model

export type ListModel = typeof listModel
