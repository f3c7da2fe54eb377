import { beginningOf, countText, DESCRIPTION_MAX, isoDuration } from '../../../content/heads/beginning-of.ts'
import { pathOf } from '../../../content/heads/head-creator.ts'
import { labelOf, offerData, priceText, termsText, unlockText } from '../../../content/heads/head-terms.ts'
import type { HeadSite } from '../../../content/heads/head-terms.ts'
import type { HeadPicture, PageHead } from '../../../infra/heads/public-page.ts'
import type { HeadAsset } from './asset-pages.ts'
import { dueOf } from './kinds.ts'

type Shown = { isOpen: boolean; picture: HeadPicture | null; path: string; site: HeadSite }

/** The head of the page of an asset. The title is on locked cards as well, its description on the open page alone. */
export function assetHead(row: HeadAsset, { isOpen, picture, path, site }: Shown): PageHead {
  const { creatorName: by, access, kind } = row
  const price = kind === 'product' || access === 'paid' ? dueOf(row) : null
  const terms = kind === 'product' ? priceText(row.price, site) : isOpen ? null : termsText({ access, price }, site)
  const title = labelOf(row.title.trim() === '' ? `A ${kind} by ${by}` : `${row.title} by ${by}`, terms)
  const said = isOpen ? beginningOf(row.description, DESCRIPTION_MAX) : ''
  const holds = contentOf(row)
  // The price of a product does not open it to strangers whom its access keeps out.
  const due = kind === 'product' && access !== 'paid' ? null : price
  const way = isOpen ? `See it on ${site.siteName}.` : unlockText({ access, price: due }, { creator: row, site })
  return {
    ...{ path, title, picture, type: kind === 'product' ? 'product' : kind === 'video' ? 'video.other' : 'article' },
    description: said === '' ? [...(holds === '' ? [] : [`${holds}.`]), way].join(' ') : said,
    data: {
      ...dataOf(row),
      name: row.title,
      ...(said !== '' && { description: said }),
      [kind === 'product' ? 'brand' : 'author']: { '@type': 'Person', name: by, url: site.publicUrl + pathOf(row) },
      ...(kind !== 'product' && { isAccessibleForFree: isOpen }),
      ...(price !== null && { offers: offerData(price, { site, path, isLeft: row.stock !== 0 }) }),
    },
  }
}

/** The content of an asset, as its card counts it. */
function contentOf({ kind, photoCount, type, files }: HeadAsset): string {
  if (kind === 'gallery') return countText({ photo: photoCount })
  if (kind === 'product') return type === 'digital' ? 'A download' : 'Sent to you'
  const ms = (files ?? []).find(({ role }) => role === 'main')?.durationMs ?? null
  return ms === null ? '' : `A video of ${lengthText(ms)}`
}

function dataOf({ kind, publishedAt, changedAt, files }: HeadAsset): object {
  if (kind === 'product') return { '@type': 'Product' }
  const published = new Date(publishedAt ?? changedAt).toISOString()
  const dates = { datePublished: published, dateModified: new Date(changedAt).toISOString() }
  if (kind === 'gallery') return { '@type': 'ImageGallery', ...dates }
  const ms = (files ?? []).find(({ role }) => role === 'main')?.durationMs ?? null
  return { '@type': 'VideoObject', ...dates, uploadDate: published, ...(ms !== null && { duration: isoDuration(ms) }) }
}

function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return `${minutes}:${String(rest).padStart(2, '0')} minutes`
}
