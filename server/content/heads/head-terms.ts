import type { App } from '../../app.ts'
import type { Item } from '../access.ts'
import type { HeadCreator } from './head-creator.ts'

/** The site as heads of pages name it. */
export type HeadSite = { publicUrl: string; siteName: string; currency: string; tokenValue: number }

export async function headSite({ settings, config }: Pick<App, 'settings' | 'config'>): Promise<HeadSite> {
  const { siteName, currency, tokenValue } = await settings.read()
  return { publicUrl: config.publicUrl, siteName, currency, tokenValue }
}

/** The terms on which a thing opens: `price` in tokens, null where it is not sold. */
export type Terms = { access: Item['access']; price: number | null }

/** The terms in a title, such as `30 tokens ($1.50)`; null for what is open to everybody. */
export function termsText({ access, price }: Terms, site: HeadSite): string | null {
  if (price !== null) return priceText(price, site)
  if (access === 'public') return null
  return access === 'followers' ? 'for followers' : 'for subscribers'
}

/** A title with the terms behind it, where there are some. */
export function labelOf(title: string, terms: string | null): string {
  return terms === null ? title : `${title} · ${terms}`
}

/** The way to open a locked thing, in a sentence. */
export function unlockText(
  { access, price }: Terms,
  { creator, site }: { creator: HeadCreator; site: HeadSite },
): string {
  const { creatorName: name, monthlyPrice } = creator
  if (price !== null) return `Unlock for ${priceText(price, site)} on ${site.siteName}.`
  if (access === 'followers') return `Follow ${name} on ${site.siteName} to open it.`
  return monthlyPrice === null
    ? `Subscribe to ${name} on ${site.siteName} to open it.`
    : `Subscribe to ${name} from ${moneyText(monthlyPrice, site)} a month on ${site.siteName} to open it.`
}

/** Tokens with their worth. */
export function priceText(tokens: number, site: HeadSite): string {
  return `${tokens === 1 ? '1 token' : `${tokens.toLocaleString('en')} tokens`} (${moneyText(centsOf(tokens, site), site)})`
}

/** An amount of whole cents. */
export function moneyText(cents: number, { currency }: HeadSite): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100)
}

/** The offer of JSON-LD for a thing at a price in tokens. */
export function offerData(
  tokens: number,
  { site, path, isLeft = true }: { site: HeadSite; path: string; isLeft?: boolean },
): object {
  return {
    '@type': 'Offer',
    price: (centsOf(tokens, site) / 100).toFixed(2),
    priceCurrency: site.currency,
    availability: `https://schema.org/${isLeft ? 'InStock' : 'OutOfStock'}`,
    url: site.publicUrl + path,
  }
}

function centsOf(tokens: number, { tokenValue }: HeadSite): number {
  return Math.round(tokens * Math.round(tokenValue * 100))
}
