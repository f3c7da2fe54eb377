import { tabForms } from '../forms/form-draft-storage.ts'
import { accountKey, readStoredJson, removeStored, storedKeys, storeJson } from '../storage/stored-values.ts'
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
 * `account` has been made in this tab on the way to `next`, and has to confirm its address, maybe in another tab of this browser. The
 * intention waits there for this account alone, half an hour from now: a mail takes minutes, and whoever comes back on another day is
 * better asked. A shared device forgets it as soon.
 */
export function keepForAccount(account: string, next: string | undefined): void {
  for (const key of storedKeys(accountKey(NAME, ''))) if (!intentionOf(storedAt(key))) removeStored(key)
  const kept = intentionFor(next)
  if (kept) storeJson(accountKey(NAME, account), { ...kept, at: Date.now() })
}

/** The page of what `account` meant before it confirmed its address; null for none. */
export function pathKeptFor(account: string): string | null {
  return intentionOf(storedAt(accountKey(NAME, account)))?.path ?? null
}

/**
 * `account` has signed in within this tab, and goes on to `address`: from now on it may take the intention that belongs there, also one
 * that waited for it. One of another page is dropped.
 */
export function leadTo(address: string, account: string): void {
  const key = accountKey(NAME, account)
  const waiting = storedAt(key)
  removeStored(key)
  const values = [tabForms.read(NAME), waiting].find((each) => intentionOf(each)?.path === address)
  if (values) tabForms.write(NAME, { ...values, ledAccount: account })
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
  return intentionOf(tabForms.read(NAME))
}

function storedAt(key: string): Record<string, unknown> {
  const values = readStoredJson(key)
  return typeof values === 'object' ? { ...values } : {}
}

/** Null where it is none, or too old. */
function intentionOf({ purpose: said, id, name, path, at }: Record<string, unknown>): Intention | null {
  const age = typeof at === 'number' ? Date.now() - at : Infinity
  // The clock of a device may have been set back meanwhile.
  if (age < 0 || age >= KEPT_MS) return null
  const purpose = purposes.find((known) => known === said)
  const isWhole = purpose && typeof id === 'string' && typeof name === 'string' && typeof path === 'string'
  return isWhole ? { purpose, id, name, path } : null
}
