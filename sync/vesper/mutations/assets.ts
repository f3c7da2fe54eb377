import * as v from 'valibot'
import { equal } from '../../engine/core/equal.ts'
import type { Mutation } from '../../engine/mutation.ts'
import { AssetFields, AssetTitle } from '../api/asset-fields.ts'
import { moment, uuid } from '../api/fields.ts'
import { AssetKind, assetSlugOf, filesAfter, soldFileIds, stockAfter } from '../records/asset.ts'
import type { OwnAsset } from '../records/asset.ts'

const id = v.pipe(uuid, v.toLowerCase())

/**
 * `changes` are the fields that the author edited, `base` what the device showed in them before. The last value
 * of each field to arrive stands. `editedAt` (the device's clock) is shown until the server has dated the asset.
 */
export const SaveAssetArgs = v.object({
  ...{ _id: id, kind: AssetKind, base: AssetFields, changes: AssetFields },
  editedAt: moment('This is not a time.'),
})

const RemoveAssetArgs = v.object({ _id: id })

export const AddPhotoArgs = v.object({ _id: id, galleryId: id, fileId: id, title: v.optional(AssetTitle) })

export type SaveAsset = v.InferOutput<typeof SaveAssetArgs>
export type AddPhoto = v.InferOutput<typeof AddPhotoArgs>

/**
 * Per field, in order of arrival; the stock and the files of a product take the difference. A removed asset stays removed.
 * [OUTBOX-8] Edits of an hour are one save.
 */
export const saveAsset: Mutation<SaveAsset> = {
  name: 'asset.save',
  class: 'draft',
  args: SaveAssetArgs,
  lane,
  fold: foldSaves,
  files: filesOfSave,
  async optimistic(tx, { _id, kind, base, changes, editedAt }, { account }) {
    const held = (await tx.get('own-assets', _id)) as OwnAsset | undefined
    // A device holds no photos; their galleries come to it by page.
    if (held ? held.kind !== kind || held.status === 'removed' : kind === 'photo') return
    const asset = {
      ...(held ?? begun({ _id, kind, account, editedAt })),
      ...written(changes),
      ...stocked(held, { base, changes }),
      ...filled(held, { base, changes }),
    }
    await tx.put('own-assets', { ...shown(asset), updatedAt: editedAt })
  },
}

/** A removal wins over every edit. */
export const removeAsset: Mutation<v.InferOutput<typeof RemoveAssetArgs>> = {
  name: 'asset.remove',
  class: 'queue',
  args: RemoveAssetArgs,
  lane,
  async optimistic(tx, { _id }) {
    const asset = (await tx.get('own-assets', _id)) as OwnAsset | undefined
    if (asset) await tx.put('own-assets', { ...asset, status: 'removed' })
  },
}

/** The author's id makes it one photo. It stands among the `addedPhotos` of its gallery until the server has it. */
export const addPhoto: Mutation<AddPhoto> = {
  name: 'photo.add',
  class: 'queue',
  args: AddPhotoArgs,
  lane: ({ galleryId }) => laneOfAsset(galleryId),
  files: ({ fileId }) => [fileId],
  async optimistic(tx, { _id, galleryId, fileId, title = '' }) {
    const gallery = (await tx.get('own-assets', galleryId)) as OwnAsset | undefined
    if (gallery?.kind !== 'gallery' || gallery.addedPhotos.some((photo) => photo._id === _id)) return
    await tx.put('own-assets', { ...gallery, addedPhotos: [...gallery.addedPhotos, { _id, fileId, title }] })
  },
}

/** The files that an edit adds: they are uploaded before it. One that was refused holds up no other file of a product. */
export function filesOfSave({ base, changes }: Pick<SaveAsset, 'base' | 'changes'>): string[] {
  return filesOf(changes).filter((file) => !base.fileIds?.includes(file))
}

function filesOf({ mainId, thumbnailId, teaserId, pictureId, fileIds = [] }: NamedFiles): string[] {
  return [mainId, thumbnailId, teaserId, pictureId, ...fileIds].filter((file) => file != null)
}

type NamedFiles = Pick<AssetFields, 'mainId' | 'thumbnailId' | 'teaserId' | 'pictureId' | 'fileIds'>

/** The lane of everything that is queued for an asset; photos go with their gallery. */
export function laneOfAsset(assetId: string): string {
  return `asset:${assetId}`
}

function lane({ _id }: { _id: string }): string {
  return laneOfAsset(_id)
}

/** An asset that the server does not have yet. */
function begun({
  _id,
  kind,
  account: performerId,
  editedAt,
}: Pick<SaveAsset, '_id' | 'kind' | 'editedAt'> & { account: string }): OwnAsset {
  return {
    ...{ _id, kind, performerId, title: '', slug: '', description: '', access: 'public', price: 0, status: 'draft' },
    ...{ tags: [], cover: null, likes: 0, comments: 0, views: 0, bookmarks: 0 },
    ...{ photoCount: kind === 'gallery' ? 0 : null, durationMs: null },
    ...{ type: kind === 'product' ? 'physical' : null, stock: null, limitPerBuyer: null },
    ...{ shipsTo: [], shippingPrice: 0 },
    ...{ mainId: null, thumbnailId: null, teaserId: null, pictureId: null, fileId: null, fileIds: [], files: [] },
    ...{ participantIds: [], participants: [], galleryId: null, position: null, coverPhotoId: null, addedPhotos: [] },
    ...{ publishedAt: null, createdAt: editedAt, updatedAt: editedAt },
  }
}

/** Files and people that the row no longer names are not shown; new ones show once the server has them. */
function shown(asset: OwnAsset): OwnAsset {
  const named = new Set(filesOf({ ...asset, fileIds: soldFileIds(asset) }))
  return {
    ...asset,
    fileId: asset.kind === 'product' ? (soldFileIds(asset)[0] ?? null) : asset.fileId,
    slug: asset.publishedAt === null ? assetSlugOf(asset) : asset.slug,
    files: asset.files.filter(({ _id }) => named.has(_id)),
    participants: asset.participants.filter(({ _id }) => asset.participantIds.includes(_id)),
    cover: asset.kind === 'product' && asset.pictureId === null ? null : asset.cover,
  }
}

/** One save for two of the same asset, unless a file waits to go up: it holds up no words. */
function foldSaves(previous: SaveAsset, next: SaveAsset): SaveAsset | null {
  if (previous._id !== next._id || previous.kind !== next.kind) return null
  if (equal(previous, next)) return previous
  if (filesOf(previous.changes).length > 0 || filesOf(next.changes).length > 0) return null
  return {
    ...next,
    base: { ...next.base, ...previous.base },
    changes: { ...previous.changes, ...next.changes },
  }
}

/** Sales since the edit stay subtracted. */
function stocked(
  held: OwnAsset | undefined,
  { base, changes }: Pick<SaveAsset, 'base' | 'changes'>,
): Partial<OwnAsset> {
  if (!held || changes.stock === undefined || base.stock === undefined) return {}
  const stock = stockAfter(held.stock, { stock: changes.stock, seen: base.stock })
  return stock === undefined ? {} : { stock }
}

/** Files that another device added stay. */
function filled(held: OwnAsset | undefined, { base, changes }: Pick<SaveAsset, 'base' | 'changes'>): Partial<OwnAsset> {
  if (!held || changes.fileIds === undefined) return {}
  return { fileIds: filesAfter(soldFileIds(held), { fileIds: changes.fileIds, seen: base.fileIds }) }
}

function written(changes: AssetFields): Partial<OwnAsset> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<OwnAsset>
}
