import * as v from 'valibot'
import { equal } from '../../engine/core/equal.ts'
import { Participant } from './conversation.ts'
import { FileRecord, Unready } from './file.ts'
import { PostAccess } from './post.ts'
import { Availability, SaleTerms } from './product.ts'

export const ASSET_TITLE_MAX = 120
export const ASSET_DESCRIPTION_MAX = 2_000
/** Characters of a description that a card shows. */
export const CARD_DESCRIPTION_MAX = 200
export const ASSET_PRICE_MAX = 10_000
export const PRODUCT_PRICE_MAX = 1_000_000
export const GALLERY_PHOTOS_MAX = 500
export const PRODUCT_FILES_MAX = 10
export const PARTICIPANTS_MAX = 10
export const SHIPPING_PRICE_MAX = 10_000
export const STOCK_MAX = 100_000
/** So many assets, without photos, a device holds of its own account: the latest. */
export const OWN_ASSETS_WINDOW = 500

const uuid = v.pipe(v.string(), v.uuid())

export const AssetKind = v.picklist(['gallery', 'photo', 'video', 'product'])

/**
 * A draft was never shown to others. `archived` is out of the lists, and stays open to those who own it. `hidden` is
 * hidden by moderation. `removed` is gone for everybody.
 */
export const AssetStatus = v.picklist(['draft', 'active', 'archived', 'hidden', 'removed'])

export const ProductType = v.picklist(['physical', 'digital'])

/**
 * The picture of a card; `url` is null where the viewer has the placeholder alone, a Base64 thumbhash, and while the picture is
 * in processing.
 */
export const AssetCover = v.object({
  url: v.nullable(v.string()),
  width: v.number(),
  height: v.number(),
  placeholder: v.nullable(v.string()),
  isProcessing: v.optional(v.literal(true)),
})

