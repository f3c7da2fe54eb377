import { createEvent, createStore } from 'effector'
import { accountKey, readStoredValue, removeStored, store } from '../storage/stored-values.ts'
import type { Session } from './model.ts'

/** The account of this scope is suspended, or is so no more. */
export const suspensionTold = createEvent<boolean>()
/** True while the server answers the account with its suspension alone, as far as this device has heard. */
export const $suspended = createStore(false).on(suspensionTold, (_, isSuspended) => isSuspended)

const keyOf = (account: string) => accountKey('suspended', account)

/** Tells if this device has heard of the suspension of the session's account, also without a line. */
export function isKnownSuspended(session: Session): boolean {
  return session.state === 'signed-in' && Boolean(readStoredValue(keyOf(session.user._id)))
}

/** Keeps what the server says for a start without a line, and for other tabs. */
export function keepSuspension(account: string, isSuspended: boolean): void {
  const key = keyOf(account)
  if (Boolean(readStoredValue(key)) === isSuspended) return
  if (isSuspended) store(key, '1')
  else removeStored(key)
}
