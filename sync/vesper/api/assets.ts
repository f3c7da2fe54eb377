import * as v from 'valibot'
import { AssetCard, AssetView, OwnAsset } from '../records/asset.ts'
import { PostAccess } from '../records/post.ts'
import { AssetTitle, assetFields } from './asset-fields.ts'
import { listOf, listQuery, queryChoice, queryInteger, storable, uuid, whole } from './fields.ts'
import { Tag } from './tags.ts'
import { ViewSource } from './view-sources.ts'

export const AssetList = listOf(AssetCard)
export const AssetViewList = listOf(AssetView)
export const OwnAssetList = listOf(OwnAsset)

const id = v.pipe(uuid, v.toLowerCase())

const narrowing = {
  performerId: v.optional(id),
  tag: v.optional(Tag),
  access: v.optional(queryChoice(PostAccess.options)),
}

/** Active assets of one kind, those of one creator with `performerId`; `q` is looked for in titles. */
export const AssetSearch = v.object({
  ...listQuery(['publishedAt', 'popular', 'title', 'updatedAt', 'createdAt']).entries,
  ...narrowing,
})

const assetOrders = ['publishedAt', 'popular', 'title', 'updatedAt', 'createdAt', 'position'] as const
const inGallery = {
  galleryId: v.optional(id),
  /** In a gallery its order unless told, else the newest first. */
  sortBy: v.optional(queryChoice(assetOrders)),
  sort: v.optional(queryChoice(['asc', 'desc'])),
}

/** Photos: those of a gallery with `galleryId`, else those that stand alone. Pages have at most 50. */
export const PhotoSearch = v.object({
  ...listQuery(assetOrders).entries,
  ...narrowing,
  ...inGallery,
  pageSize: queryInteger(25, 1, 50),
})

/** The photos of the creator whom the path names. */
export const PhotosOfCreator = v.omit(PhotoSearch, ['performerId'])

/** Own assets of one kind, in every state, the last changed first. */
export const OwnAssetSearch = v.object({
  ...listQuery(assetOrders).entries,
  ...inGallery,
  status: v.optional(queryChoice(['draft', 'active', 'archived', 'hidden'])),
})

/** A number or nothing as JSON has it, or as a form has it: in digits, or as an empty text. */
const numberOrText = v.pipe(
  v.nullable(v.union([v.number(), v.string()])),
  v.transform((given) => {
    if (typeof given !== 'string') return given
    return given === '' || given === 'null' ? null : /^-?\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  }),
)
/** A list as JSON has it, or as a form has it: repeated, or parted by commas. */
const listOrText = v.pipe(
  v.union([v.array(v.string()), v.string()]),
  v.transform((given) => (typeof given === 'string' ? given.split(',').filter((part) => part !== '') : given)),
)
const idOrText = v.pipe(
  v.nullable(v.string()),
  v.transform((given) => (given === '' || given === 'null' ? null : given)),
)

/** The fields of a form beside its files, or of a JSON body; `stock`, `limitPerBuyer` and the ids of files may be null. */
const formFields = {
  title: assetFields.title,
  description: assetFields.description,
  access: assetFields.access,
  price: v.pipe(numberOrText, assetFields.price),
  status: assetFields.status,
  tags: v.pipe(listOrText, assetFields.tags),
  participantIds: v.pipe(listOrText, assetFields.participantIds),
  type: assetFields.type,
  stock: v.pipe(numberOrText, assetFields.stock),
  limitPerBuyer: v.pipe(numberOrText, assetFields.limitPerBuyer),
  shipsTo: v.pipe(listOrText, assetFields.shipsTo),
  shippingPrice: v.pipe(numberOrText, assetFields.shippingPrice),
  mainId: v.pipe(idOrText, assetFields.mainId),
  thumbnailId: v.pipe(idOrText, assetFields.thumbnailId),
  teaserId: v.pipe(idOrText, assetFields.teaserId),
  pictureId: v.pipe(idOrText, assetFields.pictureId),
  fileId: v.pipe(idOrText, v.nullable(id)),
  fileIds: v.pipe(listOrText, assetFields.fileIds),
}

