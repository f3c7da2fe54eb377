import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { fileFailures } from '@vesper/sync/vesper/api/files.ts'
import { filePurposes } from '@vesper/sync/vesper/purposes.ts'
import type { FileVariant } from '@vesper/sync/vesper/records/file.ts'
import { FILE_NAME_MAX } from './safe-file-name.ts'

/** A smaller copy of a video, under the rendition of its name. */
export type Variant = Omit<FileVariant, 'url'>

/**
 * An uploaded file. The bytes are under the data directory by id and rendition. Its purpose says who may see it: a public
 * one everybody, any other its owner until a holder has it, then those who may see the holder.
 */
export const File = defineEntity({
  name: 'File',
  tableName: 'file',
  indexes: [
    { properties: ['ownerId', 'createdAt', 'id'] },
    { properties: ['ownerId', 'size', 'id'] },
    { properties: ['ownerId', 'hash'] },
    { properties: ['sizes', 'createdAt'], name: 'file_sizes_due_index', where: "sizes <> 'all'" },
  ],
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    purpose: p.enum(filePurposes),
    type: p.enum(['photo', 'video', 'audio', 'other'] as const),
    status: p.enum(['processing', 'ready', 'failed'] as const),
    mimeType: p.string().length(100),
    /** As its owner called it; null where the upload had no name. */
    name: p.string().length(FILE_NAME_MAX).nullable(),
    /** SHA-256 of the upload as it came, in hex; null for older files. The same bytes again are one item of the library. */
    hash: p.string().length(64).nullable(),
    /** The owner's own, for the library. Written past the feed: nobody else is shown them. */
    tags: p.array().default([]),
    /** Something held it once: it stays in the library until its owner deletes it. Written past the feed. */
    isKept: p.boolean().default(false),
    /** Bytes of the stored original. */
    size: p.integer(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** Base64 thumbhash. */
    placeholder: p.string().length(60).nullable(),
    hasThumbnail: p.boolean().default(false),
    hasPoster: p.boolean().default(false),
    durationMs: p.integer().nullable(),
    /** Peaks from 0 to 100. */
    waveform: p.json<number[]>().nullable(),
    variants: p.json<Variant[]>().defaultRaw(`'[]'`),
    /** Percent of the processing. It is written past the change feed: no device is told of each step. */
    progress: p.smallint().nullable(),
    failure: p.enum(fileFailures).nullable(),
    /** Longer work that is left: the encoding that makes it ready, or the smaller copies of a ready video. Written past the feed. */
    awaits: p.enum(['encoding', 'copies'] as const).nullable(),
    /** How often its processing ended in a way that a busy machine or the file may have caused. Written past the feed. */
    doubts: p.smallint().default(0),
    /** Smaller copies of its picture: none yet, all but those in AVIF, or all that it has. Written past the feed. */
    sizes: p.enum(['due', 'webp', 'all'] as const).default('due'),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

export type File = InferEntity<typeof File>

/** A file as views show it. `progress` is known to those who read the whole row, `name` to views of its owner. */
export type FileRow = Pick<
  File,
  'id' | 'type' | 'status' | 'mimeType' | 'size' | 'width' | 'height' | 'placeholder' | 'hasThumbnail'
> &
  Pick<File, 'hasPoster' | 'durationMs' | 'waveform' | 'variants'> &
  Partial<Pick<File, 'progress' | 'name'>>

/** The columns of a `FileRow`, of a table `file` that a query calls `f`. */
export const FILE_COLUMNS = `f.id, f.type, f.status, f.mime_type as "mimeType", f.size, f.width, f.height, f.placeholder,
  f.has_thumbnail as "hasThumbnail", f.has_poster as "hasPoster", f.duration_ms as "durationMs", f.waveform, f.variants, f.name`
