import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import type { App } from '../../../app.ts'
import { filesOf } from '../../../content/attachments.ts'
import { isThere, openToReader, OWNED } from '../../../content/open-to-reader.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import { thing } from '../../../infra/things/thing.ts'
import type { Thing } from '../../../infra/things/thing.ts'
import { Asset } from './entity.ts'
import { findAssets } from './find-assets.ts'
import { hideAsset } from './hide-asset.ts'
import { missingText } from './kinds.ts'
import { loadAssetRelations } from './load-asset-relations.ts'
import type { AssetRelations } from './load-asset-relations.ts'
import { assetsInOrder } from './queries.ts'
import { unreadyContent, unreadyGalleries } from './unready-content.ts'
import { assetAccess, placedAsset } from './viewed-asset.ts'
import type { PlacedAsset } from './viewed-asset.ts'
import { assetCard } from './views.ts'

type Card = (app: App, given: AssetRelations) => object | null

/** Assets of one kind, as all that works on things of any kind sees them. `bookmarkCard` shows one among bookmarks. */
export function assetThing(kind: AssetKind, { bookmarkCard = assetCard }: { bookmarkCard?: Card } = {}): Thing {
  return thing<PlacedAsset>({
    kind,
    words: { missing: missingText[kind] },
    find: (source, id) => placedOf(source, kind, id),
    async access({ em }, onlooker, placed) {
      const { access, viewer } = await assetAccess(em, onlooker, placed)
      return { access, isBlocked: viewer.isBlocked }
    },
    owner: ({ asset }) => asset.performerId,
    async lock(tx, id) {
      await tx.em.execute('select 1 from asset where id = ? for share', [id])
      return placedOf(tx, kind, id)
    },
    price: ({ asset }) => (asset.access === 'paid' ? asset.price : null),
    async unready({ em }, { asset: { id } }) {
      if (kind === 'gallery') return (await unreadyGalleries(em, [id])).get(id) ?? null
      return unreadyContent(kind, (await filesOf(em, 'asset', [id])).get(id) ?? {})
    },
    async titles({ em }, ids) {
      const assets = await em.find(Asset, { id: { $in: [...ids] }, kind }, { fields: ['title'] })
      return new Map(assets.map(({ id, title }) => [id, title]))
    },
    async pictures({ app, em }, onlooker, ids) {
      const loaded = await loadAssetRelations(em, await assetsInOrder(em, ids), onlooker)
      return new Map(
        loaded.flatMap((given) => {
          const url = assetCard(app, given)?.cover?.url ?? null
          return url === null ? [] : [[given.asset.id, url] as const]
        }),
      )
    },
    // A locked asset shows its card, which can be reported as well.
    async snapshot({ em }, onlooker, placed) {
      if ((await assetAccess(em, onlooker, placed)).access === 'hidden') return null
      const { id, title, description } = placed.asset
      const { sold: _, 'sold-picture': __, ...held } = (await filesOf(em, 'asset', [id])).get(id) ?? {}
      const fileIds = Object.values(held).flatMap((files) => files.map((file) => file.id))
      return { text: [title, description].filter(Boolean).join('\n'), fileIds }
    },
    async noticed({ em }, ids) {
      const where = { id: { $in: [...ids] }, kind, status: { $ne: 'removed' as const } }
      const assets = await em.find(Asset, where, { fields: ['performerId', 'title', 'galleryId'] })
      return new Map(
        assets.map(({ id, performerId: ownerId, title: preview, galleryId }) => [
          id,
          // The gallery shows its photos.
          { ownerId, preview, page: galleryId == null ? null : { type: 'gallery', id: galleryId } },
        ]),
      )
    },
    hide: (tx, id, isHidden) => hideAsset(tx, { kind, id }, isHidden),
    bookmarks: {
      join: BOOKMARKED,
      async cards({ app, em }, onlooker, ids) {
        const loaded = await loadAssetRelations(em, await assetsInOrder(em, ids), onlooker)
        return loaded.flatMap((given) => bookmarkCard(app, given) ?? [])
      },
    },
    async search({ app, em }, { words, onlooker, page }) {
      const { ids, total } = await findAssets(em, { words, viewer: onlooker, kind }, page)
      const loaded = await loadAssetRelations(em, await assetsInOrder(em, ids), onlooker)
      return { data: loaded.flatMap((given) => assetCard(app, given) ?? []), total }
    },
  })
}

async function placedOf({ em }: Source, kind: AssetKind, id: string): Promise<PlacedAsset | null> {
  const placed = await placedAsset(em, id)
  return placed?.asset.kind === kind ? placed : null
}

/** A photo is seen as its gallery is. The owner of the gallery owns the photo. */
const BOOKMARKED = `join asset o on o.id = r.object_id and o.kind = r.object_type and ${isThere('o')}
  left join asset g on g.id = o.gallery_id
  join "user" u on u.id = o.performer_id and (g.id is null or (${isThere('g')})) and (
    u.id = r.user_id or ${OWNED} or exists (
      select 1 from entitlement e where e.user_id = r.user_id and e.object_type = g.kind and e.object_id = g.id
        and e.revoked_at is null
    ) or (o.status = 'active' and (g.id is null or g.status = 'active') and ${openToReader('u')})
  )`
