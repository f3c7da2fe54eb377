import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * Something let a file go that staff had hidden: neither the file nor the same bytes of its owner are put into other
 * things, until staff show that thing again. A row outlives its file, so that the bytes do not come back as a new upload.
 */
export const HiddenFile = defineEntity({
  name: 'HiddenFile',
  tableName: 'hidden_file',
  indexes: [{ properties: ['ownerId', 'hash'] }, { properties: ['hiddenBy'] }],
  properties: {
    fileId: p.uuid().primary(),
    /** The thing that staff had hidden: the holder, or what the holder is part of. */
    hiddenBy: p.uuid().primary(),
    ownerId: p.uuid(),
    hash: p.string().length(64).nullable(),
  },
})

export type HiddenFile = InferEntity<typeof HiddenFile>

/** SQL: the file `f` is hidden, or a file with its bytes. */
export const IS_HIDDEN = `exists (
  select from hidden_file m where m.owner_id = f.owner_id and (m.file_id = f.id or m.hash = f.hash)
)`
