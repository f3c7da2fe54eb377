import { keepPreview } from '../../local-previews.ts'
import { prepareImage } from '../../prepare-image.ts'
import type { Sync } from '../../with-sync.tsx'

/** Makes a photo ready and durable on this device: drawn anew, so that nothing tells where it was taken. */
export async function keepPhoto(sync: Sync, fileId: string, file: File): Promise<void> {
  const { bytes, width, height } = await prepareImage(file)
  await sync.attach({ fileId, name: file.name || 'photo', mimeType: bytes.type, bytes, width, height })
  keepPreview(fileId, bytes)
}
