import type { OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** A file that a queued mutation names, and that is not on the server. */
export type QueuedUpload = Pick<Upload, 'fileId' | 'name' | 'mimeType' | 'size'> & {
  state: 'waiting' | 'sending' | 'refused'
  /** The sent part, from 0 to 1. */
  sent: number
  /** Why the server refuses it. */
  reason: string | null
  /** The queued mutations that name it, in order. */
  records: readonly OutboxRecord[]
}

/** The uploads of this device in the order in which they go; undefined until they have been read. */
export function useUploads(sync: Sync): readonly QueuedUpload[] | undefined {
  return useLiveQuery(() => readUploads(sync), [sync])
}

async function readUploads({ db, inside }: Sync): Promise<QueuedUpload[]> {
  const uploads = await db.uploads.where('state').anyOf('keeping', 'waiting', 'sending', 'rejected').toArray()
  // Most of the time nothing goes up: the outbox is not read then.
  if (uploads.length === 0) return []
  const records = await db.outbox.orderBy('order').toArray()
  return queuedUploads(uploads, records, (record) => inside.replica.model.files(record.name, record.args))
}

/** Joins uploads with the mutations that name them. A file that waits for its message to be sent is left out. */
export function queuedUploads(
  uploads: readonly Upload[],
  records: readonly OutboxRecord[],
  filesOf: (record: OutboxRecord) => readonly string[],
): QueuedUpload[] {
  const byFile = new Map<string, OutboxRecord[]>()
  for (const record of records) {
    for (const fileId of filesOf(record)) byFile.set(fileId, [...(byFile.get(fileId) ?? []), record])
  }
  const byId = new Map(uploads.map((upload) => [upload.fileId, upload]))
  return [...byFile].flatMap(([fileId, naming]) => {
    const upload = byId.get(fileId)
    return upload && upload.state !== 'sent' ? [queuedUpload(upload, naming)] : []
  })
}

function queuedUpload(upload: Upload, records: readonly OutboxRecord[]): QueuedUpload {
  const { fileId, name, mimeType, size, state, sent, rejection } = upload
  const shown = state === 'rejected' ? 'refused' : state === 'sending' ? 'sending' : 'waiting'
  const share = size > 0 ? Math.min(1, sent / size) : 0
  return { fileId, name, mimeType, size, state: shown, sent: share, reason: rejection?.message ?? null, records }
}
