import { v7 } from 'uuid'
import type { PagedKind } from './asset-path.ts'
import type { NewSearch } from './new-search.ts'

/** The lists of the author's own assets. */
export const ownListLinks = {
  gallery: '/creator/galleries',
  video: '/creator/videos',
  product: '/creator/products',
} as const satisfies Record<PagedKind, string>

/** Where its author edits an asset. */
export function editLinkOf(kind: PagedKind, id: string) {
  if (kind === 'gallery') return { to: '/creator/galleries/$galleryId', params: { galleryId: id } } as const
  if (kind === 'video') return { to: '/creator/videos/$videoId', params: { videoId: id } } as const
  return { to: '/creator/products/$productId', params: { productId: id } } as const
}

/** A link to the editor of a new asset. */
export function newLinkOf(kind: PagedKind) {
  return { ...editLinkOf(kind, v7()), search: { new: true } satisfies NewSearch } as const
}
