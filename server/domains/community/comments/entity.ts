import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { commentObjects } from '@vesper/sync/vesper/records/comment.ts'

/**
 * A comment on a post or an asset, or the answer to one. `id` is made by its author. A deleted one stays without its text,
 * so that its answers keep their place.
 */
export const Comment = defineEntity({
  name: 'Comment',
  tableName: 'comment',
  indexes: [
    { properties: ['objectId', 'createdAt', 'id'], name: 'comment_thread_index', where: 'parent_id is null' },
    { properties: ['parentId', 'createdAt', 'id'], name: 'comment_answers_index', where: 'parent_id is not null' },
    { properties: ['authorId', 'createdAt', 'id'] },
    // The lists of staff: all comments, and those that they have hidden.
    { properties: ['createdAt', 'id'] },
    { properties: ['createdAt', 'id'], name: 'comment_hidden_index', where: `status = 'hidden'` },
    { properties: ['performerId', 'createdAt'] },
  ],
  properties: {
    id: p.uuid().primary(),
    objectType: p.enum(commentObjects),
    objectId: p.uuid(),
    /** The creator whose object it is. */
    performerId: p.uuid(),
    authorId: p.uuid(),
    parentId: p.uuid().nullable(),
    text: p.text(),
    /** Usernames of creators whom the text names. */
    mentions: p.array().default([]),
    /** `hidden`: by staff, for all but its author. */
    status: p.enum(['visible', 'hidden', 'deleted'] as const).default('visible'),
    createdAt: p.datetime().onCreate(() => new Date()),
    /** When its text was changed last. */
    editedAt: p.datetime().nullable(),
  },
})

export type Comment = InferEntity<typeof Comment>
