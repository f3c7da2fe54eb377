import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SearchKind } from '@vesper/sync/vesper/api/search.ts'

export const kindNames: Readonly<Record<SearchKind, MessageDescriptor>> = {
  creators: msg`Creators`,
  posts: msg`Posts`,
  videos: msg`Videos`,
  galleries: msg`Galleries`,
  products: msg`Products`,
}

/** The names of the lists. */
export const foundNames: Readonly<Record<SearchKind, MessageDescriptor>> = {
  creators: msg`Creators found`,
  posts: msg`Posts found`,
  videos: msg`Videos found`,
  galleries: msg`Galleries found`,
  products: msg`Products found`,
}

export const CREATOR_COLUMNS = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4'
const ASSET_COLUMNS = 'grid grid-cols-2 gap-3 md:grid-cols-3'

export const columnsOf: Readonly<Record<SearchKind, string>> = {
  creators: CREATOR_COLUMNS,
  posts: 'grid max-w-2xl grid-cols-1 gap-4',
  videos: ASSET_COLUMNS,
  galleries: ASSET_COLUMNS,
  products: ASSET_COLUMNS,
}
