import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PageLanguage, PageList, PageParams, PageQuery, SitePage } from '@vesper/sync/vesper/api/pages.ts'
import { folded } from '@vesper/sync/vesper/records/folded-text.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { preferredLocale } from './preferred-locale.ts'
import { sitePage, sitePages } from './queries.ts'

const tag = 'Site pages'
const limits = [{ points: 120, seconds: 60, by: 'account' as const }]

const searchRoute = route({
  method: 'GET',
  path: '/posts/search',
  who: 'any',
  staysOpen: true,
  limits,
  tag,
  summary: 'The pages of the site in a language: terms, privacy, help',
  query: PageQuery,
  answer: PageList,
  async handle({ app, query, acceptLanguage }) {
    const { q, current, pageSize, sortBy, sort } = query
    const locale = query.locale ?? preferredLocale(acceptLanguage)
    const pages = await sitePages(app.orm.em.fork(), locale)
    const { compare } = new Intl.Collator(locale)
    const found = pages
      .filter(({ title }) => folded(title).includes(folded(q)))
      .sort((a, b) => compare(a[sortBy], b[sortBy]) || compare(a.slug, b.slug))
    if (sort === 'desc') found.reverse()
    const data = found.slice((current - 1) * pageSize, current * pageSize)
    return { data: data.map(headOf), total: found.length }
  },
})

const pageRoute = route({
  method: 'GET',
  path: '/posts/{id}',
  who: 'any',
  staysOpen: true,
  limits,
  tag,
  summary: 'A page of the site by id or slug, in the language of `locale` or Accept-Language, else in English',
  params: PageParams,
  query: PageLanguage,
  answer: SitePage,
  async handle({ app, params, query, acceptLanguage }) {
    const locale = query.locale ?? preferredLocale(acceptLanguage)
    const page = await sitePage(app.orm.em.fork(), params.id, locale)
    if (!page) throw new Refusal('not-found', 'There is no such page.')
    return page
  },
})

function headOf({ _id, slug, locale, title, updatedAt }: SitePage): Omit<SitePage, 'body'> {
  return { _id, slug, locale, title, updatedAt }
}

export const pageRoutes: Route[] = [searchRoute, pageRoute]
