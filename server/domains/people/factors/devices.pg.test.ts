import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { PushDelivery, PushSubscription } from '../../notify/push/entity.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { addFactor, elevate } from './testing/add-factor.ts'

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
  person = await signIn(server, await makeAccount(server, { username: `devices${count}` }))
})
afterAll(() => server.stop())

const mails = async () =>
  (await mailsTo(server, person.user.email ?? '')).filter(({ subject }) => subject === 'A new device logged in')
const login = (cookie?: string) =>
  call(server, 'POST /auth/login', {
    body: { username: person.user.username, password: PASSWORD },
    ...(cookie !== undefined && { cookie }),
  })
const sessions = async () => {
  const { body } = await call(server, 'GET /auth/users/me/security', { token: person.token })
  return body['sessions'] as { _id: string; state: string; name: string; current: boolean; wipedAt: string | null }[]
}

test('a device that the account does not know is told of by mail, a known one is not', async () => {
  const first = await login()
  expect(await mails()).toHaveLength(1)
  await login(first.cookies[0])
  expect(await mails()).toHaveLength(1)
  await login()
  expect(await mails()).toHaveLength(2)
})

test('the first login of a new account is told to nobody', async () => {
  const user = await makeAccount(server, { username: `fresh${count}` })
  await call(server, 'POST /auth/login', { body: { username: user.username, password: PASSWORD } })
  const all = await mailsTo(server, user.email ?? '')
  expect(all.filter(({ subject }) => subject === 'A new device logged in')).toEqual([])
})

test('the owner denies a login: sessions end, its password and its factors open nothing, a reset begins', async () => {
  const thief = String((await login()).body['token'])
  const [mail] = await mails()
  const token = /notMe=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  now = new Date(now.getTime() + 60_000)
  await addFactor(server, person.id)
  const denied = await call(server, 'POST /auth/not-me', { body: { token } })
  expect(denied.status).toBe(200)
  for (const dead of [thief, person.token])
    expect((await call(server, 'GET /users/me', { token: dead })).status).toBe(401)
  expect((await login()).status).toBe(401)
  const reset = (await mailsTo(server, person.user.email ?? '')).find(({ text }) => text.includes('/auth/reset?token='))
  const link = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1]
  const password = 'another long password'
  await call(server, 'POST /auth/users/forgot', { body: { token: link, password } })
  const body = { username: person.user.username, password }
  expect((await call(server, 'POST /auth/login', { body })).status).toBe(200)
  expect((await call(server, 'POST /auth/not-me', { body: { token } })).status).toBe(400)
})

test('a device that ends with its data hears so at any contact, until it has told that they are gone', async () => {
  const lost = await signIn(server, person.user)
  const path = `DELETE /auth/users/me/sessions/${lost.actor.sessionId}?wipe=1` as const
  await elevate(server, person.actor.sessionId)
  expect((await call(server, path, { token: person.token })).status).toBe(200)
  const wipe = [{ path: 'wipe', message: 'Remove the data of this account.' }]
  for (let time = 0; time < 2; time += 1) {
    const refused = await call(server, 'GET /users/me', { token: lost.token })
    expect([refused.status, refused.body['details']]).toEqual([401, wipe])
  }
  const synced = await call(server, 'POST /sync', { token: lost.token, body: {} })
  expect(synced.body['details']).toEqual(wipe)
  const ended = (await sessions()).find(({ _id }) => _id === lost.actor.sessionId)
  expect(ended).toMatchObject({ state: 'waiting', wipedAt: null })
  const told = await call(server, 'POST /auth/device/wiped', { body: { token: lost.token } })
  expect(told.status).toBe(200)
  const removed = (await sessions()).find(({ _id }) => _id === lost.actor.sessionId)
  expect(removed).toMatchObject({ state: 'removed', wipedAt: now.toISOString() })
})

