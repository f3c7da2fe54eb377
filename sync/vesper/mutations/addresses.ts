import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { AddressFields, NewAddress } from '../api/addresses.ts'
import { moment, uuid } from '../api/fields.ts'
import type { Address } from '../records/address.ts'

const id = v.pipe(uuid, v.toLowerCase())

/** `changes` are the edited fields, all of them for a new address. `editedAt` is the device's clock, shown until the server has dated it. */
const SaveAddressArgs = v.object({ _id: id, changes: AddressFields, editedAt: moment('This is not a time.') })
const RemoveAddressArgs = v.object({ _id: id })

export type SaveAddress = v.InferOutput<typeof SaveAddressArgs>

/** Per field the last value to arrive stands; an address that was removed is not there any more. */
export const saveAddress: Mutation<SaveAddress> = {
  name: 'address.save',
  class: 'queue',
  args: SaveAddressArgs,
  lane: () => 'addresses',
  fold: (previous, next) =>
    previous._id === next._id ? { ...next, changes: { ...previous.changes, ...next.changes } } : null,
  async optimistic(tx, { _id, changes, editedAt }, { account }) {
    const held = (await tx.get('addresses', _id)) as Address | undefined
    const fields = held ? null : v.safeParse(NewAddress, changes)
    if (fields?.success === false) return
    const begun = { ...noAddress, _id, userId: account, createdAt: editedAt }
    await tx.put('addresses', { ...(held ?? begun), ...written(changes), updatedAt: editedAt })
  },
}

/** Orders keep the copy that they were made with. */
export const removeAddress: Mutation<v.InferOutput<typeof RemoveAddressArgs>> = {
  name: 'address.remove',
  class: 'queue',
  args: RemoveAddressArgs,
  lane: () => 'addresses',
  async optimistic(tx, { _id }) {
    if (await tx.get('addresses', _id)) await tx.delete('addresses', _id)
  },
}

const noAddress = {
  ...{ name: '', line1: '', line2: '', city: '', state: '', postal: '', country: '' },
  ...{ phone: null, isDefault: false },
}

function written(changes: AddressFields): Partial<Address> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Address>
}
