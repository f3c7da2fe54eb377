import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { FAN_NOTES_MAX, mergeNote } from '@vesper/sync/vesper/records/fan-note.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { isFan } from './audience-sql.ts'
import { FanNote } from './entity.ts'

type SaveNote = { userId: string; text: string; base?: string | undefined }

/**
 * Changes the acting creator's note about a fan; an empty text removes it. The text is merged with edits of other devices
 * since `base` (`mergeNote`); without `base` the present text is the one that was seen. Refuses as `not-found` a person who
 * is no fan and has no note, as `conflict` a note that would be too long and one note too many.
 */
export async function saveFanNote(tx: Tx, { userId, text, base }: SaveNote): Promise<FanNote | null> {
  const performerId = requireCreator(tx, 'Only creators have notes on fans.')
  // Two devices at once: the second merges with the text of the first.
  await lock(tx, 'fan-notes', performerId)
  const held = await tx.em.findOne(FanNote, { performerId, userId })
  if (!held && !(await isFan(tx, performerId, userId))) {
    throw new Refusal('not-found', 'This person is not one of your fans.')
  }
  const ours = held?.text ?? ''
  const merged = mergeNote({ base: base ?? ours, ours, theirs: text })
  if (merged === null) {
    throw new Refusal(
      'conflict',
      'This note was changed on another device, and both are too long for one. Shorten yours.',
    )
  }
  if (merged === ours) return held
  return write(tx, { performerId, userId, held, text: merged })
}

type Write = { performerId: string; userId: string; held: FanNote | null; text: string }

async function write(tx: Tx, { performerId, userId, held, text }: Write): Promise<FanNote | null> {
  if (text === '') {
    if (held) tx.em.remove(held)
    await tx.em.flush()
    return null
  }
  if (!held && (await tx.em.count(FanNote, { performerId })) >= FAN_NOTES_MAX) {
    throw new Refusal('conflict', 'You have 5,000 notes, the limit. Delete one first.')
  }
  const note = held
    ? tx.em.assign(held, { text, updatedAt: tx.now })
    : tx.em.create(FanNote, { performerId, userId, text, updatedAt: tx.now })
  await tx.em.flush()
  return note
}
