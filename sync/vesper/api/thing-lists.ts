import type * as v from 'valibot'
import type { NameFor } from '../records/things.ts'
import { AssetList } from './assets.ts'
import { PerformerList } from './performers.ts'
import { FeedList } from './posts.ts'
import { ProductList } from './products.ts'

type Lists<Use extends 'bookmark' | 'search'> = Readonly<Record<NameFor<Use>, v.GenericSchema>>

/** The lists of bookmarked things, by the name of their kind. */
export const bookmarkLists = {
  ...{ feeds: FeedList, galleries: AssetList, photos: AssetList, videos: AssetList },
  ...{ products: ProductList, performers: PerformerList },
} as const satisfies Lists<'bookmark'>

/** The lists of found things, by the name of their kind, in the order in which they are shown. */
export const searchLists = {
  ...{ creators: PerformerList, posts: FeedList, videos: AssetList, galleries: AssetList, products: AssetList },
} as const satisfies Lists<'search'>
