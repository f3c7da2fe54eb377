import type { FileStatus } from '@vesper/sync/vesper/api/messages.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type * as v from 'valibot'
import type { App } from '../../context.ts'
import type { File, FileRow } from './entity.ts'
import { publicUrl, signedUrl } from './media/media-link.ts'

/**
 * The file of a message or a post for one viewer, whose right to see it the caller has checked; with null, for everybody,
 * as the file of what is open to visitors.
 */
export function fileView(app: Pick<App, 'secret' | 'clock'>, file: FileRow, viewerId: string | null): FileRecord {
  const link = (rendition: 'original' | 'thumbnail'): string =>
    viewerId === null
      ? publicUrl(file.id, rendition)
      : signedUrl(app.secret, { fileId: file.id, rendition, viewerId }, app.clock())
  return {
    _id: file.id,
    type: file.type,
    status: file.status,
    mimeType: file.mimeType,
    size: file.size,
    width: file.width ?? null,
    height: file.height ?? null,
    url: link('original'),
    thumbnailUrl: file.hasThumbnail ? link('thumbnail') : null,
    placeholder: file.placeholder ?? null,
  }
}

/** How far an upload is, for its owner. A failed one has no file to show. */
export function fileStatusView(
  app: Pick<App, 'secret' | 'clock'>,
  file: File,
  ownerId: string,
): v.InferOutput<typeof FileStatus> {
  const view = file.status === 'failed' || isPublic(file) ? null : fileView(app, file, ownerId)
  return { _id: file.id, status: file.status, file: view }
}

/** The address of an account's avatar; null when it has none. */
export function avatarUrl(fileId: string | null | undefined): string | null {
  return fileId == null ? null : publicUrl(fileId, 'avatar')
}

/** The address of a product's picture; null when it has none. */
export function productUrl(fileId: string | null | undefined): string | null {
  return fileId == null ? null : publicUrl(fileId, 'product')
}

/** The address of an account's cover; null when it has none. */
export function coverUrl(fileId: string | null | undefined): string | null {
  return fileId == null ? null : publicUrl(fileId, 'cover')
}

/** These have no signed links: they are for everybody. */
function isPublic({ purpose }: File): boolean {
  return purpose !== 'message'
}
