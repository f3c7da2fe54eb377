import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { PageLocale, SitePage } from '@vesper/sync/vesper/api/pages.ts'
import { Page } from './entity.ts'
import { siteTexts } from './site-texts.ts'

/** All pages of the site in a language; in English, where one has no text in it. */
export async function sitePages(em: SqlEntityManager, locale: PageLocale): Promise<SitePage[]> {
  const written = await em.find(Page, { state: 'published', locale: { $in: ['en', locale] } })
  const pages = new Map<string, SitePage>()
  // Later ones take the place of earlier ones: English first, and what the operator wrote over what comes with Vesper.
  for (const language of new Set<PageLocale>(['en', locale])) {
    for (const page of siteTexts) if (page.locale === language) pages.set(page.slug, page)
    for (const page of written) if (page.locale === language) pages.set(page.slug, pageView(page))
  }
  return [...pages.values()]
}

/** The page with this id, or with this slug in a language; null when there is none. */
export async function sitePage(em: SqlEntityManager, name: string, locale: PageLocale): Promise<SitePage | null> {
  const pages = await sitePages(em, locale)
  return pages.find(({ _id, slug }) => slug === name || _id === name) ?? byId(em, name)
}

/** Ids name a page in its own language. */
async function byId(em: SqlEntityManager, id: string): Promise<SitePage | null> {
  const english = await sitePages(em, 'en')
  const arabic = await sitePages(em, 'ar')
  return [...english, ...arabic].find(({ _id }) => _id === id) ?? null
}

function pageView({ id, slug, locale, title, body, updatedAt }: Page): SitePage {
  return { _id: id, slug, locale, title, body, updatedAt: updatedAt.toISOString() }
}
