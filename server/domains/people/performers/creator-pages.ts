import { beginningOf, DESCRIPTION_MAX } from '../../../content/heads/beginning-of.ts'
import { creatorColumns, openToStranger, pathOf, portraitOf } from '../../../content/heads/head-creator.ts'
import type { HeadCreator } from '../../../content/heads/head-creator.ts'
import { headSite, moneyText } from '../../../content/heads/head-terms.ts'
import { isUuid } from '../../../content/heads/is-uuid.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { PublicPage, Stranger } from '../../../infra/heads/public-page.ts'

type Row = HeadCreator & { bio: string; createdAt: string; changedAt: string }

/** The pages of creators, by username or id. */
export const creatorPages: PublicPage = {
  prefix: '/',
  async head(source, stranger, name) {
    const row = await findRow(source, stranger, name)
    if (!row?.isAuthorOpen || row.isBlocked) return null
    const site = await headSite(source.app)
    const { creatorName, creatorUsername, monthlyPrice } = row
    const title = creatorUsername === null ? creatorName : `${creatorName} (@${creatorUsername})`
    const bio = beginningOf(row.bio, DESCRIPTION_MAX)
    const offer = monthlyPrice === null ? '' : ` Subscribe from ${moneyText(monthlyPrice, site)} a month.`
    return {
      ...{ path: pathOf(row), type: 'profile', title: `${title} · ${site.siteName}` },
      description: bio === '' ? `Follow ${creatorName} on ${site.siteName}.${offer}` : bio,
      picture: portraitOf(row),
      data: {
        '@type': 'ProfilePage',
        dateCreated: new Date(row.createdAt).toISOString(),
        dateModified: new Date(row.changedAt).toISOString(),
        mainEntity: {
          '@type': 'Person',
          name: creatorName,
          ...(creatorUsername !== null && { alternateName: `@${creatorUsername}` }),
          ...(bio !== '' && { description: bio }),
          url: site.publicUrl + pathOf(row),
        },
      },
    }
  },
  listed: {
    name: 'creators',
    select(stranger) {
      const { sql, params } = openToStranger(stranger)
      return {
        path: `'/' || u.username`,
        changed: 'greatest(u.updated_at, pf.updated_at)',
        from: `"user" u join performer pf on pf.user_id = u.id`,
        where: `u.is_performer and u.username is not null and ${sql}`,
        order: 'u.id',
        params,
      }
    },
  },
}

async function findRow({ em }: Source, stranger: Stranger, name: string): Promise<Row | null> {
  const creator = creatorColumns(stranger)
  const named = isUuid(name) ? 'u.id = ?::uuid' : 'u.username = ?'
  const [row] = await em.execute<Row[]>(
    `${KEPT} select u.bio, u.created_at as "createdAt", greatest(u.updated_at, pf.updated_at) as "changedAt", ${creator.sql}
     from "user" u join performer pf on pf.user_id = u.id where u.is_performer and ${named}`,
    [...creator.params, name.toLowerCase()],
  )
  return row ?? null
}
