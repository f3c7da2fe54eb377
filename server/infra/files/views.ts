import type { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import type { App } from '../../app.ts'
import type { File, FileRow } from './entity.ts'
import { publicUrl, signedUrl } from './media/media-link.ts'
import type { Rendition } from './storage/storage.ts'
import { isPublicPurpose } from './uploads/purposes.ts'

/**
 * A file for one viewer, whose right to see it the caller has checked; with null, for everybody, as the file of what is
 * open to visitors.
 */
export function fileView(app: Pick<App, 'secret' | 'clock'>, file: FileRow, viewerId: string | null): FileRecord {
  const link = (rendition: Rendition): string =>
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
    durationMs: file.durationMs ?? null,
    waveform: file.waveform ?? null,
    url: link('original'),
    thumbnailUrl: file.hasThumbnail ? link('thumbnail') : null,
    posterUrl: file.hasPoster ? link('poster') : null,
    variants: file.variants.map((variant) => ({ ...variant, url: link(variant.name) })),
    progress: file.status === 'processing' ? (file.progress ?? null) : null,
    placeholder: file.placeholder ?? null,
  }
}

/** How far an upload is, for its owner. A failed one has no file to show. */
export function fileStatusView(app: Pick<App, 'secret' | 'clock'>, file: File, ownerId: string): FileStatus {
  return {
    _id: file.id,
    status: file.status,
    received: file.size,
    total: file.size,
    progress: file.status === 'processing' ? (file.progress ?? null) : null,
    failure: file.failure ?? null,
    file: file.status === 'failed' || isPublicPurpose(file.purpose) ? null : fileView(app, file, ownerId),
  }
}

/** An upload of which the server has a part. */
export function uploadingView(_id: string, received: number): FileStatus {
  return { _id, status: 'uploading', received, total: null, progress: null, failure: null, file: null }
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
