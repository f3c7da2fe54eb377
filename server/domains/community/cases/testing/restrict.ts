import { randomUUID } from 'node:crypto'
import type { Restriction } from '@vesper/sync/vesper/api/cases.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Decision } from '../entity.ts'

type Server = Pick<TestServer, 'app'>

/** Keeps an account from a deed, past the desk, without an end. */
export function restrict({ app }: Server, userId: string, deed: Restriction): Promise<void> {
  return transact(app, null, async (tx) => {
    tx.em.create(Decision, {
      ...{ id: randomUUID(), caseId: randomUUID(), objectType: 'user', objectId: userId, targetUserId: userId },
      ...{ kind: 'restrict', restrict: deed, ground: 'terms', clause: 'spam', facts: 'It sells watches.' },
      ...{ until: null, actorId: null, before: null, reversedBy: null, reversedAt: null, createdAt: tx.now },
    })
  })
}

/** Ends all that keeps an account from anything. */
export function liftAll({ app }: Server, targetUserId: string): Promise<void> {
  return transact(app, null, async (tx) => {
    await tx.em.nativeUpdate(Decision, { targetUserId }, { reversedAt: tx.now })
  })
}
