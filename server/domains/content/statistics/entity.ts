import { defineEntity, p } from '@mikro-orm/core'

/**
 * The counts of a creator at the end of a day (UTC), as far as the last run of the job knew them. A day on which no count
 * changed has no row.
 */
export const CreatorDay = defineEntity({
  name: 'CreatorDay',
  tableName: 'creator_day',
  properties: {
    performerId: p.uuid().primary(),
    day: p.date().primary(),
    followers: p.integer(),
    /** Views of all posts and assets since the beginning; `likes` likewise. */
    views: p.integer(),
    likes: p.integer(),
  },
})
