import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { Post } from '../records/post.ts'
import { listOf, listQuery, queryChoice, uuid } from './fields.ts'
import {
  changeableFields,
  EMPTY_POST,
  hasPostContent,
  laterPostFields,
  Poll,
  postFields,
  PRICE_AND_ACCESS,
  priceFits,
} from './post-fields.ts'
import { ViewSource } from './view-sources.ts'

/** A post in somebody's feed: what its row holds, and whose it is. */
export const FeedPost = v.object({ ...Post.entries, performer: Participant })
export const FeedList = listOf(FeedPost)

/** A feed counts its posts up to here, and has pages by number up to here; `before` leads further. */
export const FEED_TOTAL_MAX = 1000

/**
 * A feed, by default the newest first. `before`, the `publishedAt` of a post, keeps a page in place while new posts arrive;
 * with `removed=true` the tombstones between its posts are in it, for a device that keeps pages; `pinned=true` gives
 * pinned posts alone.
 */
export const FeedQuery = v.object({
  ...v.omit(listQuery(['publishedAt', 'updatedAt', 'createdAt']), ['q']).entries,
  before: v.optional(postFields.scheduledAt.wrapped),
  removed: v.optional(queryChoice(['true', 'false']), 'false'),
  pinned: v.optional(queryChoice(['true', 'false']), 'false'),
})

/** The latest posts of all creators. */
export const LatestQuery = v.pick(FeedQuery, ['before', 'pageSize'])

/** Posts that one call says were seen. */
export const SEEN_POSTS_MAX = 50

/** `POST /user/feeds/views`: posts that somebody has had in view. Each counts once for a viewer and an hour. */
export const SeenPosts = v.object({
  ids: v.pipe(v.array(v.pipe(uuid, v.toLowerCase())), v.maxLength(SEEN_POSTS_MAX, 'Name at most 50 posts at once.')),
  /** The place of the app where they were seen; apps of before do not tell it. */
  source: v.optional(ViewSource),
})

/** The own posts, scheduled and archived ones included; `status` narrows them. */
export const OwnFeedQuery = v.object({
  ...listQuery(['updatedAt', 'createdAt', 'publishedAt', 'scheduledAt']).entries,
  status: v.optional(queryChoice(['processing', 'scheduled', 'published', 'archived'])),
})
export const PostList = listOf(Post)

const { text, access, price, scheduledAt, poll, fileIds } = postFields

/** The id of a draft that holds a poll alone, as `POST /performer/feeds/polls` makes it. */
const pollId = v.optional(v.pipe(uuid, v.toLowerCase()))

/** `POST /performer/feeds/polls`; `_id`, made by the author, makes sending again harmless. */
export const PollBody = v.object({ _id: v.optional(v.pipe(uuid, v.toLowerCase())), ...Poll.entries })

/** `PUT /performer/feeds/{id}`. */
export const UpdateBody = v.pipe(
  v.object({ ...changeableFields.entries, pollId }),
  v.check((changes) => Object.keys(changes).length > 0, 'Nothing was changed.'),
)

/** `_id`, made by the author, makes publishing again harmless; by default it is `pollId`. */
export const PublishBody = v.pipe(
  v.object({
    _id: v.optional(uuid),
    text: v.optional(text, ''),
    access: v.optional(access, 'public'),
    price: v.optional(price, 0),
    scheduledAt: v.optional(scheduledAt, null),
    poll: v.optional(poll, null),
    fileIds: v.optional(fileIds, []),
    ...laterPostFields,
    pollId,
  }),
  v.check((post) => post.pollId === undefined || post.poll === null, 'Give a poll or the id of one.'),
  v.check((post) => post.pollId !== undefined || hasPostContent(post), EMPTY_POST),
  v.check((post) => priceFits(post), PRICE_AND_ACCESS),
)
export type FeedPost = v.InferOutput<typeof FeedPost>
