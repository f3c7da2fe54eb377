import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { audit } from './audit.ts'
import { AuditEntry } from './entity.ts'
import { readEntries } from './read-entries.ts'
import type { LinkedEntry } from './read-entries.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyChain } from './verify-chain.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Six entries whose values do not come back from JSON as they were given. */
beforeEach(async () => {
  await tamper([
    ...['delete from audit_entry', 'delete from audit_text'],
    `update audit_head set seq = 0, hash = repeat('0', 64)`,
  ])
  const after = { b: 1, a: [1.5, { z: null, y: 'ä\u2028' }], gone: undefined, at: new Date(0) }
  for (let n = 0; n < 6; n += 1) {
    await transact(server.app, null, (tx) =>
      Promise.resolve(
        audit(tx, { action: 'test.note', subjectId: randomUUID(), after: { ...after, n }, text: `Why ${n}` }),
      ),
    )
  }
})

test('entries that 16 connections write at once are one chain without gaps', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      transact(server.app, null, async (tx) => {
        await tx.em.execute('select pg_sleep(0.002)')
        audit(tx, { action: 'test.race', subjectId: String(n) })
        audit(tx, { action: 'test.second', subjectId: String(n) })
      }),
    ),
  )
  expect(await verifyAudit(server.app)).toMatchObject({ entries: 106, problem: null })
  // The two of one transaction stand together.
  const raced = (await all()).slice(6)
  for (let at = 0; at < raced.length; at += 2) expect(raced[at]?.subjectId).toBe(raced[at + 1]?.subjectId)
})

test('a transaction that fails leaves no entry, and the next one has its place', async () => {
  const failing = transact(server.app, null, (tx) => {
    audit(tx, { action: 'test.fails', subjectId: 'x' })
    return Promise.reject(new Error('no'))
  })
  await expect(failing).rejects.toThrow('no')
  await transact(server.app, null, (tx) => Promise.resolve(audit(tx, { action: 'test.next', subjectId: 'x' })))
  expect((await all()).slice(6)).toMatchObject([
    { seq: 7, action: 'test.next', operator: expect.any(String) as string },
  ])
  expect((await verifyAudit(server.app)).problem).toBeNull()
})

test('words can be erased, and the chain stays whole', async () => {
  await execute(`delete from audit_text where text = 'Why 2'`)
  expect(await verifyAudit(server.app)).toMatchObject({ entries: 6, problem: null })
  expect((await all()).map(({ text }) => text)).toEqual(['Why 0', 'Why 1', null, 'Why 3', 'Why 4', 'Why 5'])
})

test.for<[what: string, sql: string[], problem: string]>([
  ['changes a state', [`update audit_entry set after = '{"n": 7}' where seq = 3`], 'Entry 3 was changed.'],
  ['changes who decided', [`update audit_entry set operator = 'another' where seq = 1`], 'Entry 1 was changed.'],
  [
    'changes the moment',
    [`update audit_entry set at = at + interval '1 microsecond' where seq = 6`],
    'Entry 6 was changed.',
  ],
  [
    'changes the words',
    [`update audit_text set text = 'x' where text = 'Why 1'`],
    'The words of entry 2 were changed.',
  ],
  ['drops an entry', [`delete from audit_entry where seq = 4`], 'Entry 4 is missing.'],
  ['drops the last entry', [`delete from audit_entry where seq = 6`], 'The chain ends too early, at entry 5.'],
  [
    'drops one and closes the gap',
    [`delete from audit_entry where seq = 4`, `update audit_entry set seq = seq - 1 where seq > 4`],
    'Entry 4 does not follow the one before it.',
  ],
  [
    'puts one in',
    [
      `insert into audit_entry (id, seq, at, operator, action, subject_id, prev_hash, hash)
       select gen_random_uuid(), 7, now(), 'x', 'x', 'x', hash, repeat('1', 64) from audit_entry where seq = 6`,
    ],
    'Entry 7 was changed.',
  ],
  [
    'swaps two',
    ['update audit_entry set seq = -seq where seq in (2, 3)', 'update audit_entry set seq = 5 + seq where seq < 0'],
    'Entry 2 does not follow the one before it.',
  ],
])('with the triggers off, it is found who %s', async ([, statements, problem]) => {
  await tamper(statements)
  expect((await verifyAudit(server.app)).problem).toBe(problem)
  // Without the head, an exported file shows all but a missing end.
  const [isEnd, { problem: inFile }] = [problem.startsWith('The chain ends'), await verifyChain(await all(), null)]
  expect(inFile).toBe(isEnd ? null : problem)
})

test('a head that is gone stops every decision', async () => {
  await execute('delete from audit_head')
  expect((await verifyAudit(server.app)).problem).toBe('The head of the chain is gone.')
  const deciding = transact(server.app, null, (tx) => Promise.resolve(audit(tx, { action: 'x', subjectId: 'x' })))
  await expect(deciding).rejects.toThrow('The head of the audit is gone')
  expect(await server.app.orm.em.fork().count(AuditEntry, {})).toBe(6)
  await execute(`insert into audit_head (id, seq, hash) select 1, seq, hash from audit_entry where seq = 6`)
})

async function all(): Promise<LinkedEntry[]> {
  const entries: LinkedEntry[] = []
  for await (const entry of readEntries(server.app.orm.em.fork())) entries.push(entry)
  return entries
}

/** As whoever owns the database may. */
async function tamper(statements: readonly string[]): Promise<void> {
  await server.app.orm.em.fork().transactional(async (em) => {
    await em.execute('set local session_replication_role = replica')
    for (const sql of statements) await em.execute(sql)
  })
}

async function execute(sql: string): Promise<void> {
  await server.app.orm.em.fork().execute(sql)
}
