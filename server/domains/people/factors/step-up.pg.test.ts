import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { addFactor } from './testing/add-factor.ts'

let server: TestServer
let now = new Date()
let person: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00.000Z')
  count += 1
  person = await signIn(server, await makeAccount(server, { username: `stepper${count}` }))
})
afterAll(() => server.stop())

const later = (seconds: number) => void (now = new Date(now.getTime() + seconds * 1_000))
const stepUp = async (body: object, token = person.token) => call(server, 'POST /auth/step-up', { token, body })
const elevated = async (body: object) => String((await stepUp(body)).body['token'])
const elevatedFrom = async (token: string) => String((await stepUp({ password: PASSWORD }, token)).body['token'])
const me = async (token: string) => (await call(server, 'GET /users/me', { token })).status
/** A call that asks for a step-up. */
const guarded = (token: string) => call(server, 'POST /auth/totp', { token })

test('a call that asks for a step-up names the ways, and takes the new token for ten minutes', async () => {
  const refused = await guarded(person.token)
  expect(refused.status).toBe(403)
  expect(refused.body['details']).toEqual([{ path: 'stepUp', message: 'password' }])
  const token = await elevated({ password: PASSWORD })
  expect((await guarded(token)).status).toBe(200)
  later(599)
  expect((await guarded(token)).status).toBe(200)
  later(1)
  expect((await guarded(token)).status).toBe(403)
  expect(await me(token)).toBe(200)
})

test('the former token holds until the first use of the new one, and is not elevated', async () => {
  const token = await elevated({ password: PASSWORD })
  expect(await me(person.token)).toBe(200)
  expect((await guarded(person.token)).status).toBe(403)
  expect(await me(token)).toBe(200)
  expect(await me(person.token)).toBe(401)
  // Refused from memory too.
  expect(await me(person.token)).toBe(401)
})

test('a new token that was kept and first used later opens the session, and is not elevated', async () => {
  const token = await elevated({ password: PASSWORD })
  later(660)
  expect(await me(person.token)).toBe(200)
  expect(await me(token)).toBe(200)
  expect((await guarded(token)).status).toBe(403)
  expect(await me(person.token)).toBe(401)
  expect((await guarded(await elevatedFrom(token))).status).toBe(200)
})

test('a new token of a session that has ended meanwhile opens nothing', async () => {
  const token = await elevated({ password: PASSWORD })
  later(660)
  await call(server, 'POST /auth/logout', { token: person.token })
  expect(await me(token)).toBe(401)
})

test('two tabs step up: the later token ends the earlier one; an earlier one cannot come back', async () => {
  const [one, other] = [await elevated({ password: PASSWORD }), await elevated({ password: PASSWORD })]
  expect(await me(one)).toBe(200)
  expect(await me(person.token)).toBe(401)
  expect(await me(other)).toBe(200)
  expect(await me(one)).toBe(401)
})

test('the session keeps its id: it stands once in the list', async () => {
  const token = await elevated({ password: PASSWORD })
  const { body } = await call(server, 'GET /auth/users/me/sessions', { token })
  expect(body['data']).toMatchObject([{ _id: person.actor.sessionId, current: true }])
})

test('a wrong password is refused, and signs nobody out', async () => {
  const refused = await stepUp({ password: 'not this one' })
  expect([refused.status, refused.body['details']]).toEqual([
    401,
    [{ path: 'proof', message: 'The password is not right.' }],
  ])
  expect(await me(person.token)).toBe(200)
})

test('a password does not suffice where there is a second factor', async () => {
  const { code } = await addFactor(server, person.id)
  expect((await stepUp({ password: PASSWORD })).status).toBe(403)
  expect((await guarded(person.token)).body['details']).toEqual([{ path: 'stepUp', message: 'code' }])
  expect((await stepUp({ code: '000000' })).status).toBe(401)
  const answer = await stepUp({ code: await code() })
  expect(answer.status).toBe(200)
  expect((await guarded(String(answer.body['token']))).status).toBe(200)
})

const next = 'another long password'
test.each([
  ['PUT /auth/users/me/password', { source: PASSWORD, password: next }],
  ['PUT /users', { source: PASSWORD, password: next }],
  ['PUT /users', { source: PASSWORD, email: 'elsewhere@example.test' }],
] as const)('%s takes the password alone without a factor, and a step-up with one', async (target, body) => {
  const { code } = await addFactor(server, person.id)
  expect((await call(server, target, { token: person.token, body })).status).toBe(403)
  const token = await elevated({ code: await code() })
  expect((await call(server, target, { token, body })).status).toBe(200)
  const plain = await signIn(server, await makeAccount(server, { username: `plain${count}` }))
  const own = 'email' in body ? { ...body, email: 'elsewhere.too@example.test' } : body
  expect((await call(server, target, { token: plain.token, body: own })).status).toBe(200)
})

test.each(['POST /payout-requests', 'PUT /performers/{id}/banking-settings'] as const)(
  '%s asks for a step-up only where there is a factor',
  async (target) => {
    const creator = await signIn(server, await makeAccount(server, { username: `paid${count}`, isPerformer: true }))
    const path = target.replace('{id}', creator.id) as typeof target
    expect((await call(server, path, { token: creator.token, body: {} })).status).toBe(400)
    await addFactor(server, creator.id)
    expect((await call(server, path, { token: creator.token, body: {} })).status).toBe(403)
  },
)
