import assert from 'node:assert/strict'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Epoch } from './entity.ts'

/** The identity of the database that `em` reads. */
export async function readEpoch(em: SqlEntityManager): Promise<string> {
  const row = await em.findOne(Epoch, { singleton: 1 }, { disableIdentityMap: true })
  assert(row, 'the epoch is made with the database')
  return row.epoch
}
