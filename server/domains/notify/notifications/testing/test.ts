import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import { test as base } from '../../../../testing/fixtures.ts'
import { NotificationEvent } from '../entity.ts'

let count = 0

/** The test of the fixtures, with a creator who has not heard of the own approval. */
export const test = base.extend('creator', async ({ server }) => {
  const creator = await makePerson(server, `quiet_creator_${(count += 1)}`, true)
  await transact(server.app, null, ({ em }) => em.nativeDelete(NotificationEvent, { userId: creator.id }))
  return creator
})
