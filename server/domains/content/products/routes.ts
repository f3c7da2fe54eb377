import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import { AssetName, ProductBody } from '@vesper/sync/vesper/api/assets.ts'
import { ProductList, ProductSearch, ProductView } from '@vesper/sync/vesper/api/products.ts'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import type * as v from 'valibot'
import { transact } from '../../../infra/database/transaction.ts'
import { uploadSpec } from '../../../infra/files/uploads/purposes.ts'
import { route } from '../../../infra/http/route.ts'
import type { Limit, Route } from '../../../infra/http/route.ts'
import { Asset } from '../assets/entity.ts'
import { loadAssetRelations } from '../assets/load-asset-relations.ts'
import { ById, ownPath, ownSearchRoute, ownView, ownViewRoute, removeRoute, tagOf } from '../assets/own-routes.ts'
import { publicPath, reads, seenAsset, shown } from '../assets/public-routes.ts'
import { assetPage } from '../assets/queries.ts'
import { createAsset, updateAsset } from '../assets/save-asset.ts'
import { fieldsOf, keepSlots } from '../assets/upload-slots.ts'
import { archiveRoute, downloadRoute } from './downloads/routes.ts'
import { productView, shopProduct } from './views.ts'

const kind = 'product'
const tag = tagOf(kind)
const uploads: Limit[] = [{ points: 60, seconds: 60, by: 'account' }]

const createRoute = route({
  method: 'POST',
  path: ownPath(kind),
  who: 'performer',
  limits: uploads,
  tag,
  summary: 'Make a product of fields and the files `picture` and `file`, or of uploads in parts, with their ids',
  body: ProductBody,
  files: uploadSpec(fieldsOf(kind)),
  answer: OwnAsset,
  status: 201,
  async handle({ app, actor, body: { _id = v7(), stockSeen: _seen, ...fields }, files }) {
    const known = await app.orm.em.fork().findOne(Asset, { id: _id, kind, performerId: actor.userId })
    if (!known) {
      const { changes } = await changesOf(fields, (ids) => keepSlots(app, actor, { kind, files, ids }))
      await transact(app, actor, (tx) => createAsset(tx, { _id, kind, changes }))
    }
    return ownView(app, actor, { id: _id, kind })
  },
})

const updateRoute = route({
  method: 'PUT',
  path: `${ownPath(kind)}/{id}`,
  who: 'performer',
  limits: uploads,
  tag,
  summary: 'Change a product: only the fields and files given; `file` is one more file',
  params: ById,
  body: ProductBody,
  files: uploadSpec(fieldsOf(kind)),
  answer: OwnAsset,
  async handle({ app, actor, params: { id: _id }, body: { _id: _ignored, stockSeen, ...fields }, files }) {
    await ownView(app, actor, { id: _id, kind })
    const { changes, seen } = await changesOf(fields, (ids) => keepSlots(app, actor, { kind, files, ids }))
    await transact(app, actor, (tx) => updateAsset(tx, { _id, kind, changes, seen: { ...seen, stock: stockSeen } }))
    return ownView(app, actor, { id: _id, kind })
  },
})

const searchRoute = route({
  method: 'GET',
  path: `${publicPath(kind)}/search`,
  who: 'any',
  limits: reads,
  tag,
  summary: 'Products on sale, of all creators or of one',
  query: ProductSearch,
  answer: ProductList,
  async handle({ app, viewer, query }) {
    const em = app.orm.em.fork()
    const { assets, total } = await assetPage(em, { kind, viewer }, query)
    const loaded = await loadAssetRelations(em, assets, { ...viewer, now: app.clock() })
    return { data: loaded.flatMap((given) => shopProduct(app, given) ?? []), total }
  },
})

const viewRoute = route({
  method: 'GET',
  path: `${publicPath(kind)}/{id}`,
  who: 'any',
  limits: reads,
  tag,
  summary: 'A product on sale, by id or slug; one that was taken from sale for those who own it',
  params: AssetName,
  answer: ProductView,
  async handle({ app, viewer, params, ip, isForPage = false }) {
    const given = await seenAsset(app, { kind, name: params.id, viewer, ip, isUncounted: isForPage })
    return shown(productView(app, given), kind)
  },
})

export const productRoutes: Route[] = [
  createRoute,
  updateRoute,
  ownSearchRoute(kind),
  ownViewRoute(kind),
  removeRoute(kind),
  searchRoute,
  viewRoute,
  downloadRoute,
  archiveRoute,
]

type Fields = Omit<v.InferOutput<typeof ProductBody>, '_id' | 'stockSeen'>
type Ids = Pick<Fields, 'pictureId' | 'fileId'>

/** The fields of an asset for those of the shop: the title has a name of its own there, and a file comes alone. */
async function changesOf(
  { name, fileId, ...fields }: Fields,
  keep: (ids: Ids) => Promise<{ pictureId?: string; fileId?: string }>,
): Promise<{ changes: AssetFields; seen: Pick<AssetFields, 'fileIds'> }> {
  const { fileId: kept, ...pictures } = await keep({ fileId })
  const changes = { ...fields, ...pictures, ...(name !== undefined && { title: name }) }
  const one = kept ?? fileId
  if (one === undefined) return { changes, seen: {} }
  if (one === null) return { changes: { fileIds: [], ...changes }, seen: {} }
  if (fields.fileIds) return { changes: { ...changes, fileIds: [...fields.fileIds, one] }, seen: {} }
  return { changes: { ...changes, fileIds: [one] }, seen: { fileIds: [] } }
}
