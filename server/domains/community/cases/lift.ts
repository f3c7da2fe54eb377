import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { reactivateAccount } from '../../people/accounts/suspend.ts'
import type { Decision } from './entity.ts'
import { hideThing } from './hide-thing.ts'
import { livingDecisions } from './living-decisions.ts'

/**
 * Ends these decisions, and with each what it did and nothing else: a thing that another decision hides as well stays
 * hidden. `by`: the decision or the appeal that ends them.
 */
export async function lift(tx: Tx, decisions: readonly Decision[], by: string): Promise<void> {
  for (const one of decisions) Object.assign(one, { reversedBy: by, reversedAt: tx.now })
  await tx.flush()
  for (const one of decisions) await endEffect(tx, one)
}

/** Ends what a decision did that has its effect no longer, unless another one does the same. */
export async function endEffect(tx: Tx, { kind, objectType, objectId, targetUserId }: Decision): Promise<void> {
  if (kind === 'hide') {
    const others = await livingDecisions(tx, { objectType, objectId, kind })
    if (others.length === 0) await showAgain(tx, { type: objectType, id: objectId })
  }
  if (kind === 'suspend') {
    const others = await livingDecisions(tx, { targetUserId, kind })
    if (others.length === 0) await reactivateAccount(tx, targetUserId)
  }
}

/** A thing that its author has removed meanwhile has nothing to show. */
async function showAgain(tx: Tx, thing: Parameters<typeof hideThing>[1]): Promise<void> {
  try {
    await hideThing(tx, thing, false)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
  }
}
