import * as v from 'valibot'
import { CATEGORIES } from '../records/creator-details.ts'
import { isVisible } from '../records/visible-text.ts'
import { shown, storable } from './fields.ts'
import { PublicCategory } from './public-category.ts'

export const CATEGORY_LABEL_MAX = 40

const Label = v.nullable(
  v.pipe(
    v.string(),
    shown,
    v.trim(),
    v.maxLength(CATEGORY_LABEL_MAX, 'A name has at most 40 characters.'),
    v.regex(/^[^\n\r\t]*$/, 'A name is one line.'),
    storable,
    v.transform((text) => (isVisible(text) ? text : null)),
  ),
)
const Code = v.picklist<readonly string[], string>(CATEGORIES, 'Choose a category of the list.')

/** All categories in their order. One that is merged leads to one that is not; at least one is offered. */
export const SiteCategories = v.pipe(
  v.array(v.object({ ...PublicCategory.entries, code: Code, en: Label, ar: Label, mergedInto: v.nullable(Code) })),
  v.maxLength(CATEGORIES.length),
  v.check((rows) => new Set(rows.map(({ code }) => code)).size === rows.length, 'Each category stands there once.'),
  v.check(
    (rows) => rows.every(({ mergedInto: into }) => into === null || isTarget(rows, into)),
    'Merge a category into one that is not merged itself.',
  ),
  v.check(
    (rows) => rows.length === 0 || rows.some(({ isHidden, mergedInto }) => !isHidden && mergedInto === null),
    'Leave one category that creators can choose.',
  ),
)

/** `GET /desk/categories`: all of them in their order. */
export const DeskCategories = v.object({ version: v.number(), categories: v.array(PublicCategory) })
export type DeskCategories = v.InferOutput<typeof DeskCategories>

/** `PUT /desk/categories`. `version`: of the list that the person saw. */
export const SaveCategories = v.object({
  version: v.pipe(v.number('Give the version of the categories.'), v.integer(), v.minValue(0)),
  categories: SiteCategories,
})

function isTarget(rows: readonly PublicCategory[], code: string): boolean {
  return rows.some((row) => row.code === code && row.mergedInto === null)
}
