import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import { accessOf } from '../../../content/access.ts'
import {
  creatorColumns,
  joinCreator,
  openToStranger,
  portraitOf,
  strangerTo,
} from '../../../content/heads/head-creator.ts'
import type { HeadCreator } from '../../../content/heads/head-creator.ts'
import { headSite } from '../../../content/heads/head-terms.ts'
import { isUuid } from '../../../content/heads/is-uuid.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import { readyFile, toldFiles } from '../../../infra/files/file-sql.ts'
import type { ToldFile } from '../../../infra/files/file-sql.ts'
import type { HeadPicture, PublicPage, Stranger } from '../../../infra/heads/public-page.ts'
import { assetHead } from './asset-head.ts'
import type { Asset } from './entity.ts'
import { pluralOf } from './kinds.ts'

/** An asset as its head tells of it; `firstFiles` are those of a gallery's first photo. */
export type HeadAsset = HeadCreator &
  Pick<Asset, 'id' | 'kind' | 'title' | 'description' | 'status' | 'access' | 'price' | 'stock' | 'type'> & {
    publishedAt: string | null
    changedAt: string
    coverId: string | null
    photoCount: number
    firstFiles: ToldFile[] | null
    files: ToldFile[] | null
  }

/** The pages of galleries, videos or products. A locked one tells its title and its cover, as its card does. */
export function assetPages(kind: Exclude<AssetKind, 'photo'>): PublicPage {
  const prefix = `/${pluralOf[kind]}/` as const
  return {
    prefix,
    async head(source, stranger, name) {
      const row = await findRow(source, stranger, { kind, name })
      if (!row) return null
      const access = accessOf(strangerTo(row), { ...row, performerId: row.creatorId })
      if (access === 'hidden') return null
      const isOpen = access === 'open'
      const picture = pictureOf(row, isOpen) ?? portraitOf(row)
      return assetHead(row, { isOpen, picture, path: prefix + row.id, site: await headSite(source.app) })
    },
    listed: {
      name: pluralOf[kind],
      select(stranger) {
        const { sql, params } = openToStranger(stranger)
        return {
          path: `'${prefix}' || a.id`,
          changed: 'a.updated_at',
          from: `asset a ${joinCreator('a.performer_id')}`,
          where: `a.kind = '${kind}' and a.status = 'active' and a.access = 'public' and ${sql}`,
          order: 'a.id',
          params,
        }
      },
    },
  }
}

type Named = { kind: AssetKind; name: string }

async function findRow({ em }: Source, stranger: Stranger, { kind, name }: Named): Promise<HeadAsset | null> {
  const creator = creatorColumns(stranger)
  const [named, value] = isUuid(name)
    ? ['a.id = ?::uuid', name.toLowerCase()]
    : ['a.slug = ?', name.normalize('NFC').toLowerCase()]
  const photos = `from asset ph where ph.gallery_id = a.id and ph.status = 'active'`
  const [row] = await em.execute<HeadAsset[]>(
    `${KEPT} select a.id, a.kind, a.title, a.description, a.status, a.access, a.price, a.stock, a.type,
       a.published_at as "publishedAt", a.updated_at as "changedAt", ${readyFile('a.cover_file_id')} as "coverId",
       (select count(*)::int ${photos}) as "photoCount",
       ${toldFiles({ type: 'asset', id: `(select ph.id ${photos} order by ph.position, ph.id limit 1)` })} as "firstFiles",
       ${toldFiles({ type: 'asset', id: 'a.id' })} as files, ${creator.sql}
     from asset a ${joinCreator('a.performer_id')} where a.kind = ? and ${named}`,
    [...creator.params, kind, value],
  )
  return row ?? null
}

/** The picture of a card that strangers see: the public one, what advertises the asset, and what is in an open one. */
function pictureOf({ coverId, firstFiles, files }: HeadAsset, isOpen: boolean): HeadPicture | null {
  if (coverId !== null) return { fileId: coverId, rendition: 'product' }
  const ready = (files ?? []).filter(({ status }) => status === 'ready')
  const thumbnail = ready.find(({ role, type }) => role === 'thumbnail' && type === 'photo')
  if (thumbnail) return { fileId: thumbnail.id, rendition: 'original' }
  const photo = (firstFiles ?? []).find(({ role, status }) => role === 'file' && status === 'ready')
  if (isOpen && photo) return { fileId: photo.id, rendition: 'original' }
  const roles = isOpen ? ['main', 'teaser'] : ['teaser']
  const clip = roles.flatMap((role) => ready.filter((file) => file.role === role)).find(({ hasPoster }) => hasPoster)
  return clip ? { fileId: clip.id, rendition: 'poster' } : null
}
