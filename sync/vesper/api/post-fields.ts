import * as v from 'valibot'
import {
  POLL_OPTION_MAX,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  POLL_QUESTION_MAX,
  POST_FILES_MAX,
  POST_PRICE_MAX,
  POST_PRICE_MIN,
  POST_TEXT_MAX,
  PostAccess,
} from '../records/post.ts'
import { appearanceOf, isVisible } from '../records/visible-text.ts'
import { moment, shown, storable, uuid, visible } from './fields.ts'
import { Tags } from './tags.ts'

const SCHEDULE_MAX_MS = 366 * 86_400_000
/** PostgreSQL knows no year 0. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

/** A poll is open for at least 5 minutes and at most 32 days from when its post goes out. */
const POLL_OPEN_MIN_MS = 5 * 60_000
const POLL_OPEN_MAX_MS = 32 * 86_400_000

export const Poll = v.object({
  question: v.pipe(
    v.string(),
    shown,
    v.trim(),
    visible('Ask something.'),
    v.maxLength(POLL_QUESTION_MAX, 'A question has at most 200 characters.'),
    storable,
  ),
  options: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        shown,
        v.trim(),
        visible('Write something in each option.'),
        v.maxLength(POLL_OPTION_MAX, 'An option has at most 80 characters.'),
        storable,
      ),
    ),
    v.minLength(POLL_OPTIONS_MIN, 'A poll has at least 2 options.'),
    v.maxLength(POLL_OPTIONS_MAX, 'A poll has at most 10 options.'),
    v.check((options) => isSet(options.map(appearanceOf)), 'Two options of this poll are the same.'),
  ),
  isMultiple: v.optional(v.boolean()),
  endsAt: v.optional(v.nullable(moment('Choose a date and a time.'))),
})

/** The author's fields of a post. */
export const postFields = {
  text: v.pipe(v.string(), shown, v.maxLength(POST_TEXT_MAX, 'A post has at most 5,000 characters.'), storable),
  access: PostAccess,
  price: v.pipe(
    v.number(),
    v.integer('A price is a whole number of tokens.'),
    v.minValue(0, 'A price is a whole number of tokens.'),
    v.maxValue(POST_PRICE_MAX, 'A post costs at most 10,000 tokens.'),
  ),
  scheduledAt: v.nullable(
    v.pipe(
      moment('Choose a date and a time.'),
      v.check((time) => Date.parse(time) >= FIRST_MOMENT, 'Choose a date and a time.'),
    ),
  ),
  poll: v.nullable(Poll),
  fileIds: v.pipe(
    v.array(v.pipe(uuid, v.toLowerCase())),
    v.maxLength(POST_FILES_MAX, 'A post has at most 20 photos, videos and sounds.'),
    v.check((ids) => isSet(ids), 'A file is in this post twice.'),
  ),
} as const

/** Fields that apps before schema 3 do not send, and `expiresAt`, which apps before schema 9 do not send. */
export const laterPostFields = {
  /** The post is archived then. */
  expiresAt: v.optional(postFields.scheduledAt),
  tags: v.optional(Tags),
  isPinned: v.optional(v.boolean()),
  /** A photo and a short video that everybody sees, also where the post is locked. */
  thumbnailId: v.optional(v.nullable(v.pipe(uuid, v.toLowerCase()))),
  teaserId: v.optional(v.nullable(v.pipe(uuid, v.toLowerCase()))),
} as const

const { text, access, price, scheduledAt } = postFields

/** The fields of a post that its author can change; `archived` takes it out of the feed, or puts it back. */
export const changeableFields = v.partial(
  v.object({
    ...{ text, access, price, scheduledAt, archived: v.boolean(), ...laterPostFields },
    /** Files that leave the post. They stay in the library of its author, except one that could not be processed. */
    removedFileIds: v.pipe(v.array(v.pipe(uuid, v.toLowerCase())), v.maxLength(POST_FILES_MAX)),
  }),
)

/** The author's changes of a post. */
export const PostChanges = v.pipe(
  changeableFields,
  v.check((changes) => Object.keys(changes).length > 0, 'Nothing was changed.'),
)

export const EMPTY_POST = 'Write something, or add a photo, a video, a sound or a poll.'
export const PRICE_AND_ACCESS = 'A post that is sold has a price of at least 1 token, and no other has one.'
export const TOO_FAR_AHEAD = 'A post can be scheduled a year ahead at most.'

/** A post says, shows or asks something. */
export function hasPostContent(post: { text: string; fileIds: readonly string[]; poll: unknown }): boolean {
  return isVisible(post.text) || post.fileIds.length > 0 || post.poll !== null
}

/** Only what is sold has a price. */
export function priceFits({ access, price }: { access: PostAccess; price: number }): boolean {
  return access === 'paid' ? price >= POST_PRICE_MIN : price === 0
}

/** `scheduledAt`: ISO 8601; `now`: epoch, ms. The server's clock decides; a device's may be wrong. */
export function isTooFarAhead(scheduledAt: string, now: number): boolean {
  return Date.parse(scheduledAt) - now > SCHEDULE_MAX_MS
}

/**
 * Why a post cannot end at `expiresAt` (ISO 8601) where it goes out at `from` (epoch, ms) or has done so, at the time
 * `now` (epoch, ms); null when it can. The server's clock decides.
 */
export function expiryProblem(
  expiresAt: string | null | undefined,
  { from, now }: { from: number; now: number },
): string | null {
  if (expiresAt == null) return null
  const end = Date.parse(expiresAt)
  if (end <= now) return 'A post ends in the future. Choose a later end.'
  if (end <= from) return 'A post ends after it goes out. Choose a later end.'
  return end - Math.max(from, now) > SCHEDULE_MAX_MS ? 'A post ends within a year. Choose an earlier end.' : null
}

function isSet(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length
}

/**
 * Why a poll cannot end at `endsAt` (ISO 8601) where its post goes out at `from` (epoch, ms); null when it can. The
 * server's clock decides.
 */
export function pollEndProblem(endsAt: string | null | undefined, from: number): string | null {
  if (endsAt == null) return null
  const openMs = Date.parse(endsAt) - from
  if (openMs < POLL_OPEN_MIN_MS) return 'A poll stays open for at least 5 minutes. Choose a later end.'
  return openMs > POLL_OPEN_MAX_MS ? 'A poll stays open for at most 32 days. Choose an earlier end.' : null
}
