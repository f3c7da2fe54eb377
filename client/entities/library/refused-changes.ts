import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { DraftFields } from '@vesper/sync/vesper/records/merge-draft.ts'

/** Fields of a post's draft or of a message to many. */
export type SavedFields = DraftFields & { include?: unknown; exclude?: unknown; sendAt?: unknown }

/** The saves of post drafts and of messages to many: each may name files, and the server may refuse it for one of them. */
export function isDraftSave({ name }: Pick<OutboxRecord, 'name'>): boolean {
  return name === 'draft.save' || name === 'broadcast.save'
}

/** The fields that a save changes; none of any other mutation. */
export function changesOf(record: Pick<OutboxRecord, 'name' | 'args'>): SavedFields {
  return isDraftSave(record) ? ((record.args as { changes?: SavedFields }).changes ?? {}) : {}
}

/** The files that have a place in the changes. */
export function filesIn({ fileIds = [], thumbnailId, teaserId }: SavedFields): string[] {
  return [...fileIds, ...(thumbnailId ? [thumbnailId] : []), ...(teaserId ? [teaserId] : [])]
}

/** True if one of these files has a place in the changes. */
export function namesFile(changes: SavedFields, fileIds: readonly string[]): boolean {
  return filesIn(changes).some((fileId) => fileIds.includes(fileId))
}

/**
 * The refused changes of one draft or message to many, from its records in order: the last of each field. A field that a later
 * save has, which is on its way, is left out.
 */
export function refusedChanges(records: readonly OutboxRecord[]): SavedFields {
  const refused = new Map<string, unknown>()
  for (const record of records) {
    for (const [field, value] of Object.entries(changesOf(record))) {
      if (record.state === 'rejected') refused.set(field, value)
      else if (isQueued(record)) refused.delete(field)
    }
  }
  return Object.fromEntries(refused)
}
