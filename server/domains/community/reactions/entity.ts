import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { reactionObjects } from '@vesper/sync/vesper/records/reaction.ts'

/** An account likes, or has bookmarked, a thing. */
export const Reaction = defineEntity({
  name: 'Reaction',
  tableName: 'reaction',
  indexes: [
    { properties: ['userId', 'action', 'createdAt'] },
    {
      properties: ['userId', 'objectType', 'createdAt'],
      name: 'reaction_bookmark_index',
      where: `action = 'bookmark'`,
    },
    // The likes of a thing in a range of days.
    { properties: ['objectId', 'createdAt'], name: 'reaction_liked_index', where: `action = 'like'` },
  ],
  properties: {
    userId: p.uuid().primary(),
    /** See `reactionIdOf`: the same object and action is the same reaction. */
    reactionId: p.uuid().primary(),
    objectId: p.uuid(),
    objectType: p.enum(reactionObjects),
    action: p.enum(['like', 'bookmark'] as const),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type Reaction = InferEntity<typeof Reaction>
