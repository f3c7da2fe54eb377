import { equal } from '@vesper/sync/engine/core/equal.ts'
import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { forgetFiles } from './forget-files.ts'
import { changesOf, isDraftSave, namesFile, refusedChanges } from './refused-changes.ts'
import type { SavedFields } from './refused-changes.ts'

const noFiles = { fileIds: [], thumbnailId: null, teaserId: null } satisfies SavedFields

/**
 * Takes files out of the draft or the message to many that `save` is of. All else that was refused for them is saved first:
 * words and other files lose nothing.
 */
export async function takeOutFiles(sync: Sync, save: OutboxRecord, fileIds: readonly string[]): Promise<void> {
  if (!isDraftSave(save)) return
  const { _id } = save.args as { _id: string }
  const { db } = sync
  const row: SavedFields | undefined = await (save.name === 'draft.save' ? db['post-drafts'] : db.broadcasts).get(_id)
  const records = await db.outbox.where('lane').equals(save.lane).sortBy('order')
  const before: SavedFields = { ...noFiles, ...row }
  const refused = refusedChanges(records.filter((one) => isQueued(one) || namesFile(changesOf(one), fileIds)))
  const changes = changesBetween(before, withoutFiles({ ...placesOf(before), ...refused }, fileIds))
  if (Object.keys(changes).length > 0) await queue(sync, save, { _id, changes, before: row ? before : {} })
  await forgetFiles(sync, save.lane, fileIds)
}

function placesOf({ fileIds, thumbnailId, teaserId }: SavedFields): SavedFields {
  return { fileIds, thumbnailId, teaserId }
}

function withoutFiles(fields: SavedFields, fileIds: readonly string[]): SavedFields {
  const isOut = (fileId: string | null | undefined) => typeof fileId === 'string' && fileIds.includes(fileId)
  return {
    ...fields,
    fileIds: (fields.fileIds ?? []).filter((fileId) => !isOut(fileId)),
    ...(isOut(fields.thumbnailId) && { thumbnailId: null }),
    ...(isOut(fields.teaserId) && { teaserId: null }),
  }
}

function changesBetween(before: SavedFields, after: SavedFields): SavedFields {
  const changed = Object.entries(after).filter(([field, value]) => !equal(before[field as keyof SavedFields], value))
  return Object.fromEntries(changed)
}

type Saved = { _id: string; changes: SavedFields; before: SavedFields }

async function queue(sync: Sync, { name }: OutboxRecord, { _id, changes, before }: Saved): Promise<void> {
  const editedAt = new Date().toISOString()
  if (name === 'broadcast.save') {
    await sync.mutate(name, { _id, changes: changes as never, editedAt })
  } else {
    const base = Object.fromEntries(Object.entries(before).filter(([field]) => field in changes))
    await sync.mutate('draft.save', { _id, base, changes, editedAt })
  }
}
