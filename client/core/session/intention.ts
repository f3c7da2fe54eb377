import { tabForms } from '../forms/form-draft-storage.ts'
import { currentScope } from './current-scope.ts'
import { $user } from './model.ts'

const purposes = ['follow', 'subscribe', 'buy', 'like', 'bookmark', 'comment', 'message'] as const
type Purpose = (typeof purposes)[number]

/**
 * The meaning of a visitor's tap, which an account is asked for. `id`: the creator to follow, to subscribe to or to write to,
 * or the thing to buy, like, bookmark or comment on. `name`: that of the creator; empty where none is known. `path`: the page where the login or sign-up leads back to.
 */
export type Intention = { purpose: Purpose; id: string; name: string; path: string }

const NAME = 'intention'
/** So long (milliseconds) a tap means something; whoever comes later may be somebody else. */
const KEPT_MS = 1_800_000

/** Keeps the intention in this tab. An address could be anybody's, so it says nothing about whom to follow or what to buy. */
export function keepIntention(intention: Intention): void {
  tabForms.write(NAME, { ...intention, at: Date.now() })
}

/** The intention of whoever is on the way back to `next`; null for none. */
export function intentionFor(next: string | undefined): Intention | null {
  const kept = keptIntention()
  return kept?.path === next ? kept : null
}

/**
 * `account` has signed in within this tab, and goes on to `address`: from now on it may take the intention that belongs there. One of
 * another page is dropped.
 */
export function leadTo(address: string, account: string): void {
  if (intentionFor(address)) tabForms.write(NAME, { ...tabForms.read(NAME), ledAccount: account })
  else tabForms.remove(NAME)
}

/**
 * True when the visitor meant this, once for each intention, and for the account alone that a login of this tab has led here: whoever
 * signs in from another tab may be somebody else.
 */
export function takeIntention(purpose: Purpose, id: string): boolean {
  const kept = keptIntention()
  const isLed = kept !== null && tabForms.read(NAME)['ledAccount'] === currentScope().getState($user)?._id
  const isMeant = isLed && kept.purpose === purpose && kept.id === id
  if (isMeant) tabForms.remove(NAME)
  return isMeant
}

function keptIntention(): Intention | null {
  const { purpose: said, id, name, path, at } = tabForms.read(NAME)
  const age = typeof at === 'number' ? Date.now() - at : Infinity
  // The clock of a device may have been set back meanwhile.
  if (age < 0 || age >= KEPT_MS) return null
  const purpose = purposes.find((known) => known === said)
  const isWhole = purpose && typeof id === 'string' && typeof name === 'string' && typeof path === 'string'
  return isWhole ? { purpose, id, name, path } : null
}
