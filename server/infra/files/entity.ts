import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * An uploaded photo or video. The bytes are under the data directory by id and rendition. `avatar`, `cover` and `product`
 * are public. A `message` file is for its owner until a holder has it, then for those who may see the holder.
 */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  indexes: [{ properties: ['ownerId'] }],
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    purpose: p.enum(['message', 'avatar', 'cover', 'product'] as const),
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
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type File = InferEntity<typeof File>

/** A file as views show it. */
export type FileRow = Pick<
  File,
  'id' | 'type' | 'status' | 'mimeType' | 'size' | 'width' | 'height' | 'placeholder' | 'hasThumbnail'
>
