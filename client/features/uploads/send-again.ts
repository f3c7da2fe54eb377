import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import { sendParts } from '../../core/api/send-parts.ts'
import { whileUnsavedWork } from '../../core/page/unsaved-work.ts'

type Failed = Pick<LibraryFile, '_id' | 'purpose'>

/**
 * Uploads a file under the id of one that the server could not prepare: where that was used, this one takes its place.
 * `onProgress` is told how much was sent, from 0 to 1. Rejects as `callApi` does.
 */
export async function sendAgain(
  { _id: fileId, purpose }: Failed,
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  await whileUnsavedWork(sendParts({ fileId, purpose }, file, onProgress))
}
