import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'

/** Kinds that have a page of their own. */
export type PagedKind = Exclude<AssetKind, 'photo'>

/** How the server calls several of a kind. */
export const plurals = {
  gallery: 'galleries',
  photo: 'photos',
  video: 'videos',
  product: 'products',
} as const satisfies Record<AssetKind, string>

/** The page of an asset, as a link of the router has it. */
export function linkOf(kind: PagedKind, id: string) {
  if (kind === 'gallery') return { to: '/galleries/$galleryId', params: { galleryId: id } } as const
  if (kind === 'video') return { to: '/videos/$videoId', params: { videoId: id } } as const
  return { to: '/products/$productId', params: { productId: id } } as const
}

export function assetPath(kind: PagedKind, id: string): string {
  return `/performer-assets/${plurals[kind]}/${encodeURIComponent(id)}`
}

/** The author's calls of an asset. */
export function ownAssetPath(kind: PagedKind, id: string): string {
  return `/performer/performer-assets/${plurals[kind]}/${encodeURIComponent(id)}`
}
