import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'

/** Posts of one creator that stand first on the page. */
export const PINNED_MAX = 5

/**
 * A creator's post. `id` is made by its author; a removed one stays as a tombstone, so that `seq` has no gaps. A scheduled
 * one has no `seq` and no `publishedAt` before its time, nor has one in `processing` before its files are ready.
 */
export const Post = defineEntity({
  name: 'Post',
  tableName: 'post',
  uniques: [{ properties: ['performerId', 'seq'] }],
  indexes: [
    { properties: ['performerId', 'publishedAt', 'id'] },
    { properties: ['performerId', 'updatedAt', 'id'] },
    { properties: ['performerId', 'createdAt', 'id'] },
    // The lists of staff: all posts, and those that they have hidden.
    { properties: ['createdAt', 'id'] },
    { properties: ['createdAt', 'id'], name: 'post_hidden_index', where: `status = 'hidden'` },
    // A feed, in each order that its list has.
    ...(['publishedAt', 'updatedAt', 'createdAt'] as const).map((sorted) => ({
      properties: ['performerId' as const, sorted, 'id' as const],
      name: `post_feed_${sorted}_index`.toLowerCase(),
      where: `status = 'published'`,
    })),
    { properties: ['publishedAt'], name: 'post_open_index', where: `status = 'published' and access = 'public'` },
    { properties: ['status', 'scheduledAt'] },
    { properties: ['expiresAt'], name: 'post_expires_index', where: 'expires_at is not null' },
    { properties: ['publishedAt', 'id'], name: 'post_newest_index', where: `status = 'published'` },
    {
      name: 'post_words_index',
      expression: `create index "post_words_index" on "post" using gin (to_tsvector('simple', search_words(search_joined("text", "tags")))) where status = 'published'`,
    },
    { properties: ['pollClosesAt'], name: 'post_poll_closes_index', where: 'poll_closes_at is not null' },
    {
      properties: ['performerId', 'publishedAt'],
      name: 'post_pinned_index',
      where: `is_pinned and status = 'published'`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    performerId: p.uuid(),
    /** Counts the performer's published posts from 1; raised under the lock of the performer's row. */
    seq: p.integer().nullable(),
    status: p.enum(['processing', 'scheduled', 'published', 'archived', 'hidden', 'removed'] as const),
    access: p.enum(['public', 'followers', 'subscribers', 'paid'] as const),
    /** Tokens; 0 unless `access` is `paid`. */
    price: p.integer().default(0),
    text: p.text(),
    poll: p.json<PostPoll>().nullable(),
    /** The end of a poll that has one and has not ended. */
    pollClosesAt: p.datetime().nullable(),
    tags: p.array().default([]),
    isPinned: p.boolean().default(false),
    scheduledAt: p.datetime().nullable(),
    /** It is archived then. */
    expiresAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Post = InferEntity<typeof Post>