test('a device that takes push messages takes a last one, which has it ask', async () => {
  const lost = await signIn(server, person.user)
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  const body = { endpoint: `https://push.example/${count}`, keys, kinds: ['message'] }
  for (const token of [lost.token, person.token]) {
    const endpoint = `${body.endpoint}/${token === lost.token ? 'lost' : 'kept'}`
    expect((await call(server, 'POST /push/subscriptions', { token, body: { ...body, endpoint } })).status).toBe(201)
  }
  const { sessionId } = lost.actor
  await elevate(server, person.actor.sessionId)
  await call(server, `DELETE /auth/users/me/sessions/${sessionId}?wipe=1`, { token: person.token })
  const em = server.app.orm.em.fork()
  const { id } = await em.findOneOrFail(PushSubscription, { sessionId })
  expect(await em.find(PushDelivery, {})).toMatchObject([
    { subscriptionId: id, payload: { kind: 'wipe', account: person.id, id: sessionId } },
  ])
})

test('a device hears of it after its token has run out, too', async () => {
  const lost = await signIn(server, person.user)
  await elevate(server, person.actor.sessionId)
  const path = `DELETE /auth/users/me/sessions/${lost.actor.sessionId}?wipe=1` as const
  expect((await call(server, path, { token: person.token })).status).toBe(200)
  now = new Date(now.getTime() + 50 * 86_400_000)
  await login()
  const refused = await call(server, 'GET /users/me', { token: lost.token })
  expect(refused.body['details']).toMatchObject([{ path: 'wipe' }])
})

test('a session that ended without its data says nothing of removing them', async () => {
  const lost = await signIn(server, person.user)
  await call(server, `DELETE /auth/users/me/sessions/${lost.actor.sessionId}`, { token: person.token })
  const refused = await call(server, 'GET /users/me', { token: lost.token })
  expect([refused.status, refused.body['details']]).toEqual([401, undefined])
  expect((await sessions()).map(({ state }) => state)).toEqual(['open'])
})

test('data are removed elsewhere after a step-up alone, also without a second factor', async () => {
  const lost = await signIn(server, person.user)
  const path = `DELETE /auth/users/me/sessions/${lost.actor.sessionId}` as const
  const refused = await call(server, `${path}?wipe=1`, { token: person.token })
  expect([refused.status, refused.body['details']]).toEqual([403, [{ path: 'stepUp', message: 'password' }]])
  expect((await call(server, 'GET /users/me', { token: lost.token })).status).toBe(200)
  expect((await call(server, path, { token: person.token })).status).toBe(200)
})

test('a session is ended with its data by its own account alone', async () => {
  const other = await signIn(server, await makeAccount(server, { username: `others${count}` }))
  const path = `DELETE /auth/users/me/sessions/${other.actor.sessionId}?wipe=1` as const
  await elevate(server, person.actor.sessionId)
  expect((await call(server, path, { token: person.token })).status).toBe(404)
  expect((await call(server, 'GET /users/me', { token: other.token })).status).toBe(200)
})

test('a device gets a name', async () => {
  const path = `PUT /auth/users/me/sessions/${person.actor.sessionId}` as const
  expect((await call(server, path, { token: person.token, body: { name: ' My phone ' } })).status).toBe(200)
  expect((await sessions())[0]).toMatchObject({ name: 'My phone', current: true })
  expect((await call(server, path, { token: person.token, body: { name: ' ' } })).status).toBe(400)
})

test('all other sessions end after a step-up', async () => {
  const other = await signIn(server, person.user)
  const end = () => call(server, 'DELETE /auth/users/me/sessions', { token: person.token })
  expect((await end()).status).toBe(403)
  await elevate(server, person.actor.sessionId)
  expect((await end()).body).toEqual({ success: true, ended: 1 })
  expect((await call(server, 'GET /users/me', { token: other.token })).status).toBe(401)
  expect((await call(server, 'GET /users/me', { token: person.token })).status).toBe(200)
})
