import { randomUUID } from 'node:crypto'
import type { DecisionKind } from '@vesper/sync/vesper/api/cases.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { decideThing } from './decide-case.ts'
import type { Decided } from './decide.ts'
import { Case } from './entity.ts'
import { hideThing } from './hide-thing.ts'
import { livingDecisions } from './living-decisions.ts'
import type { ThingId } from './thing-of.ts'

/** The facts of a decision by command that was given no words. */
export const NO_WORDS = 'The operator of the site decided this.'

/** A decision by command, which has a kind and words alone. */
export function operatorDecision(kind: DecisionKind, facts: string): Decided {
  const words = facts.trim() === '' ? NO_WORDS : facts.trim()
  return { _id: randomUUID(), kind, ground: 'terms', clause: 'other', facts: words, restrict: null, until: null }
}

/**
 * Hides a thing from all but its author, who cannot show it again, and settles the open reports on it. Gives false for one
 * that a decision hides already. Refuses as `not-found` a thing that is not there.
 */
export async function hide(tx: Tx, thing: ThingId, facts = ''): Promise<boolean> {
  if ((await hidingDecisions(tx, thing)) > 0) return false
  await decideAndClose(tx, thing, operatorDecision('hide', facts))
  return true
}

/** Shows a thing as it was before it was hidden. Gives false for one that is not hidden. Refuses as `hide`. */
export async function restore(tx: Tx, thing: ThingId, facts = ''): Promise<boolean> {
  const hiding = await hidingDecisions(tx, thing)
  const status = await hideThing(tx, thing, false)
  if (hiding > 0) await decideAndClose(tx, thing, operatorDecision('restore', facts))
  return hiding > 0 || status !== null
}

/** Decides by command. Nobody looks at the case in the desk afterwards: it is closed. */
export async function decideAndClose(tx: Tx, thing: ThingId, decided: Decided): Promise<void> {
  const { caseId } = await decideThing(tx, thing, decided)
  await tx.em.nativeUpdate(Case, { id: caseId }, { state: 'closed', closedAt: tx.now })
}

/** Counts the decisions that hide a thing, and has others on it wait. */
async function hidingDecisions(tx: Tx, { type: objectType, id: objectId }: ThingId): Promise<number> {
  await lock(tx, 'case', objectId)
  return (await livingDecisions(tx, { objectType, objectId, kind: 'hide' })).length
}
