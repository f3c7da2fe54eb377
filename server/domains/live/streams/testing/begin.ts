import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { beginStream, endStream } from '../commands.ts'
import { Stream } from '../entity.ts'

/** A public stream of a creator for everybody, but for what is given. */
export function begin(
  { app }: Pick<TestServer, 'app'>,
  creator: Person,
  given: Partial<Parameters<typeof beginStream>[1]> = {},
): Promise<Stream> {
  const plain = { kind: 'public', title: 'Tonight', access: 'public', price: null, rate: null, record: false } as const
  const stream = { id: v7(), performerId: creator.id, ...plain, ...given }
  return transact(app, creator.actor, (tx) => beginStream(tx, stream))
}

/** Ends all streams of a creator, who begins another one. */
export async function endAll({ app }: Pick<TestServer, 'app'>, { id: performerId }: Person): Promise<void> {
  const open = await app.orm.em.fork().find(Stream, { performerId, status: { $ne: 'ended' } })
  for (const { id } of open) await transact(app, null, (tx) => endStream(tx, { id, reason: 'performer' }))
}
