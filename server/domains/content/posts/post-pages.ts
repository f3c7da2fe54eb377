import { countFiles } from '@vesper/sync/vesper/records/file.ts'
import { accessOf } from '../../../content/access.ts'
import { beginningOf, countText, DESCRIPTION_MAX, TITLE_MAX } from '../../../content/heads/beginning-of.ts'
import {
  creatorColumns,
  joinCreator,
  openToStranger,
  pathOf,
  portraitOf,
  strangerTo,
} from '../../../content/heads/head-creator.ts'
import type { HeadCreator } from '../../../content/heads/head-creator.ts'
import { headSite, offerData, labelOf, termsText, unlockText } from '../../../content/heads/head-terms.ts'
import type { HeadSite } from '../../../content/heads/head-terms.ts'
import { isUuid } from '../../../content/heads/is-uuid.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import { toldFiles } from '../../../infra/files/file-sql.ts'
import type { ToldFile } from '../../../infra/files/file-sql.ts'
import type { HeadPicture, PageHead, PublicPage, Stranger } from '../../../infra/heads/public-page.ts'
import type { Post } from './entity.ts'

type Row = HeadCreator &
  Pick<Post, 'id' | 'status' | 'access' | 'price' | 'text'> & { publishedAt: string; changedAt: string } & {
    files: ToldFile[] | null
  }

/** The pages of posts. A locked one tells its kind, its files and its price, and no word of its text. */
export const postPages: PublicPage = {
  prefix: '/posts/',
  async head(source, stranger, name) {
    const row = isUuid(name) ? await findRow(source, stranger, name.toLowerCase()) : null
    if (!row) return null
    const access = accessOf(strangerTo(row), { ...row, performerId: row.creatorId })
    if (access === 'hidden') return null
    return headOf(row, { isOpen: access === 'open', site: await headSite(source.app) })
  },
  listed: {
    name: 'posts',
    select(stranger) {
      const { sql, params } = openToStranger(stranger)
      return {
        path: `'/posts/' || p.id`,
        changed: 'p.updated_at',
        from: `post p ${joinCreator('p.performer_id')}`,
        where: `p.status = 'published' and p.access = 'public' and ${sql}`,
        order: 'p.id',
        params,
      }
    },
  },
}

async function findRow({ em }: Source, stranger: Stranger, id: string): Promise<Row | null> {
  const creator = creatorColumns(stranger)
  const [row] = await em.execute<Row[]>(
    `${KEPT} select p.id, p.status, p.access, p.price, p.text, p.published_at as "publishedAt", p.updated_at as "changedAt",
       ${toldFiles({ type: 'post', id: 'p.id' })} as files, ${creator.sql}
     from post p ${joinCreator('p.performer_id')} where p.id = ?::uuid`,
    [...creator.params, id],
  )
  return row ?? null
}

function headOf(row: Row, { isOpen, site }: { isOpen: boolean; site: HeadSite }): PageHead {
  const { creatorName: by, access } = row
  const path = `/posts/${row.id}`
  const files = (row.files ?? []).filter(({ role }) => role === 'file')
  const price = access === 'paid' ? row.price : null
  const label = labelOf(`${kindOf(files)} by ${by}`, isOpen ? null : termsText({ access, price }, site))
  const holds = countText(countFiles(files))
  const said = isOpen ? beginningOf(row.text, TITLE_MAX) : ''
  const title = said === '' ? label : `${by}: ${said}`
  const unlock = isOpen ? `See it on ${site.siteName}.` : unlockText({ access, price }, { creator: row, site })
  const told = [...(holds === '' ? [] : [`${holds}.`]), unlock].join(' ')
  return {
    ...{ path, title, type: 'article' },
    description: (isOpen && beginningOf(row.text, DESCRIPTION_MAX)) || told,
    picture: pictureOf(row, isOpen) ?? portraitOf(row),
    data: {
      '@type': 'Article',
      headline: title,
      author: { '@type': 'Person', name: by, url: site.publicUrl + pathOf(row) },
      datePublished: new Date(row.publishedAt).toISOString(),
      dateModified: new Date(row.changedAt).toISOString(),
      isAccessibleForFree: isOpen,
      ...(!isOpen && price !== null && { offers: offerData(price, { site, path }) }),
    },
  }
}

/** The word for a post, by its files where all of them are of one kind. */
function kindOf(files: readonly ToldFile[]): string {
  const [first] = files
  if (!first || files.some(({ type }) => type !== first.type)) return 'Post'
  return { photo: 'Photo post', video: 'Video post', audio: 'Audio post', other: 'Post' }[first.type]
}

/** The first picture that strangers may see: what is in an open post, else what stands for a locked one. */
function pictureOf({ files }: Row, isOpen: boolean): HeadPicture | null {
  const roles = isOpen ? ['thumbnail', 'file', 'teaser'] : ['thumbnail', 'teaser']
  const shown = roles.flatMap((role) => (files ?? []).filter((file) => file.role === role && file.status === 'ready'))
  const found = shown.find(({ type, hasPoster }) => type === 'photo' || (type === 'video' && hasPoster))
  return found ? { fileId: found.id, rendition: found.type === 'photo' ? 'original' : 'poster' } : null
}
