import { PRODUCT_FILES_MAX } from '@vesper/sync/vesper/records/asset.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import type { HeldFiles, TakenFiles } from '../../../content/attachments.ts'
import { libraryPurposes, teaserPurposes } from '../../../infra/files/uploads/purposes.ts'
import type { Asset } from './entity.ts'

/** A field of the author that names a file, or a list of them. */
export type Slot = 'mainId' | 'thumbnailId' | 'teaserId' | 'pictureId' | 'fileId' | 'fileIds'

/** The slots with one file. */
export type OneFileSlot = Exclude<Slot, 'fileIds'>

export type TakenSlot = TakenFiles & Required<Pick<TakenFiles, 'role' | 'purposes' | 'max'>>

const texts = {
  missing: 'A file of this is not here. Add it again.',
  taken: 'A file of this was used already. Add it again.',
  failed: 'A file of this could not be read. Remove it or add another.',
  processing: 'A file of this is not ready yet. Try again in a moment.',
}

function slot(
  field: Slot | 'coverId',
  taken: Pick<TakenSlot, 'role' | 'purposes' | 'kinds'> & Partial<Pick<TakenSlot, 'unready' | 'max' | 'fromLibrary'>>,
): TakenSlot {
  return { type: 'asset', max: 1, field: () => field, texts, unready: [], ...taken }
}

const mainVideo = slot('mainId', {
  ...{ role: 'main', purposes: ['video'], kinds: ['video'], unready: ['video'] },
  fromLibrary: libraryPurposes,
})
const thumbnail = slot('thumbnailId', {
  ...{ role: 'thumbnail', purposes: ['video-thumbnail'], kinds: ['photo'] },
  fromLibrary: libraryPurposes,
})
const teaser = slot('teaserId', {
  ...{ role: 'teaser', purposes: ['video-teaser'], kinds: ['video'], unready: ['video'] },
  fromLibrary: teaserPurposes,
})
const picture = slot('pictureId', { role: 'picture', purposes: ['product-picture'], kinds: ['photo'] })
const productFiles = slot('fileIds', {
  ...{ role: 'file', purposes: ['product-file'], kinds: ['photo', 'video', 'audio', 'other'] },
  unready: ['photo', 'video', 'audio', 'other'],
  max: PRODUCT_FILES_MAX,
})
const photoFile = slot('fileId', {
  ...{ role: 'file', purposes: ['gallery-photo'], kinds: ['photo'] },
  fromLibrary: libraryPurposes,
})

/** The cover of a gallery, which is made from a photo of it. */
export const galleryCover = slot('coverId', { role: 'cover', purposes: ['gallery-cover'], kinds: ['photo'] })

/** The files of each kind. */
export const slotsOfKind: Readonly<Record<AssetKind, { readonly [Name in Slot]?: TakenSlot }>> = {
  gallery: {},
  photo: { fileId: photoFile },
  video: { mainId: mainVideo, thumbnailId: thumbnail, teaserId: teaser },
  product: { pictureId: picture, fileIds: productFiles },
}

/** The words for a kind in refusals. */
export const missingText: Readonly<Record<AssetKind, string>> = {
  gallery: 'This gallery does not exist.',
  photo: 'This photo does not exist.',
  video: 'This video does not exist.',
  product: 'This product is not on sale.',
}

/** The path segment of a kind. */
export const pluralOf = {
  gallery: 'galleries',
  photo: 'photos',
  video: 'videos',
  product: 'products',
} as const satisfies Record<AssetKind, string>

/** A reason why others cannot be shown an asset yet; null when they can. `isReady` is false while a file is in processing. */
export function missingForOthers(
  { kind, type }: Pick<Asset, 'kind' | 'type'>,
  files: HeldFiles,
): { text: string; isReady: boolean } | null {
  const [main] = files.main ?? []
  if (kind === 'video') {
    if (!main) return { text: 'Add the video first. Nobody can watch it without.', isReady: true }
    if (main.status === 'failed') return { text: 'This video could not be read. Add it again.', isReady: true }
    if (main.status === 'processing') {
      return { text: 'This video is not ready yet. Try again in a moment.', isReady: false }
    }
  }
  if (kind === 'product' && type === 'digital' && !files.file?.[0]) {
    return { text: 'Add the file that buyers download first.', isReady: true }
  }
  return null
}

/** The price of what is sold; a thing that is not has none, whatever was typed. */
export function dueOf({ kind, access, price }: Pick<Asset, 'kind' | 'access' | 'price'>): number {
  return kind === 'product' || access === 'paid' ? price : 0
}
