import { currentScope } from './current-scope.ts'
import { emit } from './emit-in-scope.ts'
import { currentSession, signedInUser } from './session.ts'
import { $suspended, isKnownSuspended, keepSuspension, suspensionTold } from './suspension.ts'

/** The server has answered a call of `account`, with its suspension or with more than a suspended account gets. */
export function noteSuspension(account: string, isSuspended: boolean): void {
  if (signedInUser()?._id !== account) return
  keepSuspension(account, isSuspended)
  if (currentScope().getState($suspended) !== isSuspended) emit(suspensionTold, isSuspended)
}

/** Follows a suspension of which another tab of this browser has heard. */
export function followSuspension(): void {
  addEventListener('storage', () => {
    const isSuspended = isKnownSuspended(currentSession())
    if (currentScope().getState($suspended) !== isSuspended) emit(suspensionTold, isSuspended)
  })
}
