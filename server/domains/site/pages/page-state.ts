import { createHash } from 'node:crypto'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { NEW_PAGE } from '@vesper/sync/vesper/api/desk-pages.ts'
import type { PageLocale, SitePage } from '@vesper/sync/vesper/api/pages.ts'
import { Page } from './entity.ts'
import { siteTexts } from './site-texts.ts'

export type PageName = { slug: string; locale: PageLocale }

/** The texts of one page: of the operator, and the one that comes with Vesper. */
export type PageState = { draft: Page | null; published: Page | null; builtIn: SitePage | null }

/** The subject of a page in the audit. */
export function pageId({ slug, locale }: PageName): string {
  return `${slug}.${locale}`
}

export async function pageState(em: SqlEntityManager, { slug, locale }: PageName): Promise<PageState> {
  const rows = await em.find(Page, { slug, locale })
  return stateOf(rows, { slug, locale })
}

export function stateOf(rows: readonly Page[], name: PageName): PageState {
  const own = rows.filter(({ slug, locale }) => slug === name.slug && locale === name.locale)
  return {
    draft: own.find(({ state }) => state === 'draft') ?? null,
    published: own.find(({ state }) => state === 'published') ?? null,
    builtIn: siteTexts.find(({ slug, locale }) => slug === name.slug && locale === name.locale) ?? null,
  }
}

/** Names the texts that stand. The same texts again have the same version: nobody's words are lost then. */
export function versionOf({ draft, published, builtIn }: PageState): string {
  if (!draft && !published) return builtIn ? 'built-in' : NEW_PAGE
  const texts = [draft, published].map((page) => page && [page.title, page.body])
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)
}
