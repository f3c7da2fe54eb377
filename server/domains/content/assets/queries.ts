import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { AssetSearch, OwnAssetSearch } from '@vesper/sync/vesper/api/assets.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { searchWords } from '@vesper/sync/vesper/records/search-words.ts'
import * as v from 'valibot'
import { openTo } from '../../../content/blocks.ts'
import type { Condition, Visitor } from '../../../content/blocks.ts'
import { listMatch, titleText } from '../../../content/search-match.ts'
import { plainById } from '../../../infra/database/plain-rows.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import type { ListQuery } from '../../../infra/http/list.ts'
import { joinAccount } from '../../people/accounts/account-sql.ts'
import { Asset } from './entity.ts'
import { galleryOf } from './viewed-asset.ts'
import type { PlacedAsset } from './viewed-asset.ts'

type Page = { assets: Asset[]; total: number }
type Narrowing = Pick<v.InferOutput<typeof AssetSearch>, 'q' | 'performerId' | 'tag' | 'access'>

/** The sort orders of lists of assets. */
const sortable = {
  ...{ publishedAt: 'a.published_at', updatedAt: 'a.updated_at', createdAt: 'a.created_at' },
  ...{ title: 'lower(a.title)', name: 'lower(a.title)', price: 'a.price', position: 'a.position' },
  popular: 'a.popularity',
} as const
type Sorted = ListQuery<keyof typeof sortable>

/** The assets of a kind, as a viewer finds them. */
type Among = { kind: AssetKind; viewer: Visitor }

/** One page of the active assets of a kind, locked ones included. Photos of galleries are not among them. */
export function assetPage(
  em: SqlEntityManager,
  { kind, viewer }: Among,
  { q, performerId, tag, access, ...list }: Narrowing & Sorted,
): Promise<Page> {
  return page(em, list, [
    where(`a.kind = ? and a.status = 'active' and a.gallery_id is null`, kind),
    openTo(viewer, 'u'),
    ...titled(q),
    ...(performerId === undefined ? [] : [where('a.performer_id = ?', performerId)]),
    ...(tag === undefined ? [] : [where('a.tags @> array[?]::text[]', tag)]),
    ...(access === undefined ? [] : [where('a.access = ?', access)]),
  ])
}

/** One page of the photos of a gallery: the active ones, and for those who own it the archived ones, too. */
export function galleryPage(
  em: SqlEntityManager,
  { galleryId, isOwner }: { galleryId: string; isOwner: boolean },
  { q, tag, ...list }: Pick<Narrowing, 'q' | 'tag'> & Sorted,
): Promise<Page> {
  return page(em, list, [
    where(`a.gallery_id = ? and a.status = any(?::text[])`, galleryId, isOwner ? '{active,archived}' : '{active}'),
    ...titled(q),
    ...(tag === undefined ? [] : [where('a.tags @> array[?]::text[]', tag)]),
  ])
}

/** One page of a creator's own assets of a kind, in every state but `removed`. */
export function ownAssetPage(
  em: SqlEntityManager,
  { performerId, kind }: Pick<Asset, 'performerId' | 'kind'>,
  { q, status, galleryId, ...list }: Pick<v.InferOutput<typeof OwnAssetSearch>, 'q' | 'status' | 'galleryId'> & Sorted,
): Promise<Page> {
  return page(em, list, [
    where(`a.performer_id = ? and a.kind = ? and a.status <> 'removed'`, performerId, kind),
    ...titled(q),
    ...(status === undefined ? [] : [where('a.status = ?', status)]),
    ...(galleryId === undefined ? [] : [where('a.gallery_id = ?', galleryId)]),
  ])
}

/** An asset by id or slug, with its gallery; null when there is none. */
export async function findAsset(em: SqlEntityManager, kind: AssetKind, name: string): Promise<PlacedAsset | null> {
  const by = v.safeParse(uuid, name).success
    ? { id: name.toLowerCase() }
    : { slug: name.normalize('NFC').toLowerCase() }
  const asset = await em.findOne(Asset, { kind, ...by })
  return asset && { asset, gallery: await galleryOf(em, asset) }
}

/** The assets with these ids, in this order. */
export async function assetsInOrder(em: SqlEntityManager, ids: readonly string[]): Promise<Asset[]> {
  const assets = await plainById(em, Asset, ids)
  return ids.flatMap((id) => assets.get(id) ?? [])
}

async function page(em: SqlEntityManager, list: Sorted, conditions: readonly Condition[]): Promise<Page> {
  const { rows, total } = await sqlPage<{ id: string }, Sorted['sortBy']>(
    em,
    {
      select: 'a.id',
      from: `asset a ${joinAccount('u', 'a.performer_id')}`,
      where: conditions.map(({ sql }) => sql).join(' and '),
      params: conditions.flatMap(({ params }) => params),
      sortable,
      tieBreak: 'a.id',
    },
    list,
  )
  const assets = await assetsInOrder(
    em,
    rows.map(({ id }) => id),
  )
  return { assets, total }
}

/** The condition on title and tags that words ask for. */
function titled(q: string): Condition[] {
  return q === '' ? [] : [listMatch(titleText('a'), searchWords(q))]
}

function where(sql: string, ...params: unknown[]): Condition {
  return { sql, params }
}
