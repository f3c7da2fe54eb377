import { tabForms } from '../forms/form-draft-storage.ts'

/** A visitor's tap on Follow. `path`: the page on which it was made, where the login or sign-up leads back to. */
export type Intention = { creatorId: string; name: string; path: string }

const NAME = 'intention'

/** Keeps the intention in this tab. An address could be anybody's, so it says nothing about whom to follow. */
export function keepIntention(intention: Intention): void {
  tabForms.write(NAME, intention)
}

/** The intention of whoever is on the way back to `next`; null for none. */
export function intentionFor(next: string | undefined): Intention | null {
  const { creatorId, name, path } = tabForms.read(NAME)
  const isWhole = typeof creatorId === 'string' && typeof name === 'string' && typeof path === 'string'
  return isWhole && path === next ? { creatorId, name, path } : null
}

/** Drops the intention where a login leads to another page. */
export function leadTo(address: string): void {
  if (!intentionFor(address)) tabForms.remove(NAME)
}

/** True when the visitor meant to follow this creator, once for each intention. */
export function takeIntention(creatorId: string): boolean {
  const isMeant = tabForms.read(NAME)['creatorId'] === creatorId
  if (isMeant) tabForms.remove(NAME)
  return isMeant
}
