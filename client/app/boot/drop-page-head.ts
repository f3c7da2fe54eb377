/** The parts of the router that are listened to. */
type Router = {
  subscribe: (
    event: 'onResolved',
    hear: (moved: { pathChanged: boolean; fromLocation?: unknown }) => void,
  ) => () => void
}

/**
 * Removes the lines that the server wrote into the head for the first page, once another one is shown: browsers share the
 * address that stands there.
 */
export function dropPageHead(router: Router): void {
  const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    for (const line of document.head.querySelectorAll('[data-head]')) line.remove()
    stop()
  })
}
