import { v5 } from 'uuid'
import * as v from 'valibot'
import { FileRecord } from './file.ts'
import { PostAccess, PostPoll } from './post.ts'
import { isVisible } from './visible-text.ts'

const SEEN_NAMESPACE = '8b3f6a52-6e0a-4c57-9a54-0d1f3b8c2e77'

/** The author's content; a draft may lack fields that a post must have. */
export const DraftContent = v.object({
  text: v.string(),
  access: PostAccess,
  /** Tokens; counts where `access` is `paid`. */
  price: v.number(),
  scheduledAt: v.nullable(v.string()),
  /** The end of its post. */
  expiresAt: v.nullable(v.string()),
  poll: v.nullable(PostPoll),
  /** In the order in which they are shown. */
  fileIds: v.array(v.string()),
  tags: v.array(v.string()),
  isPinned: v.boolean(),
  /** The picture and the short video that everybody sees of the post. */
  thumbnailId: v.nullable(v.string()),
  teaserId: v.nullable(v.string()),
})

/** A text, or a poll as lines, that another device wrote in the same place; kept until the author has decided. */
export const KeptVersion = v.object({ _id: v.string(), of: v.picklist(['text', 'poll']), text: v.string() })

/** A draft of a post as its author sees it. */
export const PostDraft = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  ownerId: v.pipe(v.string(), v.uuid()),
  ...DraftContent.entries,
  /** The `fileIds` that the server has. */
  files: v.array(FileRecord),
  thumbnail: v.nullable(FileRecord),
  teaser: v.nullable(FileRecord),
  kept: v.array(KeptVersion),
  /** Its author has published it, and the server has yet to do so. */
  isPublishing: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

export type DraftContent = v.InferOutput<typeof DraftContent>
export type KeptVersion = v.InferOutput<typeof KeptVersion>
export type PostDraft = v.InferOutput<typeof PostDraft>

/** A draft in which nothing is written. */
export const emptyDraft: DraftContent & Pick<PostDraft, 'kept'> = {
  text: '',
  access: 'followers',
  price: 0,
  scheduledAt: null,
  expiresAt: null,
  poll: null,
  fileIds: [],
  tags: [],
  isPinned: false,
  thumbnailId: null,
  teaserId: null,
  kept: [],
}

/** The author's content of a draft. A row that an older app stored may lack fields. */
export function contentOf(draft: DraftContent): DraftContent {
  const { text, access, price, scheduledAt, poll, fileIds } = draft
  const later: Partial<DraftContent> = draft
  const { tags = [], isPinned = false, thumbnailId = null, teaserId = null, expiresAt = null } = later
  return { text, access, price, scheduledAt, expiresAt, poll, fileIds, tags, isPinned, thumbnailId, teaserId }
}

/** A poll as lines: the question, then its options. */
export function linesOf({ question, options }: PostPoll): string {
  return [question, ...options].join('\n')
}

/** The poll that such lines are. */
export function pollOf(lines: string): PostPoll {
  const [question = '', ...options] = lines.split('\n')
  return { question, options }
}

/** The post that a draft becomes: without options that are blank, and with a price where it is sold. */
export function postOf({ _id, ...draft }: DraftContent & { _id: string }) {
  const { text, access, price, scheduledAt, poll, fileIds, ...later } = contentOf(draft)
  const options = poll ? poll.options.filter((option) => isVisible(option)) : []
  const asks = poll !== null && (isVisible(poll.question) || options.length > 0)
  return {
    ...{ _id, text, access, scheduledAt, fileIds, ...later },
    price: dueOf({ access, price }),
    poll: asks ? { ...poll, options } : null,
  }
}

/** The price of what is sold; what is not has none, whatever was typed. */
export function dueOf({ access, price }: Pick<DraftContent, 'access' | 'price'>): number {
  return access === 'paid' ? price : 0
}

/** Stands for everything that the author saw in a draft: the same on the device and on the server for the same content. */
export function sightOf(draft: DraftContent & Pick<PostDraft, 'kept'>): string {
  const content = contentOf(draft)
  const { text, access, price, scheduledAt, poll, fileIds, tags, isPinned, thumbnailId, teaserId } = content
  const kept = draft.kept.map(({ _id }) => _id).sort()
  const seen: unknown[] = [text, access, price, scheduledAt, poll && linesOf(poll), fileIds, kept]
  // Apps before schema 3 know none of these: a draft without them has the same sight there.
  const later = [tags, isPinned, thumbnailId, teaserId, poll?.isMultiple === true, poll?.endsAt ?? null]
  const isPlain = tags.length === 0 && later.slice(1).every((field) => field === false || field === null)
  // Nor do apps before schema 9 know of an end.
  const { expiresAt } = content
  const ends = expiresAt === null ? [] : [{ expiresAt }]
  return v5(JSON.stringify([...seen, ...(isPlain ? [] : [later]), ...ends]), SEEN_NAMESPACE)
}
