import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { SUSPENDED_DETAIL } from '@vesper/sync/vesper/api/cases.ts'
import { io } from 'socket.io-client'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { domains } from '../../../domains.ts'
import { AuditEntry, AuditText } from '../../../infra/audit/entity.ts'
import { converse, makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, makeAccount, PASSWORD } from '../../people/accounts/testing/api.ts'
import { Message } from '../../talk/messages/entity.ts'
import { admin } from './admin.ts'
import { Decision } from './entity.ts'
import { liftEndedJob } from './lift-ended-job.ts'
import { decision, deskOf, makeStaff } from './testing/desk.ts'

let server: TestServer
let ada: Person
let count = 0
let elapsedMs = 0
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
  ada = await makeStaff(server, 'suspend.ada', 'admin')
})
afterAll(() => server.stop())

async function run(name: string, ...args: string[]): Promise<void> {
  await admin[name]?.run({ app: server.app, args, print: () => {} })
}

async function newFan(): Promise<Person> {
  count += 1
  return makePerson(server, `suspend.fan.${count}`)
}

const decideOn = (person: Person, given: object) =>
  deskOf(server)(
    ada,
    `POST /desk/things/${person.user.isPerformer ? 'performer' : 'user'}/${person.id}/decide`,
    decision(given),
  )

const isShut = ({ status, body }: Awaited<ReturnType<typeof call>>) =>
  status === 403 && (body['details'] as { path: string }[] | undefined)?.[0]?.path === SUSPENDED_DETAIL

test('a suspended account keeps its sessions and logs in, and others no longer find it', async () => {
  const username = 'closing'
  const creator = await signIn(server, await makeAccount(server, { username, isPerformer: true }))
  const fan = await newFan()
  const seen = () => call(server, `GET /performers/${username}`, { token: fan.token })
  const login = () => call(server, 'POST /auth/login', { body: { username, password: PASSWORD } })
  await run('suspend', username, 'Sells', 'what', 'others', 'made')
  await run('suspend', username, 'once more')
  expect(await call(server, 'GET /users/me', { token: creator.token })).toMatchObject({ status: 200 })
  expect(isShut(await call(server, 'GET /user/feeds', { token: creator.token }))).toBe(true)
  const entered = await login()
  expect(entered.status, entered.text).toBe(200)
  expect(isShut(await call(server, 'GET /user/feeds', { token: String(entered.body['token']) }))).toBe(true)
  expect(await seen()).toMatchObject({ status: 404 })

  await run('reactivate', username)
  expect(await seen()).toMatchObject({ status: 200 })
  expect(await call(server, 'GET /user/feeds', { token: creator.token })).toMatchObject({ status: 200 })
  const em = server.app.orm.em.fork()
  const entries = await em.find(AuditEntry, { subjectId: creator.id }, { orderBy: { id: 'asc' } })
  expect(entries.map(({ action, before }) => [action, before])).toEqual([
    ['account.suspend', { status: 'active' }],
    ['account.reactivate', { status: 'suspended' }],
  ])
  const words = await em.findOne(AuditText, { entryId: entries[0]?.id ?? '' })
  expect(words?.text).toBe('Sells what others made')
  expect(await em.count(Decision, { targetUserId: creator.id, kind: 'suspend' })).toBe(1)
})

test.for<['suspend' | 'reactivate', string[], string]>([
  ['suspend', ['nobody_at_all', 'a reason'], 'not-found'],
  ['suspend', ['somebody'], 'invalid'],
  ['reactivate', [], 'invalid'],
])('%s %j is refused as %s', async ([name, args, kind]) => {
  await expect(run(name, ...args)).rejects.toMatchObject({ kind })
})

test('a suspended account is refused by every call but the limited list', async () => {
  const fan = await newFan()
  await decideOn(fan, { kind: 'suspend' })
  const open: string[] = []
  for (const { method, path, staysOpen } of domains.routes) {
    const target = `${method} ${path.replaceAll(/\{\w+\}/g, () => randomUUID())}` as `GET /${string}`
    const answer = await call(server, target, { token: fan.token, ...(method !== 'GET' && { body: {} }) })
    if (!isShut(answer) && !staysOpen) open.push(`${method} ${path}`)
    // The session of the crawl goes on.
    if (path === '/auth/logout') fan.token = (await signIn(server, fan.user)).token
  }
  expect(open.toSorted((a, b) => a.localeCompare(b))).toEqual(LIMITED.toSorted((a, b) => a.localeCompare(b)))
})

