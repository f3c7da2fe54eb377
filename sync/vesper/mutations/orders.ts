import * as v from 'valibot'
import type { LocalTx } from '../../engine/core/local-tx.ts'
import type { Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import { OrderNote, OrderVersion, Parcel } from '../api/order-fields.ts'
import type { Order, OrderAction, OrderFulfilment } from '../records/order.ts'

const id = v.pipe(uuid, v.toLowerCase())

/** `version` is that of the order that the device showed: a step that somebody else has overtaken is refused. */
const StepArgs = v.object({ _id: id, version: OrderVersion })
const ShipArgs = v.object({ ...StepArgs.entries, ...Parcel.entries })
const NoteArgs = v.object({ _id: id, note: OrderNote })

type Step = v.InferOutput<typeof StepArgs>

const lane = laneOfOrder

/** The parcel has arrived. The buyer's device shows it at once; said again, it is as once. */
export const receiveOrder: Mutation<Step> = {
  name: 'order.received',
  class: 'queue',
  args: StepArgs,
  lane,
  optimistic: (tx, { _id }, { queuedAt }) =>
    step(tx, { collection: 'orders', _id, from: 'shipped', to: 'delivered' }, { deliveredAt: queuedAt }),
}

/** The seller packs it: its address does not change any more. */
export const processOrder: Mutation<Step> = {
  name: 'order.process',
  class: 'queue',
  args: StepArgs,
  lane,
  optimistic: (tx, { _id }) => step(tx, { collection: 'sales', _id, from: 'new', to: 'processing' }, {}),
}

/** The parcel is on its way. */
export const shipOrder: Mutation<v.InferOutput<typeof ShipArgs>> = {
  name: 'order.ship',
  class: 'queue',
  args: ShipArgs,
  lane,
  optimistic: (tx, { _id, carrier, trackingNumber, trackingUrl }, { queuedAt }) =>
    step(
      tx,
      { collection: 'sales', _id, from: 'processing', to: 'shipped' },
      { carrier, trackingNumber, trackingUrl, shippedAt: queuedAt },
    ),
}

/** The seller's words to the buyer. They are no step: the last ones stand. */
export const noteOrder: Mutation<v.InferOutput<typeof NoteArgs>> = {
  name: 'order.note',
  class: 'queue',
  args: NoteArgs,
  lane,
  fold: (previous, next) => (previous._id === next._id ? next : null),
  async optimistic(tx, { _id, note }) {
    const held = (await tx.get('sales', _id)) as Order | undefined
    if (held) await tx.put('sales', { ...held, sellerNote: note })
  },
}

/** The lane of everything that is queued for an order. */
export function laneOfOrder({ _id }: { _id: string }): string {
  return `order:${_id}`
}

type Place = { collection: 'orders' | 'sales'; _id: string; from: OrderFulfilment; to: OrderFulfilment }

/** The actions that a queued step leads to, until the server has told its own. */
const NEXT: { readonly [To in OrderFulfilment]?: readonly OrderAction[] } = { processing: ['ship'] }

/** The next step of a device counts on from this one. */
async function step(tx: LocalTx, { collection, _id, from, to }: Place, fields: Partial<Order>): Promise<void> {
  const held = (await tx.get(collection, _id)) as Order | undefined
  if (held?.fulfilment !== from) return
  const allowed = [...(NEXT[to] ?? [])]
  await tx.put(collection, { ...held, ...fields, fulfilment: to, version: held.version + 1, allowed })
}
