import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** Belongs to one account, which alone sees it. */
export const {{Name}} = defineEntity({
  name: '{{Name}}',
  tableName: '{{table}}',
  indexes: [{ properties: ['userId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    text: p.text(),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type {{Name}} = InferEntity<typeof {{Name}}>
