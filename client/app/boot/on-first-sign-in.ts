import { subscribeToScope } from '../../core/session/current-scope.ts'
import { currentSession } from '../../core/session/session.ts'

/** Calls back once, now or later, when there is an account on this device: a visitor needs neither engine nor socket. */
export function onFirstSignIn(callback: () => void): void {
  if (currentSession().state !== 'signed-out') return callback()
  const unsubscribe = subscribeToScope(() => {
    if (currentSession().state === 'signed-out') return
    unsubscribe()
    callback()
  })
}
