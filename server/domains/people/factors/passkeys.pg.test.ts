import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Session } from '../../../infra/sessions/entity.ts'
import { signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { Passkey } from './entity.ts'
import { userHandle } from './passkeys.ts'
import { elevate } from './testing/add-factor.ts'
import { SoftwareAuthenticator } from './testing/software-authenticator.ts'

const SITE = { origin: 'https://vesper.example', rpID: 'vesper.example' }

let server: TestServer
let person: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer({ config: { publicUrl: SITE.origin } })
})
beforeEach(async () => {
  count += 1
  person = await signIn(server, await makeAccount(server, { username: `keys${count}` }))
})
afterAll(() => server.stop())

type Options = { challengeId: string; options: { challenge: string } }

async function options(purpose: string, { token, ...more }: { token?: string; challengeId?: string } = {}) {
  const answer = await call(server, 'POST /auth/passkeys/options', { token, body: { purpose, ...more } })
  return answer.body as Options
}

async function add(key: SoftwareAuthenticator, said: object = {}) {
  await elevate(server, person.actor.sessionId)
  const { challengeId, options: asked } = await options('add', { token: person.token })
  const response = key.create({ ...SITE, challenge: asked.challenge, ...said })
  return call(server, 'POST /auth/passkeys', { token: person.token, body: { challengeId, response, name: 'My key' } })
}

type Login = Partial<Parameters<SoftwareAuthenticator['get']>[0]> & { challengeId?: string }

async function login(key: SoftwareAuthenticator, said: Login = {}) {
  const { challengeId, options: asked } = await options('login')
  const given = { ...SITE, challenge: asked.challenge, handle: userHandle(person.id), ...said }
  const body = { challengeId: said.challengeId ?? challengeId, response: key.get(given) }
  return { ...(await call(server, 'POST /auth/passkeys/login', { body })), challenge: asked.challenge, challengeId }
}

test('a passkey is added, and opens the account by itself', async () => {
  const key = new SoftwareAuthenticator()
  const added = await add(key)
  expect([added.status, added.body['codes']]).toMatchObject([201, { length: 10 }])
  const opened = await login(key, { counter: 1 })
  expect(opened.status).toBe(200)
  const me = await call(server, 'GET /users/me', { token: String(opened.body['token']) })
  expect(me.body['_id']).toBe(person.id)
  const { body } = await call(server, 'GET /auth/users/me/security', { token: person.token })
  expect(body['passkeys']).toMatchObject([
    { name: 'My key', backedUp: false, lastUsedAt: expect.any(String) as unknown },
  ])
})

