import type { PictureWidth } from '@vesper/sync/media/picture-widths.ts'

/** The address of a copy of a picture that is at most this wide. Pictures of this device have none. */
export function sizedUrl(src: string, width: PictureWidth): string {
  return src.startsWith('/media/') ? `${src}${src.includes('?') ? '&' : '?'}w=${width}` : src
}
