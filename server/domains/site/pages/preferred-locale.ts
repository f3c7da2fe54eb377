import { PAGE_LOCALES } from '@vesper/sync/vesper/api/pages.ts'
import type { PageLocale } from '@vesper/sync/vesper/api/pages.ts'

/** The language of the site that the header Accept-Language likes best; English without one. */
export function preferredLocale(header: string): PageLocale {
  const ranges = header.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2)
    return { language: range.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 }
  })
  const liked = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  const known = liked.map(({ language }) => PAGE_LOCALES.find((locale) => locale === language))
  return known.find((locale) => locale !== undefined) ?? 'en'
}
