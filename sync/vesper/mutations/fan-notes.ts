import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { FanNoteText } from '../api/fan-lists.ts'
import { moment, uuid } from '../api/fields.ts'
import { mergeNote } from '../records/fan-note.ts'
import type { FanNote } from '../records/fan-note.ts'

/** `base` is the text that the device showed before. `editedAt` is its clock, shown until the server has dated the note. */
const SaveFanNoteArgs = v.object({
  userId: v.pipe(uuid, v.toLowerCase()),
  base: v.optional(FanNoteText, ''),
  text: FanNoteText,
  editedAt: moment('This is not a time.'),
})

/** Edits of several devices are merged by the sentence, and no text is lost: see `mergeNote`. An empty note is none. */
export const saveFanNote: Mutation<v.InferOutput<typeof SaveFanNoteArgs>> = {
  name: 'fan-note.save',
  class: 'queue',
  args: SaveFanNoteArgs,
  lane: ({ userId }) => `fan-note:${userId}`,
  fold: (previous, next) =>
    previous.userId === next.userId && next.base === previous.text ? { ...next, base: previous.base } : null,
  async optimistic(tx, { userId, base, text, editedAt }, { account }) {
    const held = (await tx.get('fan-notes', userId)) as FanNote | undefined
    const merged = mergeNote({ base, ours: held?.text ?? '', theirs: text })
    if (merged === null || merged === (held?.text ?? '')) return
    if (merged === '') return tx.delete('fan-notes', userId)
    const note: FanNote = { _id: userId, performerId: account, text: merged, updatedAt: editedAt }
    await tx.put('fan-notes', note)
  },
}
