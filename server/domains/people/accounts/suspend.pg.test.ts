import { expect } from 'vitest'
import { AuditEntry, AuditText } from '../../../infra/audit/entity.ts'
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
  expect(entries.map(({ action, before }) => [action, before])).toEqual([
    ['account.suspend', { status: 'active' }],
    ['account.reactivate', { status: 'suspended' }],
  ])
  const words = await server.app.orm.em.fork().findOne(AuditText, { entryId: entries[0]?.id ?? '' })
  expect(words?.text).toBe('Sells what others made')
})

test.for<['suspend' | 'reactivate', string[], string]>([
  ['suspend', ['nobody_at_all', 'a reason'], 'not-found'],
  ['suspend', ['somebody'], 'invalid'],
  ['reactivate', [], 'invalid'],
])('%s %j is refused as %s', async ([name, args, kind], { server }) => {
  await expect(run(server, name, ...args)).rejects.toMatchObject({ kind })
})

test('accounts are found by a part of their names or email, the newest first, each on a line', async ({ server }) => {
  const lines: string[] = []
  const list = async (...args: string[]) => {
    lines.length = 0
    await admin['accounts']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
    return lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}/, ''))
  }
  await makeAccount(server, { username: 'listed_fan', name: 'Ann\n100%  Listed', email: 'ann@listed.test' })
  await makeAccount(server, { username: 'listed_creator', name: 'Bea', isPerformer: true, email: 'bea@listed.test' })
  await run(server, 'suspend', 'listed_fan', 'Spam')
  const fan = 'listed_fan  Ann 100% Listed, ann@listed.test, fan, suspended'
  expect(await list('LISTED')).toEqual([
    'listed_creator  Bea, bea@listed.test, creator, approved, active',
    fan,
    '2 accounts',
  ])
  expect(await list('ann@listed')).toEqual([fan, '1 account'])
  expect(await list('100%')).toEqual([fan, '1 account'])
  expect(await list('nobody', 'here')).toEqual(['0 accounts'])
  const all = await list()
  expect(all.at(-1)).toBe(`${all.length - 1} accounts`)
})

test('a long list of accounts tells how many there are', async ({ server }) => {
  await server.app.orm.em.fork().execute(
    `insert into "user" (id, name, bio, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'Many Alike', '', '', now(), now() from generate_series(1, 51)`,
  )
  const lines: string[] = []
  await admin['accounts']?.run({ app: server.app, args: ['Many Alike'], print: (line) => void lines.push(line) })
  expect([lines.length, lines.at(-1)]).toEqual([51, '51 accounts, of which the newest 50 are shown'])
})
