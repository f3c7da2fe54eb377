import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** That an account likes, or has bookmarked, something. */
export const Reaction = defineEntity({
  name: 'Reaction',
  tableName: 'reaction',
  indexes: [{ properties: ['userId', 'action', 'createdAt'] }],
  properties: {
    userId: p.uuid().primary(),
    /** See `reactionIdOf`: the same object and action is the same reaction. */
    reactionId: p.uuid().primary(),
    objectId: p.uuid(),
    objectType: p.enum(['feed', 'gallery', 'photo', 'video', 'product', 'performer'] as const),
    action: p.enum(['like', 'bookmark'] as const),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

/** How many have reacted so. Beside the object, so that a reaction does not change the object for all who hold it. */
export const ReactionTotal = defineEntity({
  name: 'ReactionTotal',
  tableName: 'reaction_total',
  properties: {
    reactionId: p.uuid().primary(),
    total: p.integer(),
  },
})

export type Reaction = InferEntity<typeof Reaction>
