/** How a card stands, its date included. */
export type CardState = Status | 'expiring' | 'expired'

type Status = 'open' | 'active' | 'removed' | 'blocked'

const EXPIRING_MS = 30 * 24 * 60 * 60 * 1000

type Dated = { status: Status; expMonth: number; expYear: number }

/** A card works to the end of the month that is printed on it; `expiring` from 30 days before. The end is that of UTC. */
export function cardState({ status, expMonth, expYear }: Dated, now: Date): CardState {
  if (status !== 'active') return status
  const end = Date.UTC(expYear, expMonth)
  if (now.getTime() >= end) return 'expired'
  return end - now.getTime() <= EXPIRING_MS ? 'expiring' : 'active'
}

/** The allowed steps of a card; any other is refused. */
const TRANSITIONS: Record<Status, readonly Status[]> = {
  open: ['active'],
  active: ['removed', 'blocked'],
  removed: [],
  blocked: ['removed'],
}

/** True when a card can go from one state to the other. */
export function canBecome(from: Status, to: Status): boolean {
  return TRANSITIONS[from].includes(to)
}
