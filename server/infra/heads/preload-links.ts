import type { PageFiles } from '@vesper/sync/vesper/page-files.ts'
import type { StaticFiles } from '../http/static/static-files.ts'

/** `isVisitor`: nobody is signed in in this browser. `acceptLanguage`: the header of the request. */
export type Visit = { path: string; isVisitor: boolean; acceptLanguage: string }

/** The scripts of all pages, as the built client tells; null without one. */
export function filesOfPages(client: StaticFiles): PageFiles | null {
  const told = client.get('/page-files.json')
  return told ? (JSON.parse(told.bodies.identity.toString()) as PageFiles) : null
}

/**
 * The lines that have a browser load the scripts of a page at once, while the app itself is on its way. A page that the app
 * does not know has none.
 */
export function preloadLinks({ pages, frames, texts }: PageFiles, { path, isVisitor, acceptLanguage }: Visit): string {
  // There the start leads a visitor.
  const route = routeAt(Object.keys(pages), path === '/' && isVisitor ? '/auth/login' : path)
  const page = route === null ? undefined : pages[route]
  if (!page) return ''
  const around =
    page.frame === 'page' ? frames[isVisitor ? 'visitor' : 'account'] : page.frame ? frames[page.frame] : []
  const languages = texts[languageOf(Object.keys(texts), acceptLanguage)] ?? {}
  const words = page.catalogues.flatMap((name) => languages[name] ?? [])
  return [...new Set([...around, ...words, ...page.files])]
    .map((file) => `<link rel="modulepreload" href="${file}" />`)
    .join('')
}

/** The route of a path as the client's router finds it: a fixed segment before a named one. */
export function routeAt(routes: readonly string[], path: string): string | null {
  const segments = path.split('/').filter(Boolean)
  const matching = routes.filter((route) => {
    const parts = route.split('/').filter(Boolean)
    return parts.length === segments.length && parts.every((part, at) => part.startsWith('$') || part === segments[at])
  })
  const named = (route: string) =>
    route
      .split('/')
      .map((part) => (part.startsWith('$') ? 1 : 0))
      .join('')
  return matching.toSorted((one, other) => named(one).localeCompare(named(other)))[0] ?? null
}

/** The first language of the browser that there is; English else. */
function languageOf(known: readonly string[], acceptLanguage: string): string {
  const wanted = acceptLanguage.split(',').map((entry) => entry.trim().split(/[-;]/)[0]?.toLowerCase() ?? '')
  return wanted.find((code) => known.includes(code)) ?? 'en'
}
