import * as v from 'valibot'
import { uploadFiles } from './upload.ts'

/** Bytes of one part: the server takes at most four times as many. */
const PART_BYTES = 1024 * 1024
/** The bytes that the server has. */
const PartStatus = v.object({ received: v.number() })

/**
 * Uploads a file in parts, from where an earlier try broke off. `onProgress` is told how much was sent, from 0 to 1. Rejects as
 * `callApi` does.
 */
export async function sendParts(
  fields: { fileId: string; purpose: string },
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  for (let offset = 0; offset < file.size || offset === 0;) {
    const part = new File([file.slice(offset, offset + PART_BYTES)], file.name, { type: file.type })
    const { received } = await uploadFiles({
      path: '/files/part',
      fields: { ...fields, offset: String(offset), total: String(file.size) },
      files: { file: part },
      answer: PartStatus,
      onProgress: (share) => onProgress(Math.min(1, (offset + share * part.size) / Math.max(1, file.size))),
    })
    if (received <= offset) throw new Error('The server took no part of this file.')
    offset = received
  }
}
