import { userInfo } from 'node:os'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../database/transaction.ts'

const NAME_MAX = 100

/**
 * A decision, before it has a place in the chain. `text`: the words that explain it, which can be erased later. `before` and
 * `after` hold ids and states, no words of people.
 */
export type Decision = { action: string; subjectId: string; before?: unknown; after?: unknown; text?: string }

const waiting = new WeakMap<EntityManager, Decision[]>()

/** Notes what staff or an operator decided, in the transaction of the decision: there is none without its entry. */
export function audit(tx: Tx, decision: Decision): void {
  const decisions = waiting.get(tx.em) ?? []
  waiting.set(tx.em, decisions)
  decisions.push(decision)
}

/** The decisions of a transaction that have no entry yet. They are told once. */
export function takeDecisions(em: EntityManager): Decision[] {
  const decisions = waiting.get(em) ?? []
  waiting.delete(em)
  return decisions
}

/** The operator of this process: `OPERATOR`, else the account of the system. */
export function operatorName(): string {
  return (process.env['OPERATOR'] || userInfo().username).slice(0, NAME_MAX)
}
