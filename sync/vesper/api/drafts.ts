import * as v from 'valibot'
import { SaveDraftArgs, SeenDraftArgs } from '../mutations/drafts.ts'
import { PostDraft } from '../records/post-draft.ts'
import { listOf, listQuery } from './fields.ts'

export const DraftQuery = v.omit(listQuery(['updatedAt', 'createdAt']), ['q'])

export const DraftList = listOf(PostDraft)

/** `PUT /performer/drafts/{id}`: an edit, merged with what other devices have saved since `base`. */
export const SaveDraft = v.object({
  base: v.optional(SaveDraftArgs.entries.base, {}),
  changes: SaveDraftArgs.entries.changes,
  settled: SaveDraftArgs.entries.settled,
})

/** For discarding and publishing: `seen`, where it is given, refuses what was changed since. */
export const SeenDraft = v.object({ seen: v.optional(SeenDraftArgs.entries.seen) })
