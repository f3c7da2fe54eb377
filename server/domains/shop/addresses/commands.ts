import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { NewAddress } from '@vesper/sync/vesper/api/addresses.ts'
import type { AddressFields } from '@vesper/sync/vesper/api/addresses.ts'
import { ADDRESSES_MAX } from '@vesper/sync/vesper/records/address.ts'
import * as v from 'valibot'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { internationalPhone } from '../../site/reference/international-phone.ts'
import { Address } from './entity.ts'

export type SaveAddress = { _id: string; changes: AddressFields }

/**
 * Changes fields of the actor's address, or makes it where it is new and complete. The first address is the default, and a new
 * default takes the place of the one before. The same again changes nothing. Refuses as `not-found` an address that is gone or
 * belongs to somebody else, as `conflict` one too many, and a phone number as `internationalPhone` does.
 */
export async function saveAddress(tx: Tx, { _id: id, changes }: SaveAddress): Promise<Address> {
  const { userId } = requireActor(tx)
  // Two devices of the account at once: there is one default, and a count.
  await lock(tx, 'addresses', userId)
  const held = await tx.em.find(Address, { userId })
  const address = held.find((one) => one.id === id) ?? (await begin(tx, { id, userId, changes, held }))
  const { isDefault, ...fields } = changes
  if (fields.phone) fields.phone = internationalPhone(fields.phone, fields.country ?? address.country)
  const written = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (Object.entries(written).some(([field, value]) => address[field as keyof Address] !== value)) {
    tx.em.assign(address, { ...written, updatedAt: tx.now })
  }
  if (isDefault && !address.isDefault) await makeDefault(tx, address, held)
  return address
}

type Beginning = { id: string; userId: string; changes: AddressFields; held: readonly Address[] }

async function begin(tx: Tx, { id, userId, changes, held }: Beginning): Promise<Address> {
  const fields = v.safeParse(NewAddress, changes)
  // The id may be that of somebody else's, which is not told.
  if (!fields.success || (await tx.em.count(Address, { id })) > 0) throw gone()
  if (held.length >= ADDRESSES_MAX) {
    throw new Refusal('conflict', `You have ${ADDRESSES_MAX} addresses. Remove one first.`)
  }
  const { line2 = '', state = '', postal = '', isDefault: _, ...rest } = fields.output
  return tx.em.create(Address, {
    ...{ ...rest, id, userId, line2, state, postal, phone: null, isDefault: held.length === 0 },
    ...{ createdAt: tx.now, updatedAt: tx.now },
  })
}

/** The index has one default an account: the former one steps back first. */
async function makeDefault(tx: Tx, address: Address, held: readonly Address[]): Promise<void> {
  for (const one of held) if (one !== address && one.isDefault) one.isDefault = false
  await tx.em.flush()
  address.isDefault = true
}

/** Removes the actor's address, which may be gone already. The one that was changed last becomes the default. */
export async function removeAddress(tx: Tx, { _id: id }: { _id: string }): Promise<void> {
  const { userId } = requireActor(tx)
  await lock(tx, 'addresses', userId)
  const held = await tx.em.find(Address, { userId }, { orderBy: { updatedAt: 'desc', id: 'asc' } })
  const address = held.find((one) => one.id === id)
  if (!address) return
  tx.em.remove(address)
  const next = held.find((one) => one !== address)
  if (!address.isDefault || !next) return
  await tx.em.flush()
  next.isDefault = true
}

/** One answer for what never was, is gone, or belongs to somebody else. */
function gone(): Refusal {
  return new Refusal('not-found', 'This address is no longer there.')
}
