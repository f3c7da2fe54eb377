import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEntries } from '../audit/read-entries.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { createLog } from '../http/log.ts'
import { databaseBefore } from './testing/database-before.ts'
import type { DatabaseBefore } from './testing/database-before.ts'

const BEFORE = 'Migration20261128222557_earning_days'

let database: DatabaseBefore
let orm: MikroORM
beforeAll(async () => {
  database = await databaseBefore(BEFORE, { hasRun: true })
  orm = database.orm
})
afterAll(() => database.drop())

test('decisions from before there was a chain are its first links, and come back as they were', async () => {
  const columns = 'id, at, operator, action, subject_id, before, after'
  const rows = () => orm.em.fork().execute(`select ${columns} from audit_entry order by at, id`)
  for (let n = 0; n < 3; n += 1) {
    await orm.em.fork().execute(
      `insert into audit_entry (${columns})
       values (?, '2026-11-27T12:00:00.123456Z', 'ope''rator', 'payout.approve', ?, '{"b": 1.50, "a": "ü"}', null)`,
      [randomUUID(), `subject ${n}`],
    )
  }
  const before = await rows()
  await orm.migrator.up()
  const log = createLog('error')
  expect(await verifyAudit({ orm, log })).toMatchObject({ entries: 3, problem: null })
  const found = []
  for await (const { seq, at, operator, text } of readEntries(orm.em.fork())) found.push([seq, at, operator, text])
  expect(found).toEqual([1, 2, 3].map((seq) => [seq, '2026-11-27T12:00:00.123456Z', "ope'rator", null]))
  await orm.migrator.down({ to: BEFORE })
  expect(await rows()).toEqual(before)
  await orm.migrator.up()
  expect((await verifyAudit({ orm, log })).problem).toBeNull()
})
