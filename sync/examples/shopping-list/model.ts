import * as v from 'valibot'
import { collection } from '../../engine/model.ts'
import type { Model } from '../../engine/model.ts'
import type { Mutation } from '../../engine/mutation.ts'

export type Item = { _id: string; listId: string; text: string; isBought: boolean }

export const ItemArgs = v.object({ _id: v.string(), listId: v.string() })
export const AddArgs = v.object({ ...ItemArgs.entries, text: v.pipe(v.string(), v.trim(), v.minLength(1)) })
export const TickArgs = v.object({ ...ItemArgs.entries, isBought: v.boolean() })

export function spaceOf({ listId }: { listId: string }): string {
  return `list:${listId}`
}

const add: Mutation<v.InferOutput<typeof AddArgs>> = {
  name: 'item.add',
  class: 'queue',
  args: AddArgs,
  lane: spaceOf,
  optimistic: (tx, item) => tx.put('items', { ...item, isBought: false }),
}

/** The last that the server hears of counts; what has been removed stays so. */
const tick: Mutation<v.InferOutput<typeof TickArgs>> = {
  name: 'item.tick',
  class: 'queue',
  args: TickArgs,
  lane: spaceOf,
  async optimistic(tx, { _id, isBought }) {
    const item = await tx.get('items', _id)
    if (item) await tx.put('items', { ...item, _id, isBought })
  },
}

const remove: Mutation<v.InferOutput<typeof ItemArgs>> = {
  name: 'item.remove',
  class: 'queue',
  args: ItemArgs,
  lane: spaceOf,
  optimistic: (tx, { _id }) => tx.delete('items', _id),
}

/** All that the engine has to know of a shopping list. */
export const shoppingModel = {
  product: 'shopping-list',
  schema: 1,
  storage: 1,
  collections: { items: collection<Item>({ indexes: [], space: spaceOf }) },
  mutations: { 'item.add': add, 'item.tick': tick, 'item.remove': remove },
  files: () => [],
} satisfies Model
