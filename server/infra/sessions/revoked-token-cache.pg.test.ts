import type { Connection } from '@mikro-orm/core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MockInstance } from 'vitest'
import { User } from '../../domains/people/accounts/entity.ts'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { deadTokens, makePerson, signIn } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'

let server: TestServer
let fan: Person
let statements: MockInstance<Connection['execute']>

beforeAll(async () => {
  server = await startTestServer()
  fan = await makePerson(server, 'refused.fan')
  statements = vi.spyOn(server.app.orm.em.getConnection(), 'execute')
})
beforeEach(() => void statements.mockClear())
afterAll(() => server.stop())

test.each(['revoked', 'expired'] as const)(
  'a token whose session is %s is refused again without the database',
  async (which) => {
    const token = (await deadTokens(server, fan.user))[which]
    expect(await meWith(token)).toBe(401)
    expect(lookUps()).toBe(1)
    statements.mockClear()
    for (let again = 0; again < 3; again++) expect(await meWith(token)).toBe(401)
    expect(aboutSessions()).toEqual([])
  },
)

test('where none is needed, a token that is known not to hold counts as none', async () => {
  const { revoked } = await deadTokens(server, fan.user)
  for (let time = 0; time < 3; time++) {
    expect((await call(server, 'GET /performers/user/search', { token: revoked })).status).toBe(200)
  }
  expect(lookUps()).toBe(1)
})

test('a token that holds is looked up each time, beside others that are refused', async () => {
  const { revoked } = await deadTokens(server, fan.user)
  const { token } = await signIn(server, fan.user)
  for (let time = 0; time < 3; time++) {
    expect([await meWith(revoked), await meWith(token)]).toEqual([401, 200])
  }
  expect(lookUps()).toBe(4)
  await call(server, 'POST /auth/logout', { token })
  expect(await meWith(token)).toBe(401)
})

test('the token of an account that is closed holds again as soon as the account is open', async () => {
  await setStatus('deactivated')
  for (let time = 0; time < 3; time++) expect(await meWith(fan.token)).toBe(401)
  await setStatus('active')
  expect(await meWith(fan.token)).toBe(200)
})

test('a database that does not answer refuses no token', async () => {
  statements.mockRejectedValueOnce(new Error('away'))
  expect(await meWith(fan.token)).toBe(500)
  expect(await meWith(fan.token)).toBe(200)
})

async function meWith(token: string): Promise<number> {
  return (await call(server, 'GET /users/me', { token })).status
}

/** How often the holder of a session was looked for. */
function lookUps(): number {
  return aboutSessions().filter((statement) => statement.includes('join "user"')).length
}

function aboutSessions(): string[] {
  return statements.mock.calls.map(([statement]) => statement).filter((text) => /\bsession\b/.test(text))
}

async function setStatus(status: User['status']): Promise<void> {
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: fan.id })).status = status
  })
}
