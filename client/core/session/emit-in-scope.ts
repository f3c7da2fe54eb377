import { scopeBind } from 'effector'
import type { EventCallable } from 'effector'
import { currentScope } from './current-scope.ts'

/** Tells the running session's scope something from outside of effector: a socket, the DOM, a timer, another tab. */
export function emit<Payload>(event: EventCallable<Payload>, payload: Payload): void {
  scopeBind(event as EventCallable<unknown>, { scope: currentScope(), safe: true })(payload)
}
