import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** Words that staff have left at an account. `id` is made by the writer. The audit has their hash alone. */
export const UserNote = defineEntity({
  name: 'UserNote',
  tableName: 'user_note',
  indexes: [{ properties: ['userId', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    authorId: p.uuid(),
    text: p.text(),
    createdAt: p.datetime(),
  },
})

export type UserNote = InferEntity<typeof UserNote>
