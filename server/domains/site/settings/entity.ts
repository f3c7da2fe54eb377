import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A setting that differs from its default, see `defaults.ts`. */
export const Setting = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: {
    key: p.string().length(60).primary(),
    value: p.json<unknown>(),
    /** Rises with each change, from 1 on: two people who change it at once learn of each other. */
    version: p.integer().default(1),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Setting = InferEntity<typeof Setting>
