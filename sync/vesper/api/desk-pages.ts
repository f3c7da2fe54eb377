import * as v from 'valibot'
import { plainText } from '../records/visible-text.ts'
import { listOf, shown, storable, visible } from './fields.ts'
import { PAGE_BODY_MAX, PAGE_LOCALES, PAGE_TITLE_MAX, PageSlug } from './pages.ts'

/** The texts that visitors see: the one that comes with Vesper, one of the operator, or none as long as there is a draft alone. */
export const pageStandings = ['built-in', 'published', 'draft'] as const

/** The version of a page that does not exist yet. */
export const NEW_PAGE = 'new'

const head = {
  slug: v.string(),
  locale: v.picklist(PAGE_LOCALES),
  title: v.string(),
  standing: v.picklist(pageStandings),
  /** A draft stands beside the text that visitors see. */
  hasDraft: v.boolean(),
  /** The page comes with Vesper, and cannot be deleted: other pages lead to it. */
  isSpecial: v.boolean(),
  updatedAt: v.string(),
}

/** A page of the site in one language, as staff see it. */
export const DeskPageHead = v.object({ _id: v.string(), ...head })
export type DeskPageHead = v.InferOutput<typeof DeskPageHead>
/** `GET /desk/pages`: all of them. */
export const DeskPageList = listOf(DeskPageHead)

/** `title` and `body`: of the draft where there is one. `version` names the texts that stand. */
export const DeskPage = v.object({ _id: v.string(), ...head, body: v.string(), version: v.string() })
export type DeskPage = v.InferOutput<typeof DeskPage>

export const DeskPageParams = v.object({ slug: PageSlug, locale: v.picklist(PAGE_LOCALES, 'Choose a language.') })

const seen = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/, 'Give the version of the page.'))
export const SeenPage = v.object({ version: seen })

/** `PUT /desk/pages/{slug}/{locale}`: keeps a draft, or publishes the text at once. */
export const SaveDeskPage = v.object({
  version: seen,
  title: v.pipe(
    v.string('Give a title.'),
    shown,
    v.trim(),
    visible('Give a title.'),
    v.maxLength(PAGE_TITLE_MAX, 'The title has at most 120 characters.'),
    v.regex(/^[^\n\r]*$/, 'A title is one line.'),
    storable,
  ),
  body: v.pipe(
    v.string('The page has no text.'),
    v.transform(plainText),
    v.trim(),
    visible('The page has no text.'),
    v.maxLength(PAGE_BODY_MAX, 'The text has at most 50,000 characters.'),
  ),
  isPublished: v.boolean(),
})
