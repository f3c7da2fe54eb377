import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Charge } from '../../money/charges/entity.ts'
import { matureEarnings } from '../../money/charges/mature-earnings.ts'
import { fillWallet } from '../../money/testing/books.ts'

type Sale = { from: Person; to: Person; tokens: number }

/** A fan tips a creator, who earns 4 cents a token; answers the id of the charge. */
export async function sell(server: TestServer, { from, to, tokens }: Sale): Promise<string> {
  const _id = randomUUID()
  await fillWallet(server, from.id, { paid: tokens })
  const { status } = await call(server, `POST /wallet/charges/tip/${to.id}`, {
    token: from.token,
    body: { _id, tokens },
  })
  expect(status).toBe(201)
  return _id
}

/** Makes all that creators have earned so far free to be paid out. */
export async function matureAll({ app }: Pick<TestServer, 'app'>): Promise<void> {
  await transact(app, null, (tx) => tx.em.nativeUpdate(Charge, { state: 'pending' }, { availableAt: tx.now }))
  while ((await matureEarnings(app)) > 0);
}

/** A sale that can be paid out at once. */
export async function earn(server: TestServer, sale: Sale): Promise<string> {
  const id = await sell(server, sale)
  await matureAll(server)
  return id
}
