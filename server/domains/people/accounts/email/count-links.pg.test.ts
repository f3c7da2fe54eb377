import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call, linkToken, makeAccount, tokenOf } from '../testing/api.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { rateLimits: 'on' } })
})
afterAll(() => server.stop())

const confirm = (token: string) => call(server, 'POST /auth/email-verification', { body: { token } })

test('a dozen people behind one address use their links, and one link is tried ten times', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await confirm(`${n}-${randomUUID()}`)).status)
  expect(new Set(statuses)).toEqual(new Set([400]))
  const token = randomUUID()
  for (let n = 0; n < 10; n += 1) expect((await confirm(token)).status).toBe(400)
  const tooMany = await fetch(`${server.url}/api/auth/email-verification`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ token }),
  })
  expect(tooMany.status).toBe(429)
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an address has mail sent ten times in 15 minutes, and can still use a link', async () => {
  await makeAccount(server, { username: 'forgetful' })
  const ask = () => call(server, 'POST /auth/users/forgot', { body: { email: 'forgetful@example.test' } })
  const statuses = await Promise.all(Array.from({ length: 11 }, async () => (await ask()).status))
  expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array<number>(10).fill(200), 429])
  const body = { token: await linkToken(server, 'forgetful@example.test'), password: 'a brand new password' }
  expect((await call(server, 'POST /auth/users/forgot', { body })).status).toBe(200)
})

test('a guessable password is refused at the registration and at a change', async () => {
  const person = { email: 'iris@example.test', username: 'iris.lake', name: 'Iris' }
  for (const password of ['password123', 'iris.lakeiris.lake']) {
    const refused = await call(server, 'POST /auth/users/register', { body: { ...person, password } })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  }
  const token = await tokenOf(server, 'forgetful', 'a brand new password')
  for (const password of ['password123', 'forgetful and more']) {
    const body = { source: 'a brand new password', password }
    const refused = await call(server, 'PUT /auth/users/me/password', { token, body })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  }
})
