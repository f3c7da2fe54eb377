import assert from 'node:assert/strict'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Actor, Tx } from './transaction.ts'

/** Who acts in this transaction, for commands that the system never runs by itself. */
export function requireActor(tx: Pick<Tx, 'actor'>): Actor {
  assert(tx.actor, 'a command of an account runs without an actor')
  return tx.actor
}

/** The id of the creator who acts. Refuses a fan as `forbidden`, with `message`. */
export function requireCreator(tx: Pick<Tx, 'actor'>, message: string): string {
  const { userId, isPerformer } = requireActor(tx)
  if (!isPerformer) throw new Refusal('forbidden', message)
  return userId
}
