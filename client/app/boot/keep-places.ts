import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { forgetPlaces, keepPlace, openEntry, placeAt } from '../../core/page/kept-places.ts'
import { readPlace, restorePlace, scrollersShown } from '../../core/page/restore-place.ts'
import type { Restoring } from '../../core/page/restore-place.ts'
import { signedInUser } from '../../core/session/session.ts'

/**
 * Keeps the place of each page that its user leaves, and returns to it with Back, Forward and a reload of the tab. The router
 * restores the distance alone, at once, when the lists are still empty; so it leaves these pages to this.
 */
export function keepPlaces(router: AnyRouter): void {
  let restoring: Restoring | undefined
  let before = new Set<Element>()
  let viewer = viewerNow()
  const keep = () => {
    if (viewer !== viewerNow()) {
      viewer = viewerNow()
      return forgetPlaces()
    }
    const entry = entryOf(router.stores.resolvedLocation.get())
    // A page that is still on its way has no place of its own: the kept one stays.
    if (entry !== undefined && !restoring?.isPending()) keepPlace(entry, readPlace())
  }
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) => {
    if (!fromLocation || entryOf(fromLocation) === entryOf(toLocation)) return
    before = new Set(scrollersShown().map(({ element }) => element))
    keep()
    restoring?.giveUp()
  })
  let shown: string | undefined
  router.subscribe('onRendered', ({ toLocation }) => {
    const entry = entryOf(toLocation)
    const place = entry === shown ? undefined : placeAt(entry)
    shown = entry
    if (place) restoring = restorePlace(place, before)
  })
  addEventListener('pagehide', keep)
  // A phone ends a page that is out of sight without a word.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep())
}

/** True when the router itself scrolls a page: to its top, or to a heading. */
export function isNewPlace(): boolean {
  return placeAt(openEntry()) === undefined
}

/** A login and a logout end the places of the user before. */
function viewerNow(): string | undefined {
  return signedInUser()?._id
}

function entryOf(location: ParsedLocation | undefined): string | undefined {
  return location?.state.__TSR_key
}
