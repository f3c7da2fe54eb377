import * as v from 'valibot'
import {
  ASSET_DESCRIPTION_MAX,
  ASSET_PRICE_MAX,
  ASSET_TITLE_MAX,
  PARTICIPANTS_MAX,
  PRODUCT_FILES_MAX,
  PRODUCT_PRICE_MAX,
  ProductType,
  SHIPPING_PRICE_MAX,
  STOCK_MAX,
} from '../records/asset.ts'
import type { AssetKind, OwnAsset } from '../records/asset.ts'
import { PostAccess } from '../records/post.ts'
import { shown, storable, uuid, visible } from './fields.ts'
import { Country } from './performer-fields.ts'
import { Tags } from './tags.ts'

const id = v.pipe(uuid, v.toLowerCase())
const tokens = 'A price is a whole number of tokens.'
const SHIPPING = 'Shipping costs 0 to 10,000 tokens.'
export const PRODUCT_FILES = 'A product has at most 10 files.'
/** More than there are. */
const COUNTRIES_MAX = 300

export const AssetTitle = v.pipe(
  v.string('Give it a title.'),
  shown,
  v.trim(),
  v.maxLength(ASSET_TITLE_MAX, 'A title has at most 120 characters.'),
  v.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A title has no line breaks or control characters.'),
)

const count = (max: number, message: string) =>
  v.nullable(v.pipe(v.number(message), v.integer(message), v.minValue(0, message), v.maxValue(max, message)))

/** The author's fields of an asset; see `assetFieldsOf` for those of each kind. */
export const assetFields = {
  title: AssetTitle,
  description: v.pipe(
    v.string(),
    shown,
    v.trim(),
    v.maxLength(ASSET_DESCRIPTION_MAX, 'A description has at most 2,000 characters.'),
    storable,
  ),
  access: PostAccess,
  price: v.pipe(
    v.number(tokens),
    v.integer(tokens),
    v.minValue(0, tokens),
    v.maxValue(PRODUCT_PRICE_MAX, 'A product costs at most 1,000,000 tokens.'),
  ),
  status: v.picklist(['draft', 'active', 'archived']),
  tags: Tags,
  participantIds: v.pipe(
    v.array(id),
    v.transform((ids) => [...new Set(ids)]),
    v.maxLength(PARTICIPANTS_MAX, 'At most 10 creators can be named.'),
  ),
  type: ProductType,
  stock: count(STOCK_MAX, 'A stock is a whole number up to 100,000.'),
  limitPerBuyer: v.nullable(
    v.pipe(
      v.number(),
      v.integer('A limit is a whole number up to 100,000.'),
      v.minValue(1, 'A limit is a whole number up to 100,000.'),
      v.maxValue(STOCK_MAX, 'A limit is a whole number up to 100,000.'),
    ),
  ),
  shipsTo: v.pipe(
    v.array(Country),
    v.transform((countries) => [...new Set(countries)]),
    v.maxLength(COUNTRIES_MAX),
  ),
  shippingPrice: v.pipe(
    v.number(SHIPPING),
    v.integer(SHIPPING),
    v.minValue(0, SHIPPING),
    v.maxValue(SHIPPING_PRICE_MAX, SHIPPING),
  ),
  mainId: v.nullable(id),
  thumbnailId: v.nullable(id),
  teaserId: v.nullable(id),
  pictureId: v.nullable(id),
  fileIds: v.pipe(
    v.array(id),
    v.transform((ids) => [...new Set(ids)]),
    v.maxLength(PRODUCT_FILES_MAX, PRODUCT_FILES),
  ),
} as const

export const AssetFields = v.partial(v.object(assetFields))
export type AssetFields = v.InferOutput<typeof AssetFields>
export type AssetField = keyof typeof assetFields

const shared = ['title', 'description', 'access', 'price', 'status', 'tags'] as const

/** The author's fields of each kind. A photo's file comes with the upload, and stays. */
export const assetFieldsOf: Readonly<Record<AssetKind, readonly AssetField[]>> = {
  gallery: [...shared, 'participantIds'],
  photo: shared,
  video: [...shared, 'participantIds', 'mainId', 'thumbnailId', 'teaserId'],
  product: [...shared, 'type', 'stock', 'limitPerBuyer', 'shipsTo', 'shippingPrice', 'pictureId', 'fileIds'],
}

export const NO_TITLE = 'Give it a title.'
export const WRONG_FIELD = 'This field does not belong here.'
export const ASSET_PRICE = 'Only paid content has a price, of 1 to 10,000 tokens.'
export const PRODUCT_PRICE = 'A product costs 1 to 1,000,000 tokens.'
export const PRODUCT_ACCESS = 'Everybody sees a product in the shop; its file is for buyers alone.'

type Priced = Pick<OwnAsset, 'kind' | 'access' | 'price'>

/** Only what is sold has a price: things for `paid` viewers, and every product. */
export function assetPriceFits({ kind, access, price }: Priced): boolean {
  if (kind === 'product') return price >= 1
  return access === 'paid' ? price >= 1 && price <= ASSET_PRICE_MAX : price === 0
}

/** The fields that do not belong to the kind. */
export function foreignFields(kind: AssetKind, fields: AssetFields): string[] {
  return Object.keys(fields).filter((field) => !assetFieldsOf[kind].includes(field as AssetField))
}

/** A title of which a reader sees something. A photo may go without. */
export const VisibleTitle = v.pipe(AssetTitle, visible(NO_TITLE))