const { title, description, access, price, status, tags } = formFields
const shared = { title, description, access, price, status, tags }
/** `_id`, made by the author, makes a call that is sent again harmless. */
const made = { _id: v.optional(id) }

/** `POST` and `PUT` of galleries. */
export const GalleryBody = v.partial(v.object({ ...made, ...shared }))
const Position = v.pipe(
  v.number('A position is a whole number.'),
  v.integer('A position is a whole number.'),
  v.minValue(0, 'A position is a whole number.'),
)

/** `PUT photos/{id}`: `position` moves it in its gallery, from 0. */
export const PhotoBody = v.partial(v.object({ ...shared, position: v.pipe(numberOrText, Position) }))
/** `POST photos/upload`: the field `photo`, or `fileId` of a file that came in parts. */
export const PhotoUploadBody = v.partial(v.object({ ...made, ...shared, galleryId: id, fileId: id }))

/** `POST videos/upload` and `PUT videos/edit/{id}`: the fields `video`, `thumbnail`, `teaser`, or their ids. */
export const VideoBody = v.partial(
  v.object({
    ...{ ...made, ...shared, participantIds: formFields.participantIds },
    ...{ mainId: formFields.mainId, thumbnailId: formFields.thumbnailId, teaserId: formFields.teaserId },
  }),
)

/** `DELETE videos/remove-file/{id}`. */
export const RemoveFileQuery = v.object({ type: queryChoice(['video', 'thumbnail', 'teaser']) })

/**
 * `POST` and `PUT` of products: the fields `picture` and `file`, or their ids. `name` is the title. `file` and `fileId` add one
 * more file; `fileIds` is the whole list, in order. A null `fileId` takes all files out.
 */
export const ProductBody = v.partial(
  v.object({
    ...{ ...made, name: AssetTitle, ...shared },
    ...{ type: formFields.type, stock: formFields.stock, limitPerBuyer: formFields.limitPerBuyer },
    ...{ shipsTo: formFields.shipsTo, shippingPrice: formFields.shippingPrice },
    ...{ pictureId: formFields.pictureId, fileId: formFields.fileId, fileIds: formFields.fileIds },
    /** The stock that its author saw: with it, `stock` is a difference. */
    stockSeen: formFields.stock,
  }),
)

/** A link to bytes that are saved, for the viewer alone. `size` is in bytes. */
const DownloadLink = v.object({ url: v.string(), name: v.string(), size: v.number(), expiresAt: v.string() })

/**
 * Links to the files of a product, and to all of them in one archive where there are several. `left`: how many more such
 * answers the account gets today.
 */
export const DownloadLinks = v.object({
  files: v.array(v.object({ _id: id, ...DownloadLink.entries })),
  archive: v.nullable(DownloadLink),
  left: v.number(),
})

/** The most products whose files come in one archive. */
export const ARCHIVE_PRODUCTS_MAX = 50

/** Products whose files come in one archive; ids parted by commas. */
export const ArchiveQuery = v.object({
  ids: v.pipe(
    v.string(),
    v.transform((ids) => ids.split(',')),
    v.minLength(1),
    v.maxLength(ARCHIVE_PRODUCTS_MAX, 'An archive has the files of at most 50 products.'),
    v.array(id),
    v.check((ids) => new Set(ids).size === ids.length, 'A product stands in one line.'),
  ),
})

export type DownloadLink = v.InferOutput<typeof DownloadLink>
export type DownloadLinks = v.InferOutput<typeof DownloadLinks>

/** An asset by its id or slug. */
export const AssetName = v.object({ id: v.pipe(v.string(), whole, v.maxLength(120), storable) })

/** Kinds of assets that have a page of their own. */
const pagedKinds = ['gallery', 'video', 'product'] as const

/** `POST /performer-assets/views`: the place of the app that led to the page of an asset. It counts once for a viewer and an hour. */
export const SeenAsset = v.object({ _id: id, kind: v.picklist(pagedKinds), source: ViewSource })
