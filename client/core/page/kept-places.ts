import { readStoredJson, removeStored, storeJson } from '../storage/stored-values.ts'

/** Where a page stood when its user left it. Distances are in CSS pixels. */
export type Place = {
  top: number
  /** The item of a list (`data-place`) that the user read or pressed, and how far below the top of the window it began. */
  item: { id: string; top: number } | null
  /** How far each scroller within the page (`data-scroller`) was scrolled. */
  scrollers: Record<string, number>
  /** How much each growing list showed. */
  counts: Record<string, number>
}

const KEY = 'vesper-places'
const PLACES_MAX = 50

/** How much the growing lists of the page that is open show, by their names. */
export const shownCounts = new Map<string, number>()

/** The place at an entry of the tab's history; undefined for an entry that nobody has left yet. */
export function placeAt(entry: string | undefined): Place | undefined {
  return entry === undefined ? undefined : stored()[entry]
}

/** Keeps the place for Back and for a reload of the tab; the 50 that were kept last stay. */
export function keepPlace(entry: string, place: Place): void {
  const { [entry]: _, ...others } = stored()
  const latest = [...Object.entries(others), [entry, place]].slice(-PLACES_MAX)
  storeJson(KEY, Object.fromEntries(latest), 'sessionStorage')
}

export function forgetPlaces(): void {
  removeStored(KEY, 'sessionStorage')
}

/** The entry of the tab's history that is open, as the router names it. */
export function openEntry(): string | undefined {
  const state = history.state as { __TSR_key?: string } | null
  return state?.__TSR_key
}

function stored(): Record<string, Place> {
  const places = readStoredJson(KEY, 'sessionStorage')
  return places && typeof places === 'object' ? (places as Record<string, Place>) : {}
}
