import assert from 'node:assert/strict'
import type { Actor, Tx } from './transaction.ts'

/** Who acts in this transaction, for commands that the system never runs by itself. */
export function requireActor(tx: Pick<Tx, 'actor'>): Actor {
  assert(tx.actor, 'a command of an account runs without an actor')
  return tx.actor
}
