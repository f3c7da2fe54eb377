import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'
import { pageBefore } from '../../core/page/page-before.ts'

const places: Readonly<Record<string, ViewSource>> = {
  ...{ '': 'home', home: 'home', explore: 'explore', search: 'search', messages: 'message' },
  // Lists that stand for no place of their own.
  ...{ bookmarks: 'other', following: 'other', notifications: 'other', purchases: 'other', cart: 'other' },
}

/** The first segments of pages of one thing. */
const THINGS: ReadonlySet<string> = new Set(['posts', 'galleries', 'videos', 'products'])

/** The place of the app where something on the page is seen; the page of one thing stands for the place that led there. */
export function viewSource(pathname = location.pathname, from = pageBefore()): ViewSource {
  const [first = '', second] = pathname.split('/').filter((part) => part !== '')
  const known = places[first]
  if (known) return known
  if (second === undefined) return 'creator'
  if (!THINGS.has(first)) return 'other'
  if (from === null) return 'link'
  const [, before = ''] = from.split('/')
  return THINGS.has(before) ? 'other' : viewSource(from)
}
