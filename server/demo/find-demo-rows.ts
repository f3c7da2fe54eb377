import assert from 'node:assert/strict'
import type { User } from '../domains/people/accounts/entity.ts'
import type { Actor } from '../infra/database/transaction.ts'

/** Asserts a value that the demo's own tables promise. */
export function must<Value>(value: Value | undefined): Value {
  assert(value !== undefined, 'the tables of the demo do not fit each other')
  return value
}

/** A demo account acting by itself, without a session. */
export function actingAs({ id, isPerformer }: Pick<User, 'id' | 'isPerformer'>): Actor {
  return { userId: id, sessionId: '', isPerformer }
}
