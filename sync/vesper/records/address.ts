import * as v from 'valibot'

export const ADDRESSES_MAX = 20

/** A postal address of an account. `phone` is E.164, or on a device as it was typed until the server has it, `country` ISO 3166-1 alpha-2; lines that are not needed are empty. */
export const Address = v.object({
  _id: v.string(),
  userId: v.string(),
  name: v.string(),
  line1: v.string(),
  line2: v.string(),
  city: v.string(),
  state: v.string(),
  postal: v.string(),
  country: v.string(),
  phone: v.nullable(v.string()),
  /** One of an account's addresses, which a checkout begins with. */
  isDefault: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type Address = v.InferOutput<typeof Address>