test('the options ask for a key that is found without a name, of a verified user, without attestation', async () => {
  await elevate(server, person.actor.sessionId)
  const { options: asked } = await options('add', { token: person.token })
  expect(asked).toMatchObject({
    rp: { id: SITE.rpID },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('a key is added only within a step-up, and to its own session alone', async () => {
  const early = await call(server, 'POST /auth/passkeys/options', { token: person.token, body: { purpose: 'add' } })
  expect([early.status, early.body['challengeId']]).toEqual([403, undefined])
  await elevate(server, person.actor.sessionId)
  const { challengeId, options: asked } = await options('add', { token: person.token })
  const response = new SoftwareAuthenticator().create({ ...SITE, challenge: asked.challenge })
  const body = { challengeId, response, name: 'My key' }
  const em = server.app.orm.em.fork()
  await em.nativeUpdate(Session, { id: person.actor.sessionId }, { elevatedUntil: null })
  expect((await call(server, 'POST /auth/passkeys', { token: person.token, body })).status).toBe(403)
  const other = await signIn(server, person.user)
  await elevate(server, other.actor.sessionId)
  expect((await call(server, 'POST /auth/passkeys', { token: other.token, body })).status).toBe(400)
})

describe('refuses', () => {
  const key = new SoftwareAuthenticator()

  test.each([
    ['a new key of another origin', { origin: 'https://vesper.example.evil' }],
    ['a new key of another site', { rpID: 'evil.example' }],
    ['a new key whose user was not verified', { isVerified: false }],
    ['a new key for another challenge', { challenge: 'AAAA' }],
  ])('%s', async (_title, said) => {
    expect((await add(new SoftwareAuthenticator(), said)).status).toBe(400)
  })

  test.each([
    ['an answer of another origin', { origin: 'https://vesper.example.evil' }],
    ['an answer of another site', { rpID: 'evil.example' }],
    ['an answer whose user was not verified', { isVerified: false }],
    ['the handle of another account', { handle: userHandle('01990000-0000-7000-8000-000000000000') }],
    ['an answer without a handle', { handle: null }],
    ['an answer to another challenge', { challenge: 'AAAA' }],
  ])('%s', async (_title, said) => {
    const own = new SoftwareAuthenticator()
    expect((await add(own)).status).toBe(201)
    const { status, body } = await login(own, said)
    expect([status, body['token'], body['message']]).toEqual([401, undefined, 'This passkey is not known here.'])
    expect((await login(own)).status).toBe(200)
  })

  test('a key that nobody has added', async () => {
    expect((await login(key)).status).toBe(401)
  })

  test('a challenge that was used', async () => {
    const own = new SoftwareAuthenticator()
    await add(own)
    const { challenge, challengeId } = await login(own)
    expect((await login(own, { challenge, challengeId })).status).toBe(401)
  })

  test('a site without a name', async () => {
    const bare = await startTestServer({ config: { publicUrl: 'http://127.0.0.1:3000' } })
    const answer = await call(bare, 'POST /auth/passkeys/options', { body: { purpose: 'login' } })
    expect([answer.status, answer.body['message']]).toEqual([409, 'Open the site by its name to use passkeys.'])
    await bare.stop()
  })
})

test('the count of a key of one device that does not rise is refused, and the owner told', async () => {
  const key = new SoftwareAuthenticator()
  await add(key)
  expect((await login(key, { counter: 5 })).status).toBe(200)
  for (const counter of [5, 3]) {
    const { status, body } = await login(key, { counter })
    expect([status, body['message']]).toEqual([401, 'This passkey was refused: there may be a copy of it.'])
  }
  const texts = (await mailsTo(server, person.user.email ?? '')).map(({ text }) => text)
  expect(texts.filter((text) => text.includes('there may be a copy of it'))).toHaveLength(2)
  expect((await login(key, { counter: 6 })).status).toBe(200)
})

test('the copies of a key ring each count for themselves', async () => {
  const key = new SoftwareAuthenticator({ isSynced: true })
  await add(key)
  for (const counter of [5, 3, 0]) expect((await login(key, { counter })).status).toBe(200)
})

test('a failed passkey does not count against the password', async () => {
  const limited = await startTestServer({ config: { publicUrl: SITE.origin, rateLimits: 'on' } })
  await makeAccount(limited, { username: 'limited' })
  const key = new SoftwareAuthenticator()
  for (let time = 0; time < 12; time += 1) {
    const { body } = await call(limited, 'POST /auth/passkeys/options', { body: { purpose: 'login' } })
    const { challengeId, options: asked } = body as unknown as Options
    const response = key.get({ ...SITE, challenge: asked.challenge, handle: userHandle(person.id) })
    const answer = await call(limited, 'POST /auth/passkeys/login', { body: { challengeId, response } })
    expect(answer.status).toBe(401)
  }
  const body = { username: 'limited', password: PASSWORD }
  expect((await call(limited, 'POST /auth/login', { body })).status).toBe(200)
  await limited.stop()
})

test('a passkey answers a second factor and a step-up, of its own account alone', async () => {
  const [own, foreign] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
  await add(own)
  const mine = person
  person = await signIn(server, await makeAccount(server, { username: `keys.too${count}` }))
  await add(foreign)
  const body = { username: mine.user.username, password: PASSWORD }
  const asked = await call(server, 'POST /auth/login', { body })
  const details = asked.body['details'] as { path: string; message: string }[]
  const challengeId = details[0]?.message ?? ''
  const { options: given } = await options('second-factor', { challengeId })
  const signed = { ...SITE, challenge: given.challenge }
  const answer = (response: object) => call(server, 'POST /auth/second-factor', { body: { challengeId, response } })
  expect((await answer(foreign.get(signed))).status).toBe(401)
  expect((await answer(own.get(signed))).status).toBe(200)
  const step = await options('step-up', { token: mine.token })
  const proof = { challengeId: step.challengeId, response: own.get({ ...SITE, challenge: step.options.challenge }) }
  const stepped = await call(server, 'POST /auth/step-up', { token: mine.token, body: proof })
  expect(stepped.status).toBe(200)
  expect((await call(server, 'POST /auth/step-up', { token: mine.token, body: proof })).status).toBe(401)
  expect(await server.app.orm.em.fork().count(Passkey, { userId: mine.id })).toBe(1)
})
