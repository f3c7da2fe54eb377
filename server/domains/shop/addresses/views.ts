import type { Address as AddressRecord } from '@vesper/sync/vesper/records/address.ts'
import type { Address } from './entity.ts'

/** An address for its owner. */
export function addressView({ id, createdAt, updatedAt, ...address }: Address): AddressRecord {
  const { userId, name, line1, line2, city, state, postal, country, phone, isDefault } = address
  return {
    ...{ _id: id, userId, name, line1, line2, city, state, postal, country, phone: phone ?? null, isDefault },
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  }
}
