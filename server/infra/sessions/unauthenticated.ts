import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SUSPENDED_DETAIL } from '@vesper/sync/vesper/api/cases.ts'

/** The answer to whoever has to be signed in and is not, or not any more. */
export function unauthenticated(): Refusal {
  return new Refusal('unauthenticated', 'Please login!')
}

/** The same to a device whose owner has ended its session with the data: the detail `wipe` has it remove them. */
export function unauthenticatedWipe(): Refusal {
  const message = 'Remove the data of this account.'
  return new Refusal('unauthenticated', 'Please login!', [{ path: 'wipe', message }])
}

/** The answer to a suspended account, by the calls that are not open to it: the device keeps all that it has, and waits. */
export function suspended(): Refusal {
  const message = 'Your account is suspended. Read why under Decisions.'
  return new Refusal('forbidden', message, [{ path: SUSPENDED_DETAIL, message }])
}
