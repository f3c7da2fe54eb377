import * as v from 'valibot'
import { listQuery, shown, storable, uuid, visible } from './fields.ts'
import { Country, Phone } from './performer-fields.ts'

const id = v.pipe(uuid, v.toLowerCase())

/** Fields that make an address complete; the others may be left out. */
const required = {
  name: line(100, 'Enter the name of who gets it.'),
  line1: line(120, 'Enter the street and the number.'),
  city: line(80, 'Enter the city.'),
  country: Country,
}

const optional = {
  line2: optionalLine(120),
  state: optionalLine(80),
  postal: optionalLine(12),
  phone: Phone,
  isDefault: v.boolean(),
}

/** Each field by itself. No pattern of postal codes fits every country. */
export const AddressFields = v.partial(v.object({ ...required, ...optional }))
export const NewAddress = v.object({ ...required, ...v.partial(v.object(optional)).entries })

export const CreateAddressBody = v.object({ ...NewAddress.entries, _id: v.optional(id) })
export const AddressParams = v.object({ id })
export const AddressesQuery = listQuery(['updatedAt', 'createdAt', 'name'])

/** The fields that came beside a multipart body are texts. */
export const UpdateAddressBody = v.object({
  ...AddressFields.entries,
  isDefault: v.optional(
    v.union([
      v.boolean(),
      v.pipe(
        v.picklist(['true', 'false']),
        v.transform((text) => text === 'true'),
      ),
    ]),
  ),
})

export type AddressFields = v.InferOutput<typeof AddressFields>
export type NewAddress = v.InferOutput<typeof NewAddress>

function line(most: number, missing: string) {
  return v.pipe(v.string(missing), shown, v.trim(), v.maxLength(most, tooLong(most)), storable, visible(missing))
}

function optionalLine(most: number) {
  return v.pipe(v.string(), shown, v.trim(), v.maxLength(most, tooLong(most)), storable)
}

function tooLong(most: number): string {
  return `Use at most ${most} characters.`
}
