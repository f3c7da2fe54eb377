import { v7 } from 'uuid'
import type { App } from '../../../app.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import type { File } from '../../../infra/files/entity.ts'
import { keepUpload } from '../../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../../infra/files/uploads/purposes.ts'
import type { UploadField } from '../../../infra/files/uploads/purposes.ts'
import type { UploadedFile } from '../../../infra/http/route.ts'
import type { OneFileSlot } from './kinds.ts'

type Field = { slot: OneFileSlot; takes: UploadField & { purpose: File['purpose'] } }

function optional(slot: OneFileSlot, purpose: File['purpose']): Field {
  return { slot, takes: { ...takes(purpose), required: false } }
}

/** The file fields of the calls of each kind, and the slots that they fill. `file` is one more of a product's files. */
export const uploadSlotFields = {
  photo: { photo: optional('fileId', 'gallery-photo') },
  video: {
    video: optional('mainId', 'video'),
    thumbnail: optional('thumbnailId', 'video-thumbnail'),
    teaser: optional('teaserId', 'video-teaser'),
  },
  product: { picture: optional('pictureId', 'product-picture'), file: optional('fileId', 'product-file') },
} as const satisfies Record<string, Record<string, Field>>

/** The fields for `uploadSpec`. */
export function fieldsOf(kind: keyof typeof uploadSlotFields): Record<string, UploadField> {
  return Object.fromEntries(Object.entries<Field>(uploadSlotFields[kind]).map(([name, { takes }]) => [name, takes]))
}

/** `ids` are those that the sender gave to files, by slot: a form that is sent again is the same file. */
type Kept = {
  kind: keyof typeof uploadSlotFields
  files: readonly UploadedFile[]
  ids?: { [Name in OneFileSlot]?: string | null | undefined }
}

/** Keeps the files of a form as uploads of the actor; gives their ids by slot. */
export async function keepSlots(
  app: App,
  actor: Actor,
  { kind, files, ids = {} }: Kept,
): Promise<{ [Name in OneFileSlot]?: string }> {
  const fields: Record<string, Field> = uploadSlotFields[kind]
  const kept: { [Name in OneFileSlot]?: string } = {}
  for (const { field, path, size, name } of files) {
    const known = fields[field]
    if (!known) continue
    const file = await keepUpload(app, actor, { fileId: ids[known.slot] ?? v7(), path, size, name, takes: known.takes })
    kept[known.slot] = file.id
  }
  return kept
}
