import { OWN_ASSETS_WINDOW } from '@vesper/sync/vesper/records/asset.ts'
import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { assetPages } from './asset-pages.ts'
import { assetThing } from './asset-thing.ts'
import { Asset } from './entity.ts'
import { galleryRoutes } from './gallery-routes.ts'
import { photoRoutes } from './photo-routes.ts'
import { addPhoto } from './photos.ts'
import { seenAssetRoute } from './public-routes.ts'
import { removeAsset } from './remove-asset.ts'
import { renewPopularityJob } from './renew-popularity.ts'
import { saveAsset } from './save-asset.ts'
import { assetsThatShowFiles, ownAssets, recordAsset } from './synced.ts'
import { videoRoutes } from './video-routes.ts'
import { assetHolder } from './viewed-asset.ts'

/** Galleries, photos, videos and products of creators. */
export const assets = domain({
  name: 'assets',
  entities: [synced(Asset, recordAsset)],
  reads: ['attachment', 'content_total', 'entitlement', 'file', 'order', 'order_line', 'user'],
  routes: [...galleryRoutes, ...photoRoutes, ...videoRoutes, seenAssetRoute],
  collections: [ownAssets],
  derived: [assetsThatShowFiles],
  fileHolders: [assetHolder],
  things: [assetThing('gallery'), assetThing('photo'), assetThing('video')],
  publicPages: [assetPages('gallery'), assetPages('video')],
  jobs: [renewPopularityJob],
  ownRows: [
    {
      sql: `select count(*)::int from (
        select from asset where performer_id = ? and kind <> 'photo' and status <> 'removed' limit ?
      ) as a`,
      params: ['viewer', OWN_ASSETS_WINDOW],
    },
  ],
  mutations: {
    'asset.save': { run: saveAsset, spaces: ownSpace, row: ({ _id }) => _id, limit: { points: 1500, seconds: 600 } },
    'asset.remove': { run: removeAsset, spaces: ownSpace, limit: { points: 600, seconds: 600 } },
    'photo.add': {
      run: (tx, { title, ...photo }) => addPhoto(tx, { ...photo, changes: title === undefined ? {} : { title } }),
      spaces: ownSpace,
      limit: { points: 1500, seconds: 600 },
    },
  },
})
