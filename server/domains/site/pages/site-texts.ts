import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_LOCALES } from '@vesper/sync/vesper/api/pages.ts'
import type { PageLocale, SitePage } from '@vesper/sync/vesper/api/pages.ts'
import { v5 } from 'uuid'
import { parsePage } from './parse-page.ts'

const SLUGS = ['help', 'terms', 'privacy', 'about'] as const
const NAMESPACE = '7d0e0a3c-5f0b-4b43-9f57-2f1f3a9a6c11'
/** When the texts last changed: those who read them see the date. */
const CHANGED = '2026-11-26T00:00:00.000Z'

/** The pages that come with Vesper. A page of the operator takes the place of the one with its slug and language. */
export const siteTexts: readonly SitePage[] = PAGE_LOCALES.flatMap((locale) => SLUGS.map((slug) => read(slug, locale)))

function read(slug: string, locale: PageLocale): SitePage {
  const text = readFileSync(join(import.meta.dirname, 'texts', locale, `${slug}.md`), 'utf8')
  return { _id: v5(`${slug}.${locale}`, NAMESPACE), slug, locale, ...parsePage(text), updatedAt: CHANGED }
}
