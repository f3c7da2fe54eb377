import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { App } from '../../../app.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import { progressOf } from '../../../infra/files/file-sql.ts'
import { fileView } from '../../../infra/files/views.ts'
import { participantView } from '../../people/accounts/views.ts'
import type { Asset } from './entity.ts'
import { loadAssetRelations } from './load-asset-relations.ts'
import type { AssetRelations } from './load-asset-relations.ts'
import { commonView } from './views.ts'

/** Assets as their author sees them, in their order. */
export async function ownAssetViews(
  app: Pick<App, 'secret' | 'clock'>,
  em: SqlEntityManager,
  assets: readonly Asset[],
): Promise<OwnAsset[]> {
  const [first] = assets
  if (!first) return []
  const onlooker = { userId: first.performerId, now: app.clock() }
  return (await loadAssetRelations(em, assets, onlooker)).map((given) => ownAssetView(app, given))
}

/** The same with the progress of each file, which synchronised rows do not tell. */
export async function ownAssetsNow(
  app: Pick<App, 'secret' | 'clock'>,
  em: SqlEntityManager,
  assets: readonly Asset[],
): Promise<OwnAsset[]> {
  const views = await ownAssetViews(app, em, assets)
  const processing = views.flatMap(({ files }) =>
    files.flatMap(({ _id, status }) => (status === 'processing' ? _id : [])),
  )
  if (processing.length === 0) return views
  const progress = await progressOf(em, processing)
  return views.map((view) => ({
    ...view,
    files: view.files.map((file) => ({ ...file, progress: progress.get(file._id) ?? null })),
  }))
}

function ownAssetView(app: Pick<App, 'secret' | 'clock'>, given: AssetRelations): OwnAsset {
  const { asset, files, totals, participants } = given
  const idOf = (held: readonly FileRow[] | undefined) => held?.[0]?.id ?? null
  const shown = [files.main, files.file, files.thumbnail, files.teaser].flatMap((held) => held ?? [])
  return {
    ...commonView(app, given),
    ...{ performerId: asset.performerId, description: asset.description, bookmarks: totals.bookmarks },
    ...{ mainId: idOf(files.main), thumbnailId: idOf(files.thumbnail), teaserId: idOf(files.teaser) },
    ...{ pictureId: asset.kind === 'product' ? (asset.coverFileId ?? null) : null, fileId: idOf(files.file) },
    fileIds: asset.kind === 'product' ? (files.file ?? []).map(({ id }) => id) : [],
    files: shown.map((file) => ({ ...fileView(app, file, asset.performerId), name: file.name ?? null })),
    ...{ participantIds: asset.participantIds, participants: participants.map(participantView) },
    ...{ galleryId: asset.galleryId ?? null, position: asset.position ?? null },
    ...{ coverPhotoId: asset.coverPhotoId ?? null, stock: asset.stock ?? null },
    ...{ limitPerBuyer: asset.limitPerBuyer ?? null, shipsTo: asset.shipsTo, shippingPrice: asset.shippingPrice },
    addedPhotos: [],
  }
}
