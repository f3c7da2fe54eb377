import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call, makeAccount, PASSWORD } from '../accounts/testing/api.ts'
import { addFactor, elevate } from './testing/add-factor.ts'

const WRONG = { recoveryCode: 'A'.repeat(24) }

let server: TestServer
let person: Person
let code: () => Promise<string>
let recoveryCode = ''
let count = 0

beforeEach(async () => {
  // Each test of its own: all calls come from one address, whose limit they would share.
  server = await startTestServer({ config: { rateLimits: 'on' } })
  person = await signIn(server, await makeAccount(server, { username: `tries${(count += 1)}` }))
  ;({ code } = await addFactor(server, person.id))
  await elevate(server, person.actor.sessionId)
  const { body } = await call(server, 'POST /auth/recovery-codes', { token: person.token })
  recoveryCode = (body['codes'] as string[])[0] ?? ''
})
afterEach(() => server.stop())

async function challenge(): Promise<string> {
  const { body } = await call(server, 'POST /auth/login', {
    body: { username: person.user.username, password: PASSWORD },
  })
  return (body['details'] as { message: string }[])[0]?.message ?? ''
}

const send = (challengeId: string, given: object, cookie?: string) =>
  call(server, 'POST /auth/second-factor', {
    body: { challengeId, ...given },
    ...(cookie !== undefined && { cookie }),
  })
const answer = async (challengeId: string, given: object) => (await send(challengeId, given)).status
const stepUp = async (token: string, given: object) =>
  (await call(server, 'POST /auth/step-up', { token, body: given })).status

/** Answers ten times as somebody who knows the password. */
async function guessTen(given: object): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const id = await challenge()
    for (let time = 0; time < 5; time += 1) expect(await answer(id, given)).toBe(401)
  }
}

test('ten wrong codes at the login spend its limit, and leave the owner the step-up and the recovery codes', async () => {
  await guessTen({ code: '000000' })
  expect(await answer(await challenge(), { code: await code() })).toBe(429)
  expect(await stepUp(person.token, { code: await code() })).toBe(200)
  expect(await answer(await challenge(), { recoveryCode })).toBe(200)
})

test('a browser that the account knows has codes of its own, as many, whatever strangers tried', async () => {
  const opened = await send(await challenge(), { recoveryCode })
  const cookie = opened.cookies.find((one) => one.startsWith('vesper-device-')) ?? ''
  await guessTen({ code: '000000' })
  expect(await answer(await challenge(), { code: await code() })).toBe(429)
  const forged = `${cookie}x`
  expect((await send(await challenge(), { code: await code() }, forged)).status).toBe(429)
  for (let round = 0; round < 2; round += 1) {
    const id = await challenge()
    for (let time = 0; time < 5 - round; time += 1)
      expect((await send(id, { code: '000000' }, cookie)).status).toBe(401)
  }
  expect((await send(await challenge(), { code: await code() }, cookie)).status).toBe(200)
  // The others stay at their end.
  expect(await answer(await challenge(), { code: await code() })).toBe(429)
})

test('a browser that the account knows is refused after ten codes as well', async () => {
  const { cookies } = await send(await challenge(), { recoveryCode })
  const cookie = cookies.find((one) => one.startsWith('vesper-device-')) ?? ''
  for (let round = 0; round < 2; round += 1) {
    const id = await challenge()
    for (let time = 0; time < 5; time += 1) expect((await send(id, { code: '000000' }, cookie)).status).toBe(401)
  }
  expect((await send(await challenge(), { code: await code() }, cookie)).status).toBe(429)
})

test('wrong recovery codes spend no limit but the five answers of their challenge', async () => {
  await guessTen(WRONG)
  expect(await answer(await challenge(), { code: await code() })).toBe(200)
  const id = await challenge()
  for (let time = 0; time < 5; time += 1) expect(await answer(id, WRONG)).toBe(401)
  expect(await answer(id, { recoveryCode })).toBe(401)
})

test('ten wrong codes in one session leave another session its step-up', async () => {
  const other = await signIn(server, person.user)
  for (let time = 0; time < 10; time += 1) expect(await stepUp(person.token, { code: '000000' })).toBe(401)
  expect(await stepUp(person.token, { code: await code() })).toBe(429)
  expect(await stepUp(other.token, { code: await code() })).toBe(200)
})
