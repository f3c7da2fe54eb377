import type { ViewSource } from '@vesper/sync/vesper/api/view-sources.ts'

/** The parts of the router that are listened to. */
type Router = {
  subscribe: (
    event: 'onBeforeNavigate',
    hear: (moved: { pathChanged: boolean; fromLocation?: { pathname: string } | undefined }) => void,
  ) => () => void
}

const places: Readonly<Record<string, ViewSource>> = {
  ...{ '': 'home', home: 'home', explore: 'explore', search: 'search', messages: 'message' },
  // Lists that stand for no place of their own.
  ...{ bookmarks: 'other', following: 'other', notifications: 'other', purchases: 'other' },
}

/** The page before the present one in this visit; null on the first. */
let origin: string | null = null

/** Notes from which page the app comes to the next. */
export function noteOrigin(router: Router): void {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) origin = fromLocation.pathname
  })
}

/** The place of the app where something on the page is seen; the page of one thing stands for the place that led there. */
export function viewSource(pathname = location.pathname, from = origin): ViewSource {
  const [first = '', second] = pathname.split('/').filter((part) => part !== '')
  const known = places[first]
  if (known) return known
  if (second === undefined) return 'creator'
  if (first !== 'posts') return 'other'
  return from === null ? 'link' : from.startsWith('/posts/') ? 'other' : viewSource(from)
}
