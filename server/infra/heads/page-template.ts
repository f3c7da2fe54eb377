/** Puts a head into the app's page. */
export type PageTemplate = (head: { html: string; isWhole: boolean }) => string

/**
 * Reads the app's page. A head that is `isWhole` takes the place of the title and the description that the page was built
 * with; another one stands beside them.
 */
export function pageTemplate(html: string): PageTemplate {
  const title = /<title>[^<]*<\/title>/i.exec(html)
  if (!title) throw new Error('the page of the app has no title')
  const before = html.slice(0, title.index)
  const after = html.slice(title.index + title[0].length)
  const bare = after.replace(/\s*<meta\s+name="description"\s+content="[^"]*"\s*\/?>/i, '')
  return (head) => (head.isWhole ? before + head.html + bare : `${before}${title[0]}\n    ${head.html}${after}`)
}
