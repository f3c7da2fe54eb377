import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A postal address of an account. An order holds a copy, so that no edit changes where a parcel went. */
export const Address = defineEntity({
  name: 'Address',
  tableName: 'address',
  indexes: [{ properties: ['userId'] }],
  uniques: [
    {
      name: 'address_default',
      expression: 'create unique index "address_default" on "address" ("user_id") where "is_default"',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    name: p.text(),
    line1: p.text(),
    line2: p.text(),
    city: p.text(),
    state: p.text(),
    postal: p.text(),
    country: p.text(),
    phone: p.text().nullable(),
    isDefault: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

export type Address = InferEntity<typeof Address>
