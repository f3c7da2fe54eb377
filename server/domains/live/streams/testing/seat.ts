import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Show } from '../../shows/entity.ts'
import type { Stream } from '../entity.ts'
import { nodeOf } from '../node-of.ts'

/** A seat of a fan in a show, past the money; `become` moves it to another state. */
export async function seat(
  { app }: Pick<TestServer, 'app'>,
  { fan, creator, stream: { id: streamId, kind } }: { fan: Person; creator: Person; stream: Stream },
): Promise<{ become: (status: Show['status']) => Promise<void> }> {
  const id = v7()
  await transact(app, null, async (tx) => {
    // One of no server would be taken for one of a server that is gone.
    const dates = { createdAt: tx.now, updatedAt: tx.now, aliveAt: tx.now, node: nodeOf(app) }
    const people = { performerId: creator.id, fanId: fan.id, kind: kind === 'group' ? 'group' : 'private' } as const
    tx.em.create(Show, {
      id,
      streamId,
      ...people,
      status: 'active',
      rate: 10,
      minimum: 1,
      minutes: 5,
      cap: 50,
      ...dates,
    })
  })
  return {
    become: (status) => transact(app, null, async (tx) => void (await tx.em.nativeUpdate(Show, { id }, { status }))),
  }
}
