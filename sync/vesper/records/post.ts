import * as v from 'valibot'
import { FileCounts, FileRecord, Unready } from './file.ts'

export const POST_TEXT_MAX = 5000
export const POST_FILES_MAX = 20
export const POST_PRICE_MIN = 1
export const POST_PRICE_MAX = 10_000
export const POLL_QUESTION_MAX = 200
export const POLL_OPTION_MAX = 80
export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 10

/** Who may read a post, beside its author. */
export const PostAccess = v.picklist(['public', 'followers', 'subscribers', 'paid'])

/** A question. A voter chooses one option, or several where `isMultiple`; `endsAt` (ISO 8601): nobody votes from then on. */
export const PostPoll = v.object({
  question: v.string(),
  options: v.array(v.string()),
  isMultiple: v.optional(v.boolean()),
  endsAt: v.optional(v.nullable(v.string())),
})

/**
 * A post as one viewer sees it. `seq` counts the published posts of its performer from 1 without gaps and orders them:
 * the server gives it. Until it is published it is 0; a post that the server has not seen yet has one from PENDING_SEQ
 * up, so that it sorts first in a feed. A removed or hidden post stays as a tombstone, so that numbers have no gaps.
 */
export const Post = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  performerId: v.pipe(v.string(), v.uuid()),
  seq: v.number(),
  /** `processing`: it goes out when its last file is ready. `hidden`: by staff, for all but its author. */
  status: v.picklist(['processing', 'scheduled', 'published', 'archived', 'hidden', 'removed']),
  access: PostAccess,
  /** Tokens; 0 unless `access` is `paid`. */
  price: v.number(),
  /** The viewer may not read it: `text` is the beginning, `files` is empty, there is no poll. */
  isLocked: v.boolean(),
  /** Its files cannot be seen yet: it is not for sale until they can. Told while it is locked and has a price. */
  unready: v.optional(Unready),
  text: v.string(),
  files: v.array(FileRecord),
  fileCount: v.number(),
  /** Told while it is locked. */
  fileCounts: v.optional(FileCounts),
  /** A picture and a short video that everybody sees of a locked post. */
  thumbnail: v.nullable(FileRecord),
  teaser: v.nullable(FileRecord),
  /** The placeholder of the first photo while it is locked: its shape, and a Base64 thumbhash. */
  cover: v.nullable(v.object({ width: v.number(), height: v.number(), placeholder: v.nullable(v.string()) })),
  poll: v.nullable(PostPoll),
  tags: v.array(v.string()),
  /** It stands first on its creator's page. */
  isPinned: v.boolean(),
  /** The viewer's own like is not counted. This count and the next ones date from the last time that the post was read. */
  likes: v.number(),
  comments: v.number(),
  views: v.number(),
  /** Votes by option. Null until the viewer has voted or the poll has ended; its author always sees them. */
  votes: v.nullable(v.array(v.number())),
  /** Accounts that have voted. */
  voters: v.number(),
  scheduledAt: v.nullable(v.string()),
  /** It is archived then (ISO 8601); absent or null: it has no end. */
  expiresAt: v.optional(v.nullable(v.string())),
  publishedAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type PostAccess = v.InferOutput<typeof PostAccess>
export type PostPoll = v.InferOutput<typeof PostPoll>
export type Post = v.InferOutput<typeof Post>

/** A post that shows and counts nothing. */
export const noContent = {
  ...{ text: '', files: [], fileCount: 0, thumbnail: null, teaser: null, cover: null, poll: null, tags: [] },
  ...{ isPinned: false, likes: 0, comments: 0, views: 0, votes: null, voters: 0 },
} satisfies Partial<Post>

/** The tombstone of a post: its place, and nothing of what it said. */
export function tombstoneOf({ _id, performerId, seq, publishedAt, createdAt, updatedAt }: Post): Post {
  return {
    ...{ _id, performerId, seq, status: 'removed', access: 'public', price: 0, isLocked: false },
    ...noContent,
    scheduledAt: null,
    ...{ publishedAt, createdAt, updatedAt },
  }
}

/** The lane of everything that is queued for a post that is the server's already. */
export function laneOfPost(postId: string): string {
  return `post:${postId}`
}
