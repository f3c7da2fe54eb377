import { tabForms } from '../forms/form-draft-storage.ts'

const purposes = ['follow', 'subscribe', 'buy', 'like', 'bookmark', 'comment', 'message'] as const
type Purpose = (typeof purposes)[number]

/**
 * The meaning of a visitor's tap, which an account is asked for. `id`: the creator to follow, to subscribe to or to write to,
 * or the thing to buy, like, bookmark or comment on. `name`: that of the creator; empty where none is known. `path`: the page where the login or sign-up leads back to.
 */
export type Intention = { purpose: Purpose; id: string; name: string; path: string }

const NAME = 'intention'

/** Keeps the intention in this tab. An address could be anybody's, so it says nothing about whom to follow or what to buy. */
export function keepIntention(intention: Intention): void {
  tabForms.write(NAME, intention)
}

/** The intention of whoever is on the way back to `next`; null for none. */
export function intentionFor(next: string | undefined): Intention | null {
  const kept = keptIntention()
  return kept?.path === next ? kept : null
}

/** Drops the intention where a login leads to another page. */
export function leadTo(address: string): void {
  if (!intentionFor(address)) tabForms.remove(NAME)
}

/** True when the visitor meant this, once for each intention. */
export function takeIntention(purpose: Purpose, id: string): boolean {
  const kept = keptIntention()
  const isMeant = kept?.purpose === purpose && kept.id === id
  if (isMeant) tabForms.remove(NAME)
  return isMeant
}

function keptIntention(): Intention | null {
  const { purpose: said, id, name, path } = tabForms.read(NAME)
  const purpose = purposes.find((known) => known === said)
  const isWhole = purpose && typeof id === 'string' && typeof name === 'string' && typeof path === 'string'
  return isWhole ? { purpose, id, name, path } : null
}
