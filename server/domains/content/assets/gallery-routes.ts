import { GalleryBody } from '@vesper/sync/vesper/api/assets.ts'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { ById, ownPath, ownSearchRoute, ownView, ownViewRoute, removeRoute, tagOf, writes } from './own-routes.ts'
import { publicSearchRoute, publicViewRoute } from './public-routes.ts'
import { createAsset, updateAsset } from './save-asset.ts'

const kind = 'gallery'
const tag = tagOf(kind)

const createRoute = route({
  method: 'POST',
  path: ownPath(kind),
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Make a gallery; with the same `_id` again, the same gallery is answered',
  body: GalleryBody,
  answer: OwnAsset,
  status: 201,
  async handle({ app, actor, body: { _id = v7(), ...changes } }) {
    await transact(app, actor, (tx) => createAsset(tx, { _id, kind, changes }))
    return ownView(app, actor, { id: _id, kind })
  },
})

const updateRoute = route({
  method: 'PUT',
  path: `${ownPath(kind)}/{id}`,
  who: 'performer',
  limits: writes,
  tag,
  summary: 'Change a gallery: only the fields given',
  params: ById,
  body: GalleryBody,
  answer: OwnAsset,
  async handle({ app, actor, params, body: { _id: _ignored, ...changes } }) {
    await transact(app, actor, (tx) => updateAsset(tx, { _id: params.id, kind, changes }))
    return ownView(app, actor, { id: params.id, kind })
  },
})

export const galleryRoutes: Route[] = [
  createRoute,
  ownSearchRoute(kind),
  updateRoute,
  ownViewRoute(kind),
  removeRoute(kind),
  publicSearchRoute(kind),
  publicViewRoute(kind),
]
