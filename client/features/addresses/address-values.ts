import { NewAddress } from '@vesper/sync/vesper/api/addresses.ts'
import type { AddressFields } from '@vesper/sync/vesper/api/addresses.ts'
import type { Address } from '@vesper/sync/vesper/records/address.ts'
import * as v from 'valibot'

/** The texts of the form. */
export type AddressValues = Record<
  'name' | 'line1' | 'line2' | 'city' | 'state' | 'postal' | 'country' | 'phone',
  string
>

const empty: AddressValues = { name: '', line1: '', line2: '', city: '', state: '', postal: '', country: '', phone: '' }
const fields = Object.keys(empty) as (keyof AddressValues)[]

/** The form of an address, or of a new one. */
export function valuesOf(address: Address | null): AddressValues {
  if (!address) return empty
  return Object.fromEntries(fields.map((field) => [field, address[field] ?? ''])) as AddressValues
}

/**
 * The changes that the form asks for: the fields that differ from `address`, every one of a new address. `errors` have a
 * sentence for each field that is not right.
 */
export function changesOf(
  address: Address | null,
  values: AddressValues,
): { changes: AddressFields } | { errors: Partial<Record<keyof AddressValues, string>> } {
  const checked = v.safeParse(NewAddress, values)
  if (!checked.success) {
    const first = checked.issues.toReversed().map((issue) => [v.getDotPath(issue), issue.message])
    return { errors: Object.fromEntries(first) as Partial<AddressValues> }
  }
  const edited = fields.filter((field) => !address || (checked.output[field] ?? null) !== (address[field] ?? null))
  return { changes: Object.fromEntries(edited.map((field) => [field, checked.output[field]])) }
}
