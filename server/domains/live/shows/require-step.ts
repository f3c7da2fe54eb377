import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ShowStatus } from '@vesper/sync/vesper/api/live-shows.ts'

/** Where a show may go from each of its states. */
const transitions: Readonly<Record<ShowStatus, readonly ShowStatus[]>> = {
  requested: ['expired', 'canceled', 'declined', 'accepted', 'failed'],
  accepted: ['canceled', 'failed', 'active'],
  active: ['ended'],
  ...{ expired: [], canceled: [], declined: [], failed: [], ended: [] },
}

/** True for a state in which tokens are held and the fan may watch. */
export function isOpenShow(status: ShowStatus): boolean {
  return status === 'accepted' || status === 'active'
}

/** Tells if a show may go from one state to another. */
export function mayBecome(from: ShowStatus, to: ShowStatus): boolean {
  return transitions[from].includes(to)
}

/** Refuses as `conflict` a step that the state of a show does not allow. */
export function requireStep(from: ShowStatus, to: ShowStatus): void {
  if (!mayBecome(from, to)) throw new Refusal('conflict', OVER[from])
}

const OVER: Readonly<Record<ShowStatus, string>> = {
  requested: 'This request was not accepted yet.',
  accepted: 'This request was accepted already.',
  active: 'This show has begun already.',
  ...{ expired: 'This request has expired.', canceled: 'This request was taken back.' },
  ...{ declined: 'This request was declined.', failed: 'This show did not begin.', ended: 'This show is over.' },
}
