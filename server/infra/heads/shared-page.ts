import type { HeadPicture, PageHead } from './public-page.ts'

/** The beginning of the addresses of shared pictures. */
const PREFIX = '/share'

/** The whole address of the picture of a page, another one for another picture; null without one. */
export function shareUrl(publicUrl: string, { path, picture }: Pick<PageHead, 'path' | 'picture'>): string | null {
  return picture === null ? null : `${publicUrl}${PREFIX}${path}.jpg?v=${versionOf(picture)}`
}

/** The page whose picture a path names; null for another path. */
export function sharedPage(path: string): string | null {
  return path.startsWith(`${PREFIX}/`) && path.endsWith('.jpg') ? path.slice(PREFIX.length, -'.jpg'.length) : null
}

/** The random end of the id tells pictures apart, and leads to no file. */
function versionOf({ fileId }: HeadPicture): string {
  return fileId.slice(-6)
}
