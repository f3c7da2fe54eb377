import { CARD_DESCRIPTION_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { AssetCard, AssetCover, AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { availabilityOf } from '@vesper/sync/vesper/records/product.ts'
import type { App } from '../../../app.ts'
import { accessOf, isOpenToEverybody } from '../../../content/access.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { fileView, productUrl } from '../../../infra/files/views.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { Asset } from './entity.ts'
import { dueOf } from './kinds.ts'
import type { AssetRelations } from './load-asset-relations.ts'
import { itemOf } from './viewed-asset.ts'

type Signer = Pick<App, 'secret' | 'clock'>

/** An asset in a list, for one viewer; null when the viewer may not know of it. */
export function assetCard(app: Signer, given: AssetRelations): AssetCard | null {
  const { asset, access, performer, gallery, viewer, unready } = given
  if (access === 'hidden') return null
  return {
    ...commonView(app, given),
    access: gallery?.access ?? asset.access,
    price: dueOf(gallery ?? asset),
    performer: participantView(performer),
    description: beginningOf(asset.description),
    isLocked: access === 'locked',
    ...(viewer.isEntitled && { isBought: true }),
    ...(unready && { unready }),
    ...termsOf(asset),
  }
}

/** A whole asset for one viewer; null when the viewer may not know of it. A locked one shows its card and what advertises it. */
export function assetView(app: Signer, given: AssetRelations): AssetView | null {
  const card = assetCard(app, given)
  if (!card) return null
  const { asset, access, files, viewer, participants } = given
  const isOpen = access === 'open'
  const [content] = (asset.kind === 'video' ? files.main : asset.kind === 'photo' ? files.file : []) ?? []
  const linkFor = isOpenToEverybody(itemOf(given), viewer) ? null : viewer.userId
  const [thumbnail, teaser] = [files.thumbnail?.[0], files.teaser?.[0]]
  return {
    ...card,
    description: isOpen ? asset.description : card.description,
    file: isOpen && content ? fileView(app, content, linkFor) : null,
    thumbnail: thumbnail ? fileView(app, thumbnail, advertLinkFor(given)) : null,
    teaser: teaser ? fileView(app, teaser, advertLinkFor(given)) : null,
    participants: participants.map(participantView),
    galleryId: asset.galleryId ?? null,
    position: asset.position ?? null,
    download: downloadOf(given),
  }
}

/** The common part of cards, views and own views, as the viewer may see it. */
export function commonView(app: Signer, given: AssetRelations) {
  const { asset, totals, photoCount, files } = given
  return {
    ...{ _id: asset.id, kind: asset.kind, title: asset.title, slug: asset.slug },
    ...{ access: asset.access, price: dueOf(asset), status: asset.status, tags: asset.tags },
    cover: coverOf(app, given),
    ...{ likes: totals.likes, comments: totals.comments, views: totals.views },
    photoCount: asset.kind === 'gallery' ? photoCount : null,
    durationMs: files.main?.[0]?.durationMs ?? null,
    type: asset.type ?? null,
    publishedAt: asset.publishedAt?.toISOString() ?? null,
    createdAt: asset.createdAt.toISOString(),
    updatedAt: asset.updatedAt.toISOString(),
  }
}

/** All that others learn of the files that buyers of a product download. The size has two digits that count. */
function downloadOf({ asset, files: { file: sold = [] } }: AssetRelations): AssetView['download'] {
  const files = sold.filter(({ status }) => status !== 'failed')
  if (asset.kind !== 'product' || asset.type !== 'digital' || files.length === 0) return null
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return { files: files.length, size: Number(size.toPrecision(2)) }
}

/** The terms of a sale that a buyer sees; nothing for what is no product. */
function termsOf(asset: Asset) {
  const { availability, left } = availabilityOf(asset.stock ?? null)
  return {
    availability: asset.kind === 'product' ? availability : null,
    left,
    ...{ limitPerBuyer: asset.limitPerBuyer ?? null, shipsTo: asset.shipsTo, shippingPrice: asset.shippingPrice },
  }
}

/** The public picture; else that of the content, which a viewer for whom it is locked sees as a placeholder. */
function coverOf(app: Signer, given: AssetRelations): AssetCover | null {
  const { asset, access, cover, files, firstPhoto, viewer } = given
  if (cover) return pictureOf(cover, productUrl(cover.id))
  const thumbnail = files.thumbnail?.[0]
  if (thumbnail) return pictureOf(thumbnail, fileView(app, thumbnail, advertLinkFor(given)).thumbnailUrl)
  const content = asset.kind === 'gallery' ? firstPhoto : asset.kind === 'video' ? files.main?.[0] : files.file?.[0]
  if (!content || asset.kind === 'product') return null
  const linkFor = isOpenToEverybody(itemOf(given), viewer) ? null : viewer.userId
  const shown = access === 'open' ? fileView(app, content, linkFor) : null
  return pictureOf(content, shown?.thumbnailUrl ?? null)
}

/** A picture that is in processing has no bytes to ask for. */
function pictureOf({ width, height, placeholder, status }: FileRow, url: string | null): AssetCover {
  const shape = { width: width ?? 1, height: height ?? 1, placeholder: placeholder ?? null }
  return status === 'processing' ? { ...shape, url: null, isProcessing: true } : { ...shape, url }
}

/** Everybody who may know of an asset sees what advertises it: one link serves all. */
function advertLinkFor(given: AssetRelations): string | null {
  const visitor = { userId: null, follows: false, isMember: false, isEntitled: false, isBlocked: false }
  const access = accessOf({ ...visitor, isAuthorOpen: given.viewer.isAuthorOpen }, itemOf(given))
  return access === 'hidden' ? given.viewer.userId : null
}

function beginningOf(text: string): string {
  if (text.length <= CARD_DESCRIPTION_MAX) return text
  const cut = text.slice(0, CARD_DESCRIPTION_MAX - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}
