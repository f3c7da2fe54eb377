import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * An uploaded photo or video. The bytes are under the data directory by id and rendition. `avatar`, `cover` and `product` are
 * for everybody's eyes; a `message` file is for its owner until a message carries it, then for that conversation. One that a
 * post took is a `post` file: for whoever may read that post.
 */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  indexes: [
    { properties: ['messageId'] },
    { properties: ['postId'] },
    { properties: ['draftId'] },
    { properties: ['ownerId'] },
  ],
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    purpose: p.enum(['message', 'post', 'avatar', 'cover', 'product'] as const),
    type: p.enum(['photo', 'video'] as const),
    status: p.enum(['processing', 'ready', 'failed'] as const),
    mimeType: p.string().length(100),
    /** Bytes of the stored original. */
    size: p.integer(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** Base64 thumbhash. */
    placeholder: p.string().length(60).nullable(),
    hasThumbnail: p.boolean().default(false),
    messageId: p.uuid().nullable(),
    postId: p.uuid().nullable(),
    /** The draft of a post that holds it: kept for its owner, until a post takes it. */
    draftId: p.uuid().nullable(),
    /** Place among the files of the message or post, from 0. */
    position: p.integer().default(0),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type File = InferEntity<typeof File>
