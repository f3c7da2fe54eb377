import * as v from 'valibot'
import { mergeText } from './merge-text.ts'

export const FAN_NOTE_MAX = 2000
/** The notes of one creator: all are on the creator's devices. */
export const FAN_NOTES_MAX = 5000

/** Words of a creator about a fan, for the creator alone. */
export const FanNote = v.object({
  /** The id of the fan. */
  _id: v.string(),
  performerId: v.string(),
  text: v.string(),
  updatedAt: v.string(),
})

export type FanNote = v.InferOutput<typeof FanNote>

/**
 * The note after an edit that began from `base`. Edits of different sentences are merged. Where both changed the same
 * sentence, both texts stand, the arriving one last. Null where they are too long together: then nothing may be written.
 */
export function mergeNote({ base, ours, theirs }: { base: string; ours: string; theirs: string }): string | null {
  const merged = mergeText({ base, ours, theirs })
  if (merged !== null && merged.length <= FAN_NOTE_MAX) return merged
  if (ours.includes(theirs)) return ours
  const both = ours === '' ? theirs : `${ours}\n\n${theirs}`
  return both.length <= FAN_NOTE_MAX ? both : null
}
