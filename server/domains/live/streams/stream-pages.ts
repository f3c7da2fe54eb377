import {
  creatorColumns,
  joinCreator,
  openToStranger,
  pathOf,
  portraitOf,
  strangerTo,
} from '../../../content/heads/head-creator.ts'
import type { HeadCreator } from '../../../content/heads/head-creator.ts'
import { headSite, labelOf, termsText, unlockText } from '../../../content/heads/head-terms.ts'
import type { HeadSite } from '../../../content/heads/head-terms.ts'
import { KEPT } from '../../../infra/database/driver/prepared-statements.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { PageHead, PublicPage, Stranger } from '../../../infra/heads/public-page.ts'
import { doorFor } from './door.ts'
import type { Stream } from './entity.ts'

type Row = HeadCreator &
  Pick<Stream, 'kind' | 'status' | 'title' | 'access' | 'price' | 'rate' | 'isHidden'> & { startedAt: string | null }

/** The pages of creators' streams. All who know of a stream see its title; no picture of it is shown. */
export const streamPages: PublicPage = {
  prefix: '/live/',
  async head(source, stranger, name) {
    const row = await findRow(source, stranger, name)
    if (!row) return null
    const door = doorFor(
      { ...row, performerId: row.creatorId },
      { viewer: strangerTo(row), hasSeat: false, isBarred: false },
    )
    return door === null ? null : headOf(row, { isOpen: door === 'open', site: await headSite(source.app) })
  },
  listed: {
    name: 'live',
    select(stranger) {
      const { sql, params } = openToStranger(stranger)
      return {
        path: `'/live/' || u.username`,
        changed: 'st.updated_at',
        from: `stream st ${joinCreator('st.performer_id')}`,
        where: `st.status in ('live', 'reconnecting') and st.kind = 'public' and st.access = 'public'
          and not st.is_hidden and u.username is not null and ${sql}`,
        order: 'st.id',
        params,
      }
    },
  },
}

/** The stream of the creator that has not ended, else the latest; private shows are found by nobody. */
async function findRow({ em }: Source, stranger: Stranger, name: string): Promise<Row | null> {
  const creator = creatorColumns(stranger)
  const [row] = await em.execute<Row[]>(
    `${KEPT} select st.kind, st.status, st.title, st.access, st.price, st.rate, st.is_hidden as "isHidden",
       st.started_at as "startedAt", ${creator.sql}
     from stream st ${joinCreator('st.performer_id')} where u.username = ? and st.kind <> 'private'
     order by (st.status = 'ended'), st.created_at desc, st.id desc limit 1`,
    [...creator.params, name.toLowerCase()],
  )
  return row ?? null
}

function headOf(row: Row, { isOpen, site }: { isOpen: boolean; site: HeadSite }): PageHead {
  const { creatorName: by, access, status } = row
  const path = `/live${pathOf(row)}`
  const common = { path, picture: portraitOf(row), type: 'video.other' } as const
  if (status !== 'live' && status !== 'reconnecting') {
    const title = `${by} is not live right now`
    return { ...common, title, description: `Follow ${by} on ${site.siteName} to hear of the next stream.`, data: null }
  }
  const isShow = row.kind === 'group'
  const price = !isShow && access === 'paid' ? (row.price ?? null) : null
  const terms = { access, price }
  const title = labelOf(`${by} is live: ${row.title}`, isOpen || isShow ? null : termsText(terms, site))
  const way = isOpen ? `Watch live on ${site.siteName}.` : unlockText(terms, { creator: row, site })
  const started = row.startedAt === null ? null : new Date(row.startedAt).toISOString()
  return {
    ...{ ...common, title, description: isShow ? `A group show on ${site.siteName}.` : way },
    data: {
      '@type': 'VideoObject',
      name: row.title,
      description: way,
      isAccessibleForFree: isOpen,
      author: { '@type': 'Person', name: by, url: site.publicUrl + pathOf(row) },
      ...(started !== null && {
        uploadDate: started,
        publication: { '@type': 'BroadcastEvent', isLiveBroadcast: true, startDate: started },
      }),
    },
  }
}
