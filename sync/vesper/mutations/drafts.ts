import * as v from 'valibot'
import { equal } from '../../engine/core/equal.ts'
import type { Mutation } from '../../engine/mutation.ts'
import { moment, storable, uuid, whole } from '../api/fields.ts'
import { Tag } from '../api/tags.ts'
import { mergeDraft } from '../records/merge-draft.ts'
import type { DraftFields } from '../records/merge-draft.ts'
import { emptyDraft, postOf, sightOf } from '../records/post-draft.ts'
import type { DraftContent, PostDraft } from '../records/post-draft.ts'
import { POLL_OPTION_MAX, POLL_QUESTION_MAX, POST_PRICE_MAX, POST_TEXT_MAX, PostAccess } from '../records/post.ts'
import { filesNamedBy, publishPost } from './posts.ts'

/** Photos that two devices add to one draft are all in it, however many a post may have. */
const MERGED_LIST_MAX = 60

const Text = v.pipe(v.string(), whole, v.maxLength(POST_TEXT_MAX, 'A post has at most 5,000 characters.'), storable)
const id = v.pipe(uuid, v.toLowerCase())

const Fields = v.partial(
  v.object({
    text: Text,
    access: PostAccess,
    price: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(POST_PRICE_MAX)),
    scheduledAt: v.nullable(moment('Choose a date and a time.')),
    expiresAt: v.nullable(moment('Choose a date and a time.')),
    poll: v.nullable(
      v.object({
        question: v.pipe(v.string(), whole, v.maxLength(2 * POLL_QUESTION_MAX), storable),
        options: v.pipe(
          v.array(v.pipe(v.string(), whole, v.maxLength(POLL_OPTION_MAX), storable)),
          v.maxLength(MERGED_LIST_MAX),
        ),
        isMultiple: v.optional(v.boolean()),
        endsAt: v.optional(v.nullable(moment('Choose a date and a time.'))),
      }),
    ),
    fileIds: v.pipe(v.array(id), v.maxLength(MERGED_LIST_MAX)),
    tags: v.pipe(v.array(Tag), v.maxLength(MERGED_LIST_MAX)),
    isPinned: v.boolean(),
    thumbnailId: v.nullable(id),
    teaserId: v.nullable(id),
  }),
)

/**
 * `changes` are the fields that the author edited, `base` what the device showed in them before, `settled` the kept versions
 * that the author has decided about. `editedAt` (the device's clock) is shown until the server has dated the draft.
 */
export const SaveDraftArgs = v.object({
  _id: id,
  base: Fields,
  changes: Fields,
  settled: v.optional(v.pipe(v.array(v.string()), v.maxLength(MERGED_LIST_MAX))),
  editedAt: moment('This is not a time.'),
})

/** `seen` stands for what the author saw: nothing is discarded or published that was written elsewhere in the meantime. */
export const SeenDraftArgs = v.object({ _id: id, seen: uuid })

export type SaveDraft = v.InferOutput<typeof SaveDraftArgs>
export type SeenDraft = v.InferOutput<typeof SeenDraftArgs>

/** Per field, against the base; [OUTBOX-8] what is typed while nothing goes out is one save. */
export const saveDraft: Mutation<SaveDraft> = {
  name: 'draft.save',
  class: 'draft',
  args: SaveDraftArgs,
  lane,
  fold: foldSaves,
  files: ({ changes }) => filesNamedBy(changes),
  async optimistic(tx, { _id, editedAt, ...edit }, { account }) {
    const draft = (await tx.get('post-drafts', _id)) as PostDraft | undefined
    const files = draft?.files ?? []
    const begun: PostDraft = draft ?? {
      ...{ _id, ownerId: account, ...emptyDraft, files, thumbnail: null, teaser: null, isPublishing: false },
      ...{ createdAt: editedAt, updatedAt: editedAt },
    }
    const merged = mergeDraft(begun, edit)
    const shown = files.filter((file) => merged.fileIds.includes(file._id))
    const thumbnail = begun.thumbnail?._id === merged.thumbnailId ? begun.thumbnail : null
    const teaser = begun.teaser?._id === merged.teaserId ? begun.teaser : null
    await tx.put('post-drafts', { ...merged, files: shown, thumbnail, teaser, updatedAt: editedAt })
  },
}

export const discardDraft: Mutation<SeenDraft> = {
  name: 'draft.discard',
  class: 'draft',
  args: SeenDraftArgs,
  lane,
  optimistic: (tx, { _id }) => tx.delete('post-drafts', _id),
}

/** The draft becomes a post of the same id; until then it waits in its place, and the post stands in the feed. */
export const publishDraft: Mutation<SeenDraft> = {
  name: 'draft.publish',
  class: 'draft',
  args: SeenDraftArgs,
  lane,
  async optimistic(tx, { _id, seen }, context) {
    const draft = (await tx.get('post-drafts', _id)) as PostDraft | undefined
    if (!draft || sightOf(draft) !== seen) return
    await tx.put('post-drafts', { ...draft, isPublishing: true })
    await publishPost.optimistic(tx, postOf(draft), context)
  },
}

/** The lane of everything that is queued for a draft. */
export function laneOfDraft(draftId: string): string {
  return `draft:${draftId}`
}

function lane({ _id }: { _id: string }): string {
  return laneOfDraft(_id)
}

/**
 * One save for two where the second goes on from what the first has left. A save that waits for a file, or is refused for it,
 * holds up no words and no other file; but what is taken out again before it has gone up need not go up.
 */
function foldSaves(previous: SaveDraft, next: SaveDraft): SaveDraft | null {
  if (previous.settled || next.settled) return null
  if ((namesFiles(previous.changes) || namesFiles(next.changes)) && !takesOut(previous, next)) return null
  // The same save again, after a commit that the device did not hear of.
  if (next.editedAt === previous.editedAt && holds(previous.changes, next.changes)) return previous
  const both = fieldsOf(next.changes).filter((field) => previous.changes[field] !== undefined)
  if (!both.every((field) => equal(next.base[field], previous.changes[field]))) return null
  return {
    ...previous,
    base: { ...next.base, ...previous.base },
    changes: { ...previous.changes, ...next.changes },
    editedAt: next.editedAt,
  }
}

function namesFiles({ fileIds, ...places }: DraftFields): boolean {
  return fileIds !== undefined || filesNamedBy(places).length > 0
}

/** Both are about files alone, and the second adds none. */
function takesOut(previous: SaveDraft, next: SaveDraft): boolean {
  const areFiles = [previous, next].every(({ changes }) => fieldsOf(changes).join() === 'fileIds')
  return areFiles && (next.changes.fileIds ?? []).every((id) => previous.changes.fileIds?.includes(id))
}

function holds(all: DraftFields, part: DraftFields): boolean {
  return fieldsOf(part).every((field) => equal(all[field], part[field]))
}

function fieldsOf(fields: DraftFields): (keyof DraftContent)[] {
  return (Object.keys(fields) as (keyof DraftContent)[]).filter((field) => fields[field] !== undefined)
}
