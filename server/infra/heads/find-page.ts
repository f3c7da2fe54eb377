import { PAGE_SEGMENTS } from '@vesper/sync/vesper/api/username.ts'
import type { PublicPage } from './public-page.ts'

/** Pages without a name in their address that are for everybody. */
export const OPEN_PAGES = ['/', '/explore', '/live', '/help', '/terms', '/privacy', '/contact', '/pages'] as const

/** The longest name in an address that is looked up: ids, usernames and slugs are shorter. */
const NAME_MAX = 200

/**
 * The page at an address. `named`: one with a name that is to be looked up. `open`: one for everybody, by its path.
 * `private`: one of the app that no stranger reads. Null: the app has no such page.
 */
export type FoundPage =
  | { kind: 'named'; page: PublicPage; name: string }
  | { kind: 'open'; path: string }
  | { kind: 'private' }

const segments: ReadonlySet<string> = new Set(PAGE_SEGMENTS)
const open: ReadonlySet<string> = new Set(OPEN_PAGES)

/** Finds the page at a path, as the client's router does. A path that cannot be decoded has none. */
export function findPage(pages: readonly PublicPage[], path: string): FoundPage | null {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (open.has(bare)) return { kind: 'open', path: bare }
  const [, first = '', name, ...rest] = bare.split('/')
  const page = pages.find(({ prefix }) => prefix === (name === undefined ? '/' : `/${first}/`))
  const isNamed = page !== undefined && rest.length === 0 && (name !== undefined || !segments.has(first))
  const hasNames = pages.some(({ prefix }) => prefix === `/${first}/`)
  if (!isNamed) return segments.has(first) && !hasNames ? { kind: 'private' } : null
  const decoded = decodedName(name ?? first)
  return decoded === null ? null : { kind: 'named', page, name: decoded }
}

function decodedName(segment: string): string | null {
  try {
    const name = decodeURIComponent(segment)
    return name === '' || name.length > NAME_MAX || name.includes('\0') ? null : name
  } catch {
    return null
  }
}
