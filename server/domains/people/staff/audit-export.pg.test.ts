import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../../infra/audit/audit.ts'
import type { LinkedEntry } from '../../../infra/audit/read-entries.ts'
import { verifyChain } from '../../../infra/audit/verify-chain.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { addFactor, elevate } from '../factors/testing/add-factor.ts'
import { grantRole } from './roles.ts'

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startTestServer()
  ada = await makePerson(server, 'ada')
  await transact(server.app, null, (tx) => grantRole(tx, { userId: ada.id, role: 'admin' }))
  await addFactor(server, ada.id)
})
afterAll(() => server.stop())

type Part = { entries: LinkedEntry[]; next: number | null }

test('the parts of an export are one whole chain, which ends with the entry of the export', async () => {
  await note(1_001)
  await elevate(server, ada.actor.sessionId)
  const { to } = (await call(server, 'POST /desk/audit/export', { token: ada.token })).body as { to: number }
  // A decision that is made during an export is not in it.
  await note(1)
  const parts: Part[] = []
  for (let after: number | null = 0; after !== null; after = parts.at(-1)?.next ?? null) {
    const { body } = await call(server, `GET /desk/audit/part?after=${after}&to=${to}`, { token: ada.token })
    parts.push(body as Part)
  }
  expect(parts.map(({ entries }) => entries.length)).toEqual([1_000, to - 1_000])
  const entries = parts.flatMap((part) => part.entries)
  expect(entries.at(-1)).toMatchObject({ seq: to, action: 'audit.export', actorId: ada.id, subjectId: ada.id })
  expect(await verifyChain(inTurn(entries), null)).toMatchObject({ entries: to, problem: null })
  const changed = entries.map((entry) => (entry.seq === 500 ? { ...entry, subjectId: 'another' } : entry))
  expect((await verifyChain(inTurn(changed), null)).problem).not.toBeNull()
})

test('an export that ends with its first part says so', async () => {
  await elevate(server, ada.actor.sessionId)
  const { body } = await call(server, 'GET /desk/audit/part?after=0&to=1', { token: ada.token })
  expect(body).toMatchObject({ entries: [{ seq: 1 }], next: null })
})

function note(count: number): Promise<void> {
  return transact(server.app, null, async (tx) => {
    for (let n = 0; n < count; n += 1) audit(tx, { action: 'test.note', subjectId: String(n), text: `Why ${n}` })
  })
}

async function* inTurn(entries: readonly LinkedEntry[]): AsyncGenerator<LinkedEntry> {
  yield* entries
}