/** The fields that every kind has on its card and in its view. A field that the kind does not have is null. */
const common = {
  _id: uuid,
  kind: AssetKind,
  title: v.string(),
  /** Its address beside the id: unique among its kind. */
  slug: v.string(),
  access: PostAccess,
  /** Tokens; 0 unless `access` is `paid` or it is a product. */
  price: v.number(),
  status: AssetStatus,
  tags: v.array(v.string()),
  cover: v.nullable(AssetCover),
  /** Likes without the viewer's own. */
  likes: v.number(),
  comments: v.number(),
  views: v.number(),
  /** The active photos of a gallery. */
  photoCount: v.nullable(v.number()),
  /** Only a video has one. */
  durationMs: v.nullable(v.number()),
  /** Only a product has one. */
  type: v.nullable(ProductType),
  publishedAt: v.nullable(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
}

/** An asset in a list, as one viewer sees it. */
export const AssetCard = v.object({
  ...common,
  /** The terms of a product; the first two are null for other kinds. */
  ...{ availability: v.nullable(Availability), left: SaleTerms.entries.left },
  ...v.pick(SaleTerms, ['limitPerBuyer', 'shipsTo', 'shippingPrice']).entries,
  performer: Participant,
  /** The beginning, at most 200 characters. */
  description: v.string(),
  /** The viewer may not open it: no file, no further text. */
  isLocked: v.boolean(),
  /** The viewer has bought it. */
  isBought: v.optional(v.literal(true)),
  /** Its files cannot be seen yet: it is not for sale until they can. Told while it is locked and has a price, and of products. */
  unready: v.optional(Unready),
})

/** A whole asset for one viewer. While it is locked, `file` is null and `description` as on the card. */
export const AssetView = v.object({
  ...AssetCard.entries,
  /** The photo, or the main file of a video. */
  file: v.nullable(FileRecord),
  /** The clip of a video, shown while it is locked, too. */
  thumbnail: v.nullable(FileRecord),
  teaser: v.nullable(FileRecord),
  /** Other creators in a gallery or a video. */
  participants: v.array(Participant),
  /** Only a photo has one. */
  galleryId: v.nullable(uuid),
  /** The place of a photo in its gallery, from 0. */
  position: v.nullable(v.number()),
  /** The files of a digital product: their number, and their bytes together, rounded. Null for everything else. */
  download: v.optional(v.nullable(v.object({ files: v.number(), size: v.number() }))),
})

/** A photo that the device has queued for a gallery, and that the server does not have yet. */
const AddedPhoto = v.object({ _id: uuid, fileId: uuid, title: v.string() })

/** A file with the name that its author gave it; null where the server keeps none. */
const OwnFile = v.object({ ...FileRecord.entries, name: v.optional(v.nullable(v.string())) })

/** An asset as its author sees it, in every state; the row of `own-assets`. */
export const OwnAsset = v.object({
  ...common,
  performerId: uuid,
  description: v.string(),
  bookmarks: v.number(),
  /** The files by slot: the first three of a video, `pictureId` of a product, `fileId` of a photo or the first of a product. */
  mainId: v.nullable(uuid),
  thumbnailId: v.nullable(uuid),
  teaserId: v.nullable(uuid),
  pictureId: v.nullable(uuid),
  fileId: v.nullable(uuid),
  /** The files that buyers of a product download, in order. Rows of earlier apps lack them: see `soldFileIds`. */
  fileIds: v.optional(v.array(uuid)),
  /** The files that the server has, with their progress. A product's picture is its cover alone. */
  files: v.array(OwnFile),
  participantIds: v.array(uuid),
  /** The `participantIds` whose accounts are open to others. */
  participants: v.array(Participant),
  galleryId: v.nullable(uuid),
  position: v.nullable(v.number()),
  /** How many are left of a product; null where there is no end of them. */
  stock: v.nullable(v.number()),
  ...v.pick(SaleTerms, ['limitPerBuyer', 'shipsTo', 'shippingPrice']).entries,
  /** The photo that the cover of a gallery was made from. */
  coverPhotoId: v.nullable(uuid),
  /** Photos of a gallery that this device has yet to send. Always empty from the server. */
  addedPhotos: v.array(AddedPhoto),
})

export type AssetKind = v.InferOutput<typeof AssetKind>
export type AssetStatus = v.InferOutput<typeof AssetStatus>
export type AssetCover = v.InferOutput<typeof AssetCover>
export type AssetCard = v.InferOutput<typeof AssetCard>
export type AssetView = v.InferOutput<typeof AssetView>
export type OwnAsset = v.InferOutput<typeof OwnAsset>

/** The title as an address: letters and digits, with the last `digits` of the id, which make it unique. */
export function assetSlugOf({ _id, kind, title }: Pick<OwnAsset, '_id' | 'kind' | 'title'>, digits = 6): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const name = Array.from(words?.join('-') ?? '')
    .slice(0, 60)
    .join('')
    .replace(/-$/, '')
  return `${name === '' ? kind : name}-${_id.replaceAll('-', '').slice(-digits).toLowerCase()}`
}

/**
 * The stock after its author changed it from what a device showed. Numbers are a difference, so that no edit brings back what was
 * sold meanwhile. Undefined where a number met no end of it, or the other way round: the author has to look again.
 */
export function stockAfter(
  now: number | null,
  { stock, seen }: { stock: number | null; seen: number | null },
): number | null | undefined {
  if ((now === null) !== (seen === null)) return now === stock ? now : undefined
  if (stock === null || now === null || seen === null) return stock
  return Math.min(Math.max(now + stock - seen, 0), STOCK_MAX)
}

/** The files that buyers of a product download, in order; none for other kinds. */
export function soldFileIds({ kind, fileId, fileIds }: Pick<OwnAsset, 'kind' | 'fileId' | 'fileIds'>): string[] {
  if (kind !== 'product') return []
  return fileIds ?? (fileId === null ? [] : [fileId])
}

/**
 * The files of a product after its author changed them from what a device showed: `seen`. Files that were added elsewhere
 * meanwhile stay, and those that were removed stay removed. Without `seen` the list is as the author wrote it.
 */
export function filesAfter(
  now: readonly string[],
  { fileIds, seen }: { fileIds: readonly string[]; seen?: readonly string[] | undefined },
): string[] {
  if (seen === undefined || equal(now, seen)) return [...fileIds]
  const kept = now.filter((id) => fileIds.includes(id) || !seen.includes(id))
  return [...kept, ...fileIds.filter((id) => !now.includes(id) && !seen.includes(id))]
}
