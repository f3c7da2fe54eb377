import * as v from 'valibot'
import type { LocalContext, Mutation } from '../../engine/mutation.ts'
import { uuid } from '../api/fields.ts'
import {
  EMPTY_POST,
  hasPostContent,
  laterPostFields,
  PostChanges,
  postFields,
  PRICE_AND_ACCESS,
  priceFits,
} from '../api/post-fields.ts'
import type { FileRecord } from '../records/file.ts'
import { PENDING_SEQ } from '../records/message.ts'
import { laneOfPost, noContent, tombstoneOf } from '../records/post.ts'
import type { Post } from '../records/post.ts'

export const PublishArgs = v.pipe(
  v.object({ _id: uuid, ...postFields, ...laterPostFields }),
  v.check((post) => hasPostContent(post), EMPTY_POST),
  v.check((post) => priceFits(post), PRICE_AND_ACCESS),
)

/** `changes` are the fields that the author edited. */
export const UpdateArgs = v.object({ _id: uuid, changes: PostChanges })

const RemoveArgs = v.object({ _id: uuid })

/** The author's id makes it one post; its place in the feed is the server's, and a waiting one stands first. */
export const publishPost: Mutation<v.InferOutput<typeof PublishArgs>> = {
  name: 'post.publish',
  class: 'queue',
  args: PublishArgs,
  lane,
  files: filesNamedBy,
  async optimistic(tx, args, { account, order, queuedAt }) {
    if (await tx.get('posts', args._id)) return
    const post: Post = {
      _id: args._id,
      performerId: account,
      ...placeOf(args.scheduledAt, { order, queuedAt }),
      access: args.access,
      price: args.price,
      isLocked: false,
      ...noContent,
      text: args.text,
      fileCount: args.fileIds.length,
      poll: args.poll,
      tags: args.tags ?? [],
      isPinned: args.isPinned ?? false,
      expiresAt: args.expiresAt ?? null,
      createdAt: queuedAt,
      updatedAt: queuedAt,
    }
    await tx.put('posts', post)
  },
}

/**
 * Per field, in order of arrival; what was not edited stays the server's, and a removed post stays removed. A time
 * moves what is not published yet; taken away, or past, it publishes at once.
 */
export const updatePost: Mutation<v.InferOutput<typeof UpdateArgs>> = {
  name: 'post.update',
  class: 'queue',
  args: UpdateArgs,
  lane,
  files: ({ changes }) => filesNamedBy(changes),
  async optimistic(tx, { _id, changes }, { account, order, queuedAt }) {
    const { archived, scheduledAt, thumbnailId, teaserId, removedFileIds = [], ...fields } = changes
    const post = (await tx.get('posts', _id)) as Post | undefined
    if (!post || post.performerId !== account || post.status === 'removed') return
    const placed: Post =
      scheduledAt === undefined ? post : { ...post, ...movedTo(post, scheduledAt, { order, queuedAt }) }
    const files = placed.files.filter(({ _id: fileId }) => !removedFileIds.includes(fileId))
    // An archived post that is shown again has no end, unless it is given one.
    const ends = archived === false && post.status === 'archived' ? { expiresAt: null } : {}
    await tx.put('posts', {
      ...{ ...placed, ...ends, ...fields, files, status: statusAfter(placed, archived) },
      fileCount: placed.fileCount - (placed.files.length - files.length),
      thumbnail: fileAfter(placed.thumbnail, thumbnailId),
      teaser: fileAfter(placed.teaser, teaserId),
    })
  },
}

/** A removal is a tombstone and wins. */
export const removePost: Mutation<v.InferOutput<typeof RemoveArgs>> = {
  name: 'post.remove',
  class: 'queue',
  args: RemoveArgs,
  lane,
  async optimistic(tx, { _id }, { account }) {
    const post = (await tx.get('posts', _id)) as Post | undefined
    if (post?.performerId === account) await tx.put('posts', tombstoneOf(post))
  },
}

function lane({ _id }: { _id: string }): string {
  return laneOfPost(_id)
}

type Queued = Pick<LocalContext, 'order' | 'queuedAt'>
type Place = Pick<Post, 'seq' | 'status' | 'scheduledAt' | 'publishedAt'>

/** Where a post stands that goes out at `scheduledAt`; the server's clock decides, this is what its author is shown till then. */
function placeOf(scheduledAt: string | null, { order, queuedAt }: Queued): Place {
  if (scheduledAt !== null && Date.parse(scheduledAt) > Date.parse(queuedAt)) {
    return { seq: 0, status: 'scheduled', scheduledAt, publishedAt: null }
  }
  return { seq: PENDING_SEQ + order, status: 'published', scheduledAt: null, publishedAt: queuedAt }
}

/** Where a post stands after its time was changed. A post in processing waits for its files, too; what is out stays. */
function movedTo({ status }: Post, scheduledAt: string | null, queued: Queued): Partial<Place> {
  if (status === 'processing') return { scheduledAt }
  return status === 'scheduled' ? placeOf(scheduledAt, queued) : {}
}

/** The file in a place of a post after a change; a new one is shown when the server has it. */
function fileAfter(file: FileRecord | null, changed: string | null | undefined): FileRecord | null {
  return changed === undefined || file?._id === changed ? file : null
}

/** A post that is not published yet is in no feed. */
function statusAfter({ status }: Post, archived: boolean | undefined): Post['status'] {
  if (archived === undefined || status === 'scheduled' || status === 'processing') return status
  return archived ? 'archived' : 'published'
}

/** The ids of all files in some fields of a draft or a post. */
export function filesNamedBy({ fileIds, thumbnailId, teaserId }: NamingFiles): string[] {
  return [...(fileIds ?? []), thumbnailId, teaserId].filter((id) => id != null)
}

type NamingFiles = {
  fileIds?: readonly string[] | undefined
  thumbnailId?: string | null | undefined
  teaserId?: string | null | undefined
}
