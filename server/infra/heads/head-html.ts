import { SHARED } from '../files/uploads/purposes.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { PageHead } from './public-page.ts'

/** `picture`: the whole address of the shared picture, null for none. */
type Shown = { head: PageHead; publicUrl: string; siteName: string; picture: string | null }

/** The lines of a head for search engines and previews of links. The app removes all that is marked once it leaves the page. */
export function headHtml({ head, publicUrl, siteName, picture }: Shown): string {
  const url = publicUrl + head.path
  const { title, description } = head
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(head.isUnlisted ? [NO_INDEX] : []),
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}" data-head />`,
    ...Object.entries({
      'og:site_name': siteName,
      'og:type': head.type,
      'og:title': title,
      'og:description': description,
      'og:url': url,
      ...(picture !== null && { 'og:image': picture, 'og:image:type': 'image/jpeg' }),
      ...(picture !== null && {
        'og:image:width': String(SHARED.width),
        'og:image:height': String(SHARED.height),
        'og:image:alt': title,
      }),
    }).map(([name, content]) => meta('property', name, content)),
    ...Object.entries({
      'twitter:card': picture === null ? 'summary' : 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      ...(picture !== null && { 'twitter:image': picture, 'twitter:image:alt': title }),
    }).map(([name, content]) => meta('name', name, content)),
    ...(head.data ? [dataScript({ ...head.data, url, ...(picture !== null && pictureOf(head.data, picture)) })] : []),
  ].join('\n    ')
}

/** The line that keeps a page out of search engines. */
export const NO_INDEX = '<meta name="robots" content="noindex" data-head />'

/** The line of a page for everybody that has no head of its own. */
export function canonicalHtml(publicUrl: string, path: string): string {
  return `<link rel="canonical" href="${escapeHtml(publicUrl + path)}" data-head />`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" data-head />`
}

/** Videos have thumbnails, all other things pictures. */
function pictureOf(data: NonNullable<PageHead['data']>, picture: string): Record<string, string> {
  return data['@type'] === 'VideoObject' ? { thumbnailUrl: picture } : { image: picture }
}

/** Data, which no browser runs. Nothing in it ends the element or begins another one. */
function dataScript(data: object): string {
  const json = jsonInHtml({ '@context': 'https://schema.org', ...data })
  return `<script type="application/ld+json" data-head>${json}</script>`
}

/** JSON that can stand in a script element. */
export function jsonInHtml(data: object): string {
  return JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
