import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'

/** The part of a file that a player of videos needs. */
export type PlayableVideo = Pick<
  FileRecord,
  'url' | 'thumbnailUrl' | 'posterUrl' | 'placeholder' | 'width' | 'height' | 'variants' | 'durationMs'
>

/** Width by height. A video that stands upright is not taller than it is wide by more than a quarter. */
export function frameOfVideo({ width, height }: Pick<PlayableVideo, 'width' | 'height'>): number {
  return width && height ? Math.max(4 / 5, width / height) : 16 / 9
}
