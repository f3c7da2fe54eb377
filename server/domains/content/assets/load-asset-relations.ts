import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import { accessOf } from '../../../content/access.ts'
import type { Viewer } from '../../../content/access.ts'
import { filesOf } from '../../../content/attachments.ts'
import type { HeldFiles } from '../../../content/attachments.ts'
import { whereOpenTo } from '../../../content/blocks.ts'
import { noTotals, totalsOf } from '../../../content/content-total.ts'
import type { Totals } from '../../../content/content-total.ts'
import { viewersOf } from '../../../content/viewers.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import type { Onlooker } from '../../../infra/files/attachment.ts'
import { File } from '../../../infra/files/entity.ts'
import type { FileRow } from '../../../infra/files/entity.ts'
import type { Access } from '../../../infra/things/thing.ts'
import { User } from '../../people/accounts/entity.ts'
import { Asset } from './entity.ts'
import { unreadyContent, unreadyGalleries } from './unready-content.ts'
import { itemOf, viewedObjects, viewerOf } from './viewed-asset.ts'
import type { PlacedAsset } from './viewed-asset.ts'

/** An asset with what its views show beside it. */
export type AssetRelations = PlacedAsset & {
  viewer: Viewer
  access: Access
  performer: User
  files: HeldFiles
  /** The public picture of a gallery or a product. */
  cover: FileRow | null
  totals: Totals
  /** The active photos of a gallery, and the file of the first. */
  photoCount: number
  firstPhoto: FileRow | null
  /** Why a buyer could not see it yet; null where a buyer could, and where it is not for sale to this viewer. */
  unready: Unready | null
  /** The creators in a video who are open to others. */
  participants: User[]
}

/** Reads in bulk what the views of these assets need. Their order stays. */
export async function loadAssetRelations(
  em: SqlEntityManager,
  assets: readonly Asset[],
  onlooker: Onlooker,
): Promise<AssetRelations[]> {
  const galleries = await plainById(
    em,
    Asset,
    assets.flatMap(({ galleryId }) => galleryId ?? []),
  )
  const placed = assets.map((asset): PlacedAsset => ({ asset, gallery: galleries.get(asset.galleryId ?? '') ?? null }))
  const viewers = await viewersOf(em, onlooker, placed.flatMap(viewedObjects))
  const performers = await plainById(
    em,
    User,
    assets.map(({ performerId }) => performerId),
  )
  const contents = await galleryContents(em, assets)
  const holders = assets.flatMap(({ id, kind }) => (kind === 'gallery' ? (contents.get(id)?.firstId ?? []) : id))
  const files = await filesOf(em, 'asset', holders)
  const covers = await plainById(
    em,
    File,
    assets.flatMap(({ coverFileId }) => coverFileId ?? []),
  )
  const totals = await totalsOf(
    em,
    assets.map(({ id, kind: objectType }) => ({ id, objectType })),
    onlooker.userId,
  )
  const participants = await openCreators(
    em,
    onlooker,
    assets.flatMap(({ participantIds }) => participantIds),
  )
  const seen = placed.map((one) => {
    const viewer = viewerOf(viewers, one)
    return { ...one, viewer, access: accessOf(viewer, itemOf(one)) }
  })
  const sold = new Set(seen.filter(isForSale).map(({ asset }) => asset.id))
  const unready = await unreadyGalleries(
    em,
    assets.flatMap(({ id, kind }) => (kind === 'gallery' && sold.has(id) ? id : [])),
  )
  return seen.flatMap(({ asset, gallery, viewer, access }) => {
    const performer = performers.get(asset.performerId)
    if (!performer) return []
    const content = contents.get(asset.id)
    const own = sold.has(asset.id) ? unreadyContent(asset.kind, files.get(asset.id) ?? {}) : null
    return {
      ...{ asset, gallery, viewer, access, performer },
      files: (asset.kind === 'gallery' ? undefined : files.get(asset.id)) ?? {},
      cover: covers.get(asset.coverFileId ?? '') ?? null,
      totals: totals.get(asset.id) ?? noTotals,
      photoCount: content?.count ?? 0,
      firstPhoto: files.get(content?.firstId ?? '')?.file?.[0] ?? null,
      unready: asset.kind === 'gallery' ? (unready.get(asset.id) ?? null) : own,
      participants: asset.participantIds.flatMap((id) => participants.get(id) ?? []),
    }
  })
}

/** A product is for sale to those who may know of it; anything else while it is locked at a price. */
function isForSale({ asset, gallery, access }: PlacedAsset & { access: Access }): boolean {
  if (asset.kind === 'product') return access !== 'hidden'
  return access === 'locked' && (gallery ?? asset).access === 'paid'
}

type Content = { id: string; count: number; firstId: string }

async function galleryContents(em: SqlEntityManager, assets: readonly Asset[]): Promise<Map<string, Content>> {
  const ids = assets.flatMap(({ id, kind }) => (kind === 'gallery' ? id : []))
  if (ids.length === 0) return new Map()
  const rows = await em.execute<Content[]>(
    `select gallery_id as id, count(*)::int as count, (array_agg(id order by position, id))[1] as "firstId"
     from asset where gallery_id = any(?::uuid[]) and status = 'active' group by gallery_id`,
    [`{${ids.join()}}`],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

async function openCreators(
  em: SqlEntityManager,
  onlooker: Onlooker,
  ids: readonly string[],
): Promise<Map<string, User>> {
  if (ids.length === 0) return new Map()
  const users = await em.find(User, { id: { $in: [...ids] }, isPerformer: true, ...whereOpenTo(onlooker) })
  return new Map(users.map((user) => [user.id, user]))
}