/** Calls for a suspended account, beside those that a closed site answers. */
const LIMITED = [
  ...['GET /decisions', 'GET /decisions/{id}', 'POST /decisions/{id}/appeal', 'GET /reports/mine'],
  'POST /reports/visitor',
  ...['GET /auth/users/me/security', 'GET /subscriptions/user/search', 'GET /users/me'],
  ...['email-verification', 'google/login', 'google/token', 'login', 'login-link', 'logout', 'passkeys/login'].map(
    (door) => `POST /auth/${door}`,
  ),
  ...['performers/register', 'second-factor', 'twitter/callback', 'twitter/login', 'users/forgot'].map(
    (door) => `POST /auth/${door}`,
  ),
  ...['POST /auth/users/register', 'POST /payment/stripe/cancel-subscription/{id}'],
  // The money that is free.
  ...['POST /payout-requests', 'POST /payout-requests/calculate', 'PUT /payout-requests/{id}'],
  ...['GET /payout-requests/search', 'GET /payout-requests/{id}/view', 'GET /payout-requests/check/pending-review'],
  ...['PUT /performers/{id}/banking-settings', 'PUT /performers/{id}/payment-gateway-settings'],
  'GET /performer/earning/stats',
  // The page of security.
  ...['POST /auth/totp', 'POST /auth/totp/confirm', 'DELETE /auth/totp', 'POST /auth/recovery-codes'],
  ...['POST /auth/passkeys', 'PUT /auth/passkeys/{id}', 'DELETE /auth/passkeys/{id}', 'PUT /auth/users/me/password'],
  ...['GET /auth/users/me/sessions', 'DELETE /auth/users/me/sessions', 'PUT /auth/users/me/sessions/{id}'],
  ...['DELETE /auth/users/me/sessions/{id}', 'POST /auth/factor-reset', 'POST /auth/users/me/factor-reset/stop'],
]

test('a device waits while its account is suspended, and hands in later what it has', async () => {
  const fan = await newFan()
  const other = await makePerson(server, `suspend.creator.${count}`, true)
  const conversationId = await converse(server, fan, other)
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const socket = io(server.url, { transports: ['websocket'], query: { token: fan.token }, forceNew: true })
  onTestFinished(() => void socket.disconnect())
  await once(socket as never, 'connect')
  expect(await socket.emitWithAck('login', { token: fan.token })).toEqual({ ok: true })
  const heard: string[] = []
  socket.onAny((name: string) => heard.push(name))
  const gone = once(socket as never, 'disconnect')
  expect((await decideOn(fan, { kind: 'suspend' })).status).toBe(200)
  await gone
  expect(heard).not.toContain('session:ended')
  await once(socket as never, 'connect')
  expect(await socket.emitWithAck('login', { token: fan.token })).toMatchObject({ ok: false })
  const _id = v7()
  const waiting = mutation('message.send', { _id, conversationId, text: 'Later', fileIds: [] })
  expect(isShut(await device.post(device.request([waiting])))).toBe(true)
  expect(await server.app.orm.em.fork().count(Message, { id: _id })).toBe(0)
  expect((await decideOn(fan, { kind: 'restore' })).status).toBe(200)
  expect((await device.sync([waiting])).outcomes).toMatchObject([{ status: 'applied' }])
  expect(await server.app.orm.em.fork().count(Message, { id: _id })).toBe(1)
})

test('a suspension ends with its day, and with another one not', async () => {
  const fan = await newFan()
  const DAY_MS = 86_400_000
  const until = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const me = async () => isShut(await call(server, 'GET /user/feeds', { token: fan.token }))
  await decideOn(fan, { kind: 'suspend', until: until(0.2) })
  await decideOn(fan, { kind: 'suspend', until: until(0.4) })
  for (const [days, shut] of [
    [0.1, true],
    [0.3, true],
    [0.5, false],
  ] as const) {
    elapsedMs = days * DAY_MS
    await liftEndedJob.run(server.app, new AbortController().signal)
    expect(await me(), `${days}`).toBe(shut)
  }
  elapsedMs = 0
})
