import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskPage, DeskPageHead } from '@vesper/sync/vesper/api/desk-pages.ts'
import { Page } from '../entity.ts'
import { pageId, pageState, stateOf, versionOf } from '../page-state.ts'
import type { PageName, PageState } from '../page-state.ts'
import { siteTexts } from '../site-texts.ts'

/** All pages of the site in all languages, by address. */
export async function deskPages(em: SqlEntityManager): Promise<DeskPageHead[]> {
  const rows = await em.find(Page, {})
  const names = new Map([...siteTexts, ...rows].map(({ slug, locale }) => [pageId({ slug, locale }), { slug, locale }]))
  const heads = [...names.values()].flatMap((name) => {
    const page = headOf(name, stateOf(rows, name))
    return page ? [page] : []
  })
  return heads.sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** One page as staff edit it; null when there is none. */
export async function deskPage(em: SqlEntityManager, name: PageName): Promise<DeskPage | null> {
  const state = await pageState(em, name)
  const head = headOf(name, state)
  return head && { ...head, body: shownOf(state)?.body ?? '', version: versionOf(state) }
}

function headOf(name: PageName, state: PageState): DeskPageHead | null {
  const shown = shownOf(state)
  if (!shown) return null
  const { draft, published, builtIn } = state
  return {
    ...{ _id: pageId(name), ...name, title: shown.title },
    standing: published ? 'published' : builtIn ? 'built-in' : 'draft',
    ...{ hasDraft: draft !== null, isSpecial: builtIn !== null },
    updatedAt: new Date(shown.updatedAt).toISOString(),
  }
}

function shownOf({ draft, published, builtIn }: PageState) {
  return draft ?? published ?? builtIn
}
