import { expect } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { signIn } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { admin } from './admin.ts'
import { call, makeAccount, PASSWORD } from './testing/api.ts'

async function run({ app }: TestServer, name: string, ...args: string[]): Promise<void> {
  await admin[name]?.run({ app, args, print: () => {} })
}

test('a suspended account loses its sessions and its place, until it is opened again', async ({ server, fan }) => {
  const username = 'closing'
  const creator = await signIn(server, await makeAccount(server, { username, isPerformer: true }))
  const seen = () => call(server, `GET /performers/${username}`, { token: fan.token })
  const login = () => call(server, 'POST /auth/login', { body: { username, password: PASSWORD } })
  expect(await seen()).toMatchObject({ status: 200 })

  await run(server, 'suspend', username, 'Sells', 'what', 'others', 'made')
  await run(server, 'suspend', username, 'once more')
  expect(await call(server, 'GET /users/me', { token: creator.token })).toMatchObject({ status: 401 })
  expect(await login()).toMatchObject({ status: 403, body: { message: expect.stringContaining('closed') as string } })
  expect(await seen()).toMatchObject({ status: 404 })

  await run(server, 'reactivate', username)
  expect(await seen()).toMatchObject({ status: 200 })
  expect(await login()).toMatchObject({ status: 200 })
  // The sessions of before stay ended.
  expect(await call(server, 'GET /users/me', { token: creator.token })).toMatchObject({ status: 401 })

  const entries = await server.app.orm.em.fork().find(AuditEntry, { subjectId: creator.id }, { orderBy: { id: 'asc' } })
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['account.suspend', { reason: 'Sells what others made' }],
    ['account.reactivate', null],
  ])
})

test.for<['suspend' | 'reactivate', string[], string]>([
  ['suspend', ['nobody_at_all', 'a reason'], 'not-found'],
  ['suspend', ['somebody'], 'invalid'],
  ['reactivate', [], 'invalid'],
])('%s %j is refused as %s', async ([name, args, kind], { server }) => {
  await expect(run(server, name, ...args)).rejects.toMatchObject({ kind })
})
