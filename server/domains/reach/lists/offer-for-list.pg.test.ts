import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { test } from '../../../testing/fixtures.ts'
import { lookAt, offerTrial, startTrial } from '../../money/offers/testing/make.ts'
import { addToFanList, takeFromFanList } from './commands.ts'
import { follows, makeList } from './testing/fans.ts'

test('an offer for a list is there for the fans on it, and ended for all others', async ({ server, fan, creator }) => {
  await follows(server, { fan, creator })
  const listId = await makeList(server, creator)
  const { code } = await offerTrial(server, creator, { days: 7, audience: 'list', listId })
  expect((await startTrial(server, { ...fan, code })).status).toBe(404)
  const put = { listId, userId: fan.id, seen: 0 }
  await transact(server.app, creator.actor, (tx) => addToFanList(tx, put))
  expect((await lookAt(server, code, fan)).body).toMatchObject({ canUse: true })
  await transact(server.app, creator.actor, (tx) => takeFromFanList(tx, put))
  expect((await lookAt(server, code, fan)).status).toBe(404)
  await transact(server.app, creator.actor, (tx) => addToFanList(tx, { ...put, seen: 1 }))
  expect((await startTrial(server, { ...fan, code })).status).toBe(201)
})
