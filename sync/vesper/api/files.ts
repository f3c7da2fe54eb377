import * as v from 'valibot'
import { filePurposes } from '../purposes.ts'
import { FileRecord } from '../records/file.ts'
import { listOf, listQuery, queryChoice, uuid } from './fields.ts'
import { Tag, Tags } from './tags.ts'

/** Why a file could not be processed. */
export const fileFailures = ['damaged', 'unsupported', 'too-long', 'timeout'] as const

/** How far an own upload is. It can be sent again under the same id after a failure. */
export const FileStatus = v.object({
  _id: uuid,
  /** `uploading`: a part of it has been received. */
  status: v.picklist(['uploading', 'processing', 'ready', 'failed']),
  /** Bytes that the server has received. */
  received: v.number(),
  /** Bytes of all of it; null while the server has a part only. */
  total: v.nullable(v.number()),
  /** Percent of the processing. */
  progress: v.nullable(v.number()),
  failure: v.nullable(v.picklist(fileFailures)),
  file: v.nullable(FileRecord),
})

export type FileStatus = v.InferOutput<typeof FileStatus>

/** The field beside the files of an upload: an id made by the sender, so that an upload sent again is the same file. */
export const UploadFields = v.object({ fileId: v.optional(uuid) })

const byteCount = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'This is a number of bytes.'), v.transform(Number))

/** The fields beside the multipart `file` with the bytes of the upload from `offset` on; it has `total` bytes. */
export const UploadPartFields = v.object({ fileId: uuid, offset: byteCount, total: byteCount })

/** The same of an upload for any purpose. */
export const PurposePartFields = v.object({ purpose: v.picklist(filePurposes), ...UploadPartFields.entries })

/** How many bytes of the upload are there; `file` once it is whole. */
export const PartStatus = v.object({ received: v.number(), file: v.nullable(FileStatus) })

/** Files that one call asks about. */
export const FILES_ASKED_MAX = 100

/** `POST /files/viewable`: the files that a device keeps copies of. */
export const FilesKept = v.object({
  ids: v.pipe(v.array(uuid), v.maxLength(FILES_ASKED_MAX, 'Ask about at most 100 files at once.')),
})

/** The ids among them that the caller may see now. */
export const FilesViewable = v.object({ ids: v.array(uuid) })

/** `GET /performer/files/search`: the own uploads for posts, galleries, videos, products and messages. `q` is in the name. */
export const LibraryQuery = v.object({
  ...listQuery(['createdAt', 'size']).entries,
  type: v.optional(queryChoice(['photo', 'video', 'audio', 'other'])),
  status: v.optional(queryChoice(['processing', 'ready', 'failed'])),
  tag: v.optional(Tag),
  /** `yes`: something shows it. */
  used: v.optional(queryChoice(['yes', 'no'])),
  /** `yes`: it can be put again into posts, galleries, videos and messages. */
  reusable: v.optional(queryChoice(['yes'])),
})

/**
 * The same bytes, uploaded several times, are one item: of those of full size the first. `isHeld`: something shows it. An upload that
 * nothing has ever held is removed after a week; any other stays until its owner deletes it.
 */
export const LibraryFile = v.object({
  ...FileStatus.entries,
  type: FileRecord.entries.type,
  purpose: v.picklist(filePurposes),
  isHeld: v.boolean(),
  /** Something has held it, if nothing does now: it stays until its owner deletes it. */
  isKept: v.boolean(),
  /** Staff have hidden what held it: it is not put into other things. */
  isHidden: v.boolean(),
  name: v.nullable(v.string()),
  tags: v.array(v.string()),
  createdAt: v.string(),
})

export type LibraryFile = v.InferOutput<typeof LibraryFile>

export const Library = listOf(LibraryFile)

/** `PUT /performer/files/{id}/tags`, and its answer. */
export const FileTags = v.object({ tags: Tags })

/** `GET /performer/files/tags`: the tags that the caller has given to files, the most used first. */
export const LibraryTags = v.object({ data: v.array(v.object({ tag: v.string(), count: v.number() })) })

/** The things that hold or name files. A photo in a gallery counts as its gallery. */
export const fileUses = [
  ...([
    'post',
    'draft',
    'gallery',
    'photo',
    'video',
    'product',
    'message',
    'stream-message',
    'comment',
    'order',
  ] as const),
] as const

/** How many things of one kind use a file, or the same bytes. */
export type FileUse = { use: (typeof fileUses)[number]; count: number }

/** `GET /performer/files/{id}/uses`: where the caller has put a file, or the same bytes; nothing for one that may be deleted. */
export const FileUses = v.object({ data: v.array(v.object({ use: v.picklist(fileUses), count: v.number() })) })

/** How a file was sent in a message: without a price, at a price that was paid, or at one that was not. */
export const sentStates = ['free', 'bought', 'offered'] as const

/** `GET /conversations/{id}/sent-files`: the own files that the caller has sent there; of several times the best for the other. */
export const SentFiles = v.object({
  data: v.array(v.object({ fileId: uuid, state: v.picklist(sentStates), price: v.number() })),
})

export type SentFile = v.InferOutput<typeof SentFiles>['data'][number]

/** `GET /performer/files/{id}/sent`: to whom the caller has sent a file, or the same bytes, the latest first. */
export const FileSends = v.object({
  data: v.array(
    v.object({
      /** The message. */
      _id: uuid,
      conversationId: uuid,
      recipient: v.object({ _id: uuid, name: v.string(), username: v.nullable(v.string()) }),
      state: v.picklist(sentStates),
      price: v.number(),
      createdAt: v.string(),
    }),
  ),
})

export type FileSend = v.InferOutput<typeof FileSends>['data'][number]
