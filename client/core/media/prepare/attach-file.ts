import { t } from '@lingui/core/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { purposeLimits } from '@vesper/sync/vesper/purposes.ts'
import type { FileKind, FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import { v7 } from 'uuid'
import { whileUnsavedWork } from '../../page/unsaved-work.ts'
import type { Sync } from '../../sync/sync-provider.tsx'
import { withType } from '../sniff-media-type.ts'
import { keepPreview } from '../upload-previews.ts'
import { prepareFile } from './prepare-file.ts'

/**
 * Makes a file ready and durable on this device for one purpose, and answers its id: a new one unless told. Refuses, in
 * words for people, a file that the purpose does not take.
 */
export async function attachFile(
  sync: Sync,
  chosen: File,
  { purpose, fileId = v7() }: { purpose: FilePurpose; fileId?: string },
): Promise<string> {
  const file = await withType(chosen)
  if (file.size === 0) throw new Refusal('invalid', t`This file is empty.`)
  const kind = kindOf(file.type)
  const limits: Partial<Record<FileKind, number>> = purposeLimits[purpose]
  const most = limits[kind] ?? limits.other ?? null
  if (most === null) throw new Refusal('invalid', t`A file of this kind cannot be used here.`)
  const megabytes = Math.round(most / 1024 / 1024)
  if (file.size > most) throw new Refusal('too-large', t`This file is too large: up to ${megabytes} MB.`)
  // The file of a product goes to its buyers as it is.
  const prepared = purpose === 'product-file' ? null : await whileUnsavedWork(prepareFile(file))
  const { bytes, width, height } = prepared ?? { bytes: file, width: null, height: null }
  const mimeType = bytes.type || 'application/octet-stream'
  await whileUnsavedWork(sync.attach({ fileId, name: file.name || 'file', mimeType, bytes, width, height, purpose }))
  if (kind === 'photo') keepPreview(fileId, bytes)
  return fileId
}

function kindOf(type: string): FileKind {
  if (type.startsWith('image/')) return 'photo'
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('audio/') ? 'audio' : 'other'
}
