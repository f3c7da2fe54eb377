import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'

/** A file of a test: a video that is ready, unless told otherwise. */
export function fileRecord(given: Partial<FileRecord> = {}): FileRecord {
  return {
    ...{ _id: 'f', type: 'video', status: 'ready', mimeType: 'video/mp4', size: 1, width: 64, height: 48 },
    ...{ durationMs: null, waveform: null, variants: [], progress: null, placeholder: null },
    ...{ url: '/media/film', thumbnailUrl: null, posterUrl: null, ...given },
  }
}
