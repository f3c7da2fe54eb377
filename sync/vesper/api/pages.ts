import * as v from 'valibot'
import { listOf, listQuery, queryChoice } from './fields.ts'

export const PAGE_LOCALES = ['en', 'ar'] as const
export type PageLocale = (typeof PAGE_LOCALES)[number]

export const PAGE_TITLE_MAX = 120
export const PAGE_BODY_MAX = 50_000

/** An address of a page: letters, digits and hyphens. */
export const PageSlug = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9][a-z0-9-]{1,59}$/, 'There is no such page.'),
)

const locale = v.optional(queryChoice(PAGE_LOCALES))

const PageHead = v.object({
  _id: v.string(),
  slug: v.string(),
  /** The language of the text: English, where there is none in the language asked for. */
  locale: v.picklist(PAGE_LOCALES),
  title: v.string(),
  updatedAt: v.string(),
})

/** `GET /posts/search`. */
export const PageQuery = v.object({ ...listQuery(['title', 'updatedAt']).entries, locale })
export const PageList = listOf(PageHead)

/** `GET /posts/{id}`, by id or slug. */
export const PageParams = v.object({ id: PageSlug })
export const PageLanguage = v.object({ locale })
/**
 * `body` has lines: `## ` begins a heading, `- ` an item of a list. An empty line ends a paragraph. A link is
 * `[text](address)`.
 */
export const SitePage = v.object({ ...PageHead.entries, body: v.string() })
export type SitePage = v.InferOutput<typeof SitePage>
