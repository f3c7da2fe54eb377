/** `isWhole`: it takes the place of the title and the description that the page was built with. */
export type Head = { html: string; isWhole: boolean }

/** Puts a head into the app's page, lines at the end of its head and of its body, and a first look before the app. */
export type PageTemplate = (parts: { head: Head | null; links?: string; look?: string; body?: string }) => string

/**
 * Links, the first look, and what the app reads stand before these. The look stands behind what says that the line broke off,
 * and before the style sheet, which would hold it up.
 */
const PLACES = ['</head>', '<link rel="stylesheet"', '</body>'] as const

/** Reads the app's page. Throws for one without a title. */
export function pageTemplate(html: string): PageTemplate {
  const title = /<title>[^<]*<\/title>/i.exec(html)
  if (!title) throw new Error('the page of the app has no title')
  const before = html.slice(0, title.index)
  const after = html.slice(title.index + title[0].length)
  const bare = after.replace(/\s*<meta\s+name="description"\s+content="[^"]*"\s*\/?>/i, '')
  return ({ head, links = '', look = '', body = '' }) => {
    const rest = PLACES.reduce(
      (page, place, at) => insertBefore(page, place, [links, look, body][at] ?? ''),
      head?.isWhole ? bare : after,
    )
    if (head === null) return `${before}${title[0]}${rest}`
    return head.isWhole ? before + head.html + rest : `${before}${title[0]}\n    ${head.html}${rest}`
  }
}

/** Puts text before a closing tag, and at the end of a page that leaves it out. */
function insertBefore(html: string, tag: string, text: string): string {
  const at = html.indexOf(tag)
  return at < 0 ? html + text : html.slice(0, at) + text + html.slice(at)
}
