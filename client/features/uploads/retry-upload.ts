import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { isDraftSave } from '../../entities/library/refused-changes.ts'
import type { QueuedUpload } from './use-uploads.ts'

/** Sends a file again, with what names it. */
export async function retryUpload(sync: Sync, { records }: QueuedUpload): Promise<void> {
  for (const { id, state } of records) if (state === 'rejected') await sync.retry(id)
  sync.wake('manual')
}

/** The mutation that goes with a file that is removed; null where the file alone goes, out of a draft. */
export function lostWith({ records }: QueuedUpload): OutboxRecord | null {
  return records.find((record) => !isDraftSave(record)) ?? null
}

/** Removes a file: out of the draft or the message to many that has it, else with the mutation that it belongs to. */
export async function removeUpload(sync: Sync, { fileId, records }: QueuedUpload): Promise<void> {
  const saves = new Map(records.filter(isDraftSave).map((save) => [save.lane, save]))
  if (saves.size > 0) {
    // Few files are removed from here.
    const { takeOutFiles } = await import('../../entities/library/take-out-files.ts')
    for (const save of saves.values()) await takeOutFiles(sync, save, [fileId])
  }
  for (const record of records) if (!isDraftSave(record)) await sync.discard(record.id)
}
