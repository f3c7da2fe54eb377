import * as v from 'valibot'
import type { Mutation } from '../../engine/mutation.ts'
import { moment, shown, storable, uuid } from '../api/fields.ts'
import { AUDIENCE_PARTS_MAX, emptyBroadcast } from '../records/broadcast.ts'
import type { Broadcast } from '../records/broadcast.ts'
import { AudiencePart } from '../records/fan-list.ts'
import { MESSAGE_FILES_MAX, MESSAGE_PRICE_MAX, MESSAGE_TEXT_MAX } from '../records/message.ts'
import { isVisible } from '../records/visible-text.ts'

const id = v.pipe(uuid, v.toLowerCase())
const parts = v.pipe(v.array(AudiencePart), v.maxLength(AUDIENCE_PARTS_MAX))

/** The author's fields of a draft, as many as change. */
export const BroadcastFields = v.partial(
  v.object({
    text: v.pipe(
      v.string(),
      shown,
      v.transform((text) => (isVisible(text) ? text : '')),
      v.maxLength(MESSAGE_TEXT_MAX, 'A message has at most 2,000 characters.'),
      storable,
    ),
    fileIds: v.pipe(v.array(id), v.maxLength(MESSAGE_FILES_MAX, 'A message has at most 10 files.')),
    price: v.pipe(
      v.number('Whole tokens only.'),
      v.integer('Whole tokens only.'),
      v.minValue(0, 'A price is at least 1 token.'),
      v.maxValue(MESSAGE_PRICE_MAX, 'A message costs at most 10,000 tokens.'),
    ),
    include: parts,
    exclude: parts,
    sendAt: v.nullable(moment('Choose a date and a time.')),
  }),
)

/** `editedAt` (the device's clock) is shown until the server has dated the draft. */
export const SaveBroadcastArgs = v.object({
  _id: id,
  changes: BroadcastFields,
  editedAt: moment('This is not a time.'),
})

export type SaveBroadcast = v.InferOutput<typeof SaveBroadcastArgs>

/** Per field, the last arrival; what has begun to go out takes no more. */
export const saveBroadcast: Mutation<SaveBroadcast> = {
  name: 'broadcast.save',
  class: 'draft',
  args: SaveBroadcastArgs,
  lane: ({ _id }) => laneOfBroadcast(_id),
  fold: foldSaves,
  files: ({ changes }) => changes.fileIds ?? [],
  async optimistic(tx, { _id, changes, editedAt }, { account }) {
    const draft = (await tx.get('broadcasts', _id)) as Broadcast | undefined
    if (draft && draft.state !== 'draft') return
    const begun: Broadcast = draft ?? {
      ...{ _id, performerId: account, ...emptyBroadcast, files: [], state: 'draft', version: 0, goesAt: null },
      ...{ createdAt: editedAt, updatedAt: editedAt },
    }
    const { fileIds = begun.fileIds } = changes
    const files = begun.files.filter((file) => fileIds.includes(file._id))
    await tx.put('broadcasts', { ...begun, ...changes, fileIds, files, updatedAt: editedAt })
  },
}

/** A draft that is discarded stays so. */
export const discardBroadcast: Mutation<{ _id: string }> = {
  name: 'broadcast.discard',
  class: 'draft',
  args: v.object({ _id: id }),
  lane: ({ _id }) => laneOfBroadcast(_id),
  async optimistic(tx, { _id }) {
    const draft = (await tx.get('broadcasts', _id)) as Broadcast | undefined
    if (draft?.state === 'draft') await tx.delete('broadcasts', _id)
  },
}

/** The lane of everything that is queued for a message to many. */
export function laneOfBroadcast(id: string): string {
  return `broadcast:${id}`
}

/**
 * A save that waits for a file holds up no words. A file that is taken out again before it has gone up need not go up.
 */
function foldSaves(previous: SaveBroadcast, next: SaveBroadcast): SaveBroadcast | null {
  if ((previous.changes.fileIds || next.changes.fileIds) && !takesOut(previous.changes, next.changes)) return null
  return { ...next, changes: { ...previous.changes, ...next.changes } }
}

type Fields = SaveBroadcast['changes']

/** Both are about files alone, and the second adds none. */
function takesOut(previous: Fields, next: Fields): boolean {
  const areFiles = [previous, next].every((changes) => Object.keys(changes).join() === 'fileIds')
  return areFiles && (next.fileIds ?? []).every((id) => previous.fileIds?.includes(id))
}
