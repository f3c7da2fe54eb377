import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson, signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, mailsTo, makeAccount, PASSWORD } from '../../people/accounts/testing/api.ts'
import { admin } from './admin.ts'
import { PayoutDetails } from './details/entity.ts'
import { earn } from './testing/earn.ts'
import { payWithoutFactor } from './testing/pay-without-factor.ts'

const bank = {
  ...{ holder: 'Ada Byron', country: 'DE', iban: 'DE89370400440532013000', address: '1 Main Street' },
  password: PASSWORD,
}
const READY = 'Your account at Stripe is ready for payouts'
const CHANGED = 'Your payouts go elsewhere now'

let server: TestServer
let count = 0

beforeAll(async () => {
  server = await startTestServer({ config: { payments: { provider: 'sandbox' }, publicUrl: 'http://127.0.0.1' } })
  await payWithoutFactor(server)
})
afterAll(() => server.stop())

test('an account at the provider is opened and led to by the current password alone', async () => {
  const creator = await makeCreator()
  for (const body of [{}, { password: 'a guess' }]) {
    const refused = await open(creator, body)
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  }
  expect(await details(creator)).toBeNull()
  const opened = await open(creator, { password: PASSWORD })
  expect(opened.body).toMatchObject({ status: 'onboarding', url: expect.stringContaining('http') as string })
  expect((await open(creator, {})).body).toEqual({ status: 'onboarding', url: null })
  expect((await open(creator, { password: 'a guess' })).status).toBe(400)
})

test('an account that becomes ready holds payouts back, and its owner is told once', async () => {
  const creator = await makeCreator()
  await makeReady(creator)
  expect((await details(creator))?.lockedUntil?.getTime()).toBeGreaterThan(Date.now() + 47 * 3_600_000)
  await Promise.all([open(creator, {}), open(creator, {})])
  expect((await subjects(creator)).filter((subject) => subject === READY)).toHaveLength(1)
})

test('another method takes the current password, is told by mail, and holds payouts back', async () => {
  const creator = await makeCreator()
  await makeReady(creator)
  await call(server, `PUT /performers/${creator.id}/banking-settings`, { token: creator.token, body: bank })
  await endHold(creator)
  const before = await subjects(creator)
  for (const proof of [{}, { password: 'a guess' }]) {
    const refused = await choose(creator, 'bank', proof)
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'password' }] } })
  }
  // The method that holds already needs nothing and changes nothing.
  expect((await choose(creator, 'stripe', {})).body).toMatchObject({ method: 'stripe', lockedUntil: null })
  expect(await details(creator)).toMatchObject({ method: 'stripe', lockedUntil: null })
  expect(await subjects(creator)).toEqual(before)
  const chosen = await choose(creator, 'bank', { password: PASSWORD })
  expect(chosen.body).toMatchObject({ method: 'bank', lockedUntil: expect.any(String) as string })
  expect((await mailsTo(server, creator.user.email ?? ''))[0]).toMatchObject({
    subject: CHANGED,
    text: expect.stringContaining('ends with 3000') as string,
  })
})

test('payouts by the provider wait while the details are new, asked for or about to be approved', async () => {
  const [creator, fan] = [await makeCreator(), await makePerson(server, `method_fan_${count}`)]
  await makeReady(creator)
  await earn(server, { from: fan, to: creator, tokens: 2000 })
  const ask = async () => {
    const { body } = await call(server, 'POST /payout-requests/calculate', { token: creator.token, body: {} })
    const asked = { _id: randomUUID(), amount: 6000, version: body['version'], method: 'stripe' }
    return call(server, 'POST /payout-requests', { token: creator.token, body: asked })
  }
  const refused = await ask()
  expect(refused).toMatchObject({ status: 403, body: { details: [{ path: 'new-details' }] } })
  await endHold(creator)
  const asked = await ask()
  expect(asked.status).toBe(201)
  await hold(creator)
  await expect(run('approve', String(asked.body['_id']))).rejects.toThrow('The payout details are new')
  await expect(run('show', String(asked.body['_id']))).rejects.toThrow('The payout details are new')
  await endHold(creator)
  expect(await run('approve', String(asked.body['_id']))).toContain('Approved')
})

/** A creator with a password of their own. */
async function makeCreator(): Promise<Person> {
  return signIn(server, await makeAccount(server, { username: `method_${(count += 1)}`, isPerformer: true }))
}

function open(creator: Person, body: object) {
  return call(server, 'POST /stripe/accounts', { token: creator.token, body })
}

function choose({ id, token }: Person, method: string, proof: object) {
  return call(server, `PUT /performers/${id}/payment-gateway-settings`, { token, body: { method, ...proof } })
}

async function makeReady(creator: Person): Promise<void> {
  const { body } = await open(creator, { password: PASSWORD })
  const { pathname } = new URL(String(body['url']))
  const answer = new URLSearchParams({ answer: 'complete' })
  await fetch(server.url + pathname, { method: 'POST', body: answer, redirect: 'manual' })
  expect((await open(creator, {})).body).toEqual({ status: 'ready', url: null })
}

async function subjects({ user }: Person): Promise<string[]> {
  return (await mailsTo(server, user.email ?? '')).map(({ subject }) => subject)
}

function details(creator: Person): Promise<PayoutDetails | null> {
  return server.app.orm.em.fork().findOne(PayoutDetails, { performerId: creator.id })
}

async function endHold({ id }: Person): Promise<void> {
  await server.app.orm.em.fork().nativeUpdate(PayoutDetails, { performerId: id }, { lockedUntil: null })
}

async function hold({ id }: Person): Promise<void> {
  const lockedUntil = new Date(Date.now() + 3_600_000)
  await server.app.orm.em.fork().nativeUpdate(PayoutDetails, { performerId: id }, { lockedUntil })
}

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  await admin['payout']?.run({ app: server.app, args, print: (line) => void lines.push(line) })
  return lines.join('\n')
}
