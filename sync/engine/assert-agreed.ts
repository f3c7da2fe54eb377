import { equal } from './core/equal.ts'
import type { Agreed } from './mutation.ts'
import { Refusal } from './protocol/refusal.ts'

/** [MONEY-3] Throws a Refusal `conflict` where what a user has agreed to is not what holds. */
export function assertAgreed(agreed: Agreed, holds: Agreed): void {
  if (!equal(agreed, holds)) {
    throw new Refusal('conflict', 'This has changed since you looked at it. Nothing was charged; please look again.')
  }
}
