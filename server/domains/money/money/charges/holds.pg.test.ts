import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { waitsForLock } from '../../../../testing/waits-for-lock.ts'
import { brokenRules, fillWallet } from '../testing/books.ts'
import { Charge } from './entity.ts'
import { holdDisputed, holdEarning, releaseEarning } from './hold.ts'
import { matureEarnings } from './mature-earnings.ts'
import { tip } from './tip.ts'

/** A tip of 20 tokens whose earning is due; answers its id. */
async function due(server: TestServer, { fan, creator }: { fan: Person; creator: Person }): Promise<string> {
  await fillWallet(server, fan.id, { paid: 20 })
  const id = randomUUID()
  const wanted = { _id: id, performerId: creator.id, tokens: 20, message: '' }
  await transact(server.app, fan.actor, (tx) => tip(tx, wanted))
  await transact(server.app, null, (tx) => tx.em.nativeUpdate(Charge, { id }, { availableAt: tx.now }))
  return id
}

async function earningOf({ app }: TestServer, id: string) {
  const { state, availableAt } = await app.orm.em.fork().findOneOrFail(Charge, { id })
  return { state, isDue: availableAt != null }
}

test('an earning that is held while a worker frees it stays held', async ({ server, fan, creator }) => {
  const id = await due(server, { fan, creator })
  let freeing: Promise<number> | undefined
  await transact(server.app, null, async (tx) => {
    await holdEarning(tx, id)
    await tx.em.flush()
    freeing = matureEarnings(server.app)
    await waitsForLock(server)
  })
  await freeing
  expect(await earningOf(server, id)).toEqual({ state: 'pending', isDue: false })
  expect(await brokenRules(server)).toEqual([])
})

test('an earning that a worker frees meanwhile is held and released no more', async ({ server, fan, creator }) => {
  const id = await due(server, { fan, creator })
  let holding: Promise<void> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute(`update charge set state = 'available' where id = ?`, [id])
    holding = transact(server.app, null, (other) => holdEarning(other, id))
    await waitsForLock(server)
    // As a worker, which posts the transfer in the same transaction.
    await tx.em.execute('select 1 from charge where id = ? for update nowait', [id])
  })
  await holding
  await transact(server.app, null, (tx) => releaseEarning(tx, id))
  expect(await earningOf(server, id)).toEqual({ state: 'available', isDue: true })
  await transact(server.app, null, (tx) => tx.em.execute(`update charge set state = 'pending' where id = ?`, [id]))
  await matureEarnings(server.app)
  expect(await brokenRules(server)).toEqual([])
})

test('an earning that a worker frees meanwhile is held by no dispute', async ({ server, fan, creator }) => {
  const id = await due(server, { fan, creator })
  let holding: Promise<void> | undefined
  await transact(server.app, null, async (tx) => {
    await tx.em.execute(`update charge set state = 'available' where id = ?`, [id])
    const disputed = { fanId: fan.id, tokens: 20, disputeId: 'dp_late' }
    holding = transact(server.app, null, (other) => holdDisputed(other, disputed))
    await waitsForLock(server)
  })
  await holding
  expect(await server.app.orm.em.fork().findOneOrFail(Charge, { id })).toMatchObject({ disputeId: null })
  await transact(server.app, null, (tx) => tx.em.execute(`update charge set state = 'pending' where id = ?`, [id]))
  expect(await brokenRules(server)).toEqual([])
})
