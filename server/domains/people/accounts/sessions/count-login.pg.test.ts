import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call, linkToken, mailsTo, makeAccount, PASSWORD } from '../testing/api.ts'

let server: TestServer
let account = ''
let count = 0
/** Each test calls from addresses of its own. */
let nextAddress = 0

beforeAll(async () => {
  server = await startTestServer({ config: { rateLimits: 'on', trustProxy: 1 } })
})
afterAll(() => server.stop())
beforeEach(async () => {
  account = `guessed_${(count += 1)}`
  await makeAccount(server, { username: account })
})

test('the guesses of strangers are refused after 100 an hour, from wherever they come', async () => {
  for (let n = 0; n < 100; n += 1) {
    expect((await login({ username: account, password: 'a wrong one' })).status).toBe(401)
  }
  const refused = await login({ username: account.toUpperCase(), password: 'a wrong one' })
  expect(refused).toMatchObject({ status: 429, body: { details: [{ path: 'loginLink' }] } })
  expect((await login({ username: account, password: PASSWORD })).status).toBe(429)
})

test('no limit tells that an email address and a username are one account', async () => {
  const email = `${account}@example.test`
  const ip = `203.0.113.${count}`
  for (let n = 0; n < 10; n += 1) await login({ username: account, password: 'a wrong one' }, { ip })
  expect((await login({ username: account, password: 'a wrong one' }, { ip })).status).toBe(429)
  expect((await login({ username: email, password: 'a wrong one' }, { ip })).status).toBe(401)
  const network = (n: number) => ({ ip: `2001:db8:ff${count}:${n.toString(16)}::1` })
  for (let n = 0; n < 31; n += 1) await login({ username: account, password: 'a wrong one' }, network(n))
  expect((await login({ username: account, password: 'a wrong one' }, network(98))).status).toBe(429)
  expect((await login({ username: email, password: 'a wrong one' }, network(99))).status).toBe(401)
  await exhaust()
  expect((await login({ username: account, password: 'a wrong one' })).status).toBe(429)
  expect((await login({ username: email, password: 'a wrong one' })).status).toBe(401)
})

test('names without an account are refused alike', async () => {
  const username = `nobody_${count}`
  for (let n = 0; n < 100; n += 1) expect((await login({ username, password: 'a wrong one' })).status).toBe(401)
  const refused = await login({ username, password: 'a wrong one' })
  expect(refused).toMatchObject({ status: 429, body: { details: [{ path: 'loginLink' }] } })
  // A name without an account costs a whole hash each time.
}, 90_000)

test('a device that has logged in before does so while strangers guess, and has a limit of its own', async () => {
  const { cookie } = await login({ username: account, password: PASSWORD })
  expect(cookie).toMatch(/^vesper-device-[0-9a-f]{16}=/)
  const other = `${account}_other`
  await makeAccount(server, { username: other })
  const foreign = (await login({ username: other, password: PASSWORD })).cookie
  await exhaust()
  expect((await login({ username: account, password: PASSWORD })).status).toBe(429)
  for (const wrong of [
    foreign,
    `${cookie}x`,
    cookie.replace(/=.*/, '=x'),
    foreign.replace(/^[^=]*/, cookie.split('=')[0] ?? ''),
  ]) {
    expect((await login({ username: account, password: PASSWORD }, { cookie: wrong })).status).toBe(429)
  }
  const known = await login({ username: account, password: PASSWORD }, { cookie })
  expect(known.status).toBe(200)
  for (let n = 0; n < 10; n += 1) {
    expect((await login({ username: account, password: 'a wrong one' }, { cookie })).status).toBe(401)
  }
  // The device keeps its number, so that logging in again gives no further tries.
  const again = { cookie: known.cookie }
  expect((await login({ username: account, password: 'a wrong one' }, again)).status).toBe(429)
})

test('a new password ends the cookies of all devices', async () => {
  const { cookie, body } = await login({ username: account, password: PASSWORD })
  await exhaust()
  expect((await login({ username: account, password: PASSWORD }, { cookie })).status).toBe(200)
  const password = 'another-good-password'
  const changed = await call(server, 'PUT /auth/users/me/password', {
    token: String(body['token']),
    body: { source: PASSWORD, password },
  })
  expect(changed.status).toBe(200)
  expect((await login({ username: account, password }, { cookie })).status).toBe(429)
})

test('all known devices of an account have 100 tries an hour together', async () => {
  const cookies: string[] = []
  for (let n = 0; n < 11; n += 1) cookies.push((await login({ username: account, password: PASSWORD })).cookie)
  for (const cookie of cookies.slice(0, 10)) {
    for (let n = 0; n < 10; n += 1) {
      expect((await login({ username: account, password: 'a wrong one' }, { cookie })).status).toBe(401)
    }
  }
  const [last] = cookies.slice(10)
  expect((await login({ username: account, password: PASSWORD }, { cookie: last ?? '' })).status).toBe(429)
  // Its tries lock no stranger out, who may be the owner on a new device.
  expect((await login({ username: account, password: PASSWORD })).status).toBe(200)
})

test('a link sent by mail lets a new device log in, once, with the password', async () => {
  await exhaust()
  const asked = await post('/auth/login-link', { username: account })
  expect(asked.status).toBe(200)
  const token = await linkToken(server, `${account}@example.test`)
  const opened = await post('/auth/login-link', { token })
  expect(opened.status).toBe(200)
  expect((await post('/auth/login-link', { token })).status).toBe(400)
  const { cookie } = opened
  expect((await login({ username: account, password: 'a wrong one' }, { cookie })).status).toBe(401)
  expect((await login({ username: account, password: PASSWORD }, { cookie })).status).toBe(200)
})

test('who asks for a link learns of no account', async () => {
  const there = await post('/auth/login-link', { username: account })
  const nobody = await post('/auth/login-link', { username: 'nobody.at.all' })
  expect(there).toEqual(nobody)
  expect(await mailsTo(server, `${account}@example.test`)).toHaveLength(1)
})

test('the cookie goes to no script, no other site and no other path, and opens nothing by itself', async () => {
  const answer = await send('/auth/login', { username: account, password: PASSWORD })
  expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  const value = /=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  const me = await fetch(`${server.url}/api/users/me`, { headers: { authorization: `Bearer ${value}` } })
  expect(me.status).toBe(401)
})

test('guesses from the many networks of one IPv6 subscriber count together', async () => {
  const from = (network: number) => ({ ip: `2001:db8:${count}:${network.toString(16)}::1` })
  for (let n = 0; n < 30; n += 1) {
    expect((await login({ username: account, password: 'a wrong one' }, from(n))).status).toBe(401)
  }
  expect((await login({ username: account, password: PASSWORD }, from(99))).status).toBe(429)
  const elsewhere = { ip: `2001:db9:${count}::1` }
  expect((await login({ username: account, password: PASSWORD }, elsewhere)).status).toBe(200)
})

type From = { ip?: string; cookie?: string }

/** Uses up what strangers may guess at the account. */
async function exhaust(): Promise<void> {
  for (let n = 0; n < 101; n += 1) await login({ username: account, password: 'a wrong one' })
}

function login(body: object, from: From = {}) {
  return post('/auth/login', body, from)
}

async function post(path: string, body: object, from: From = {}) {
  const answer = await send(path, body, from)
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, cookie }
}

/** From an address that no call came from before, unless one is given. */
function send(path: string, body: object, { ip, cookie = '' }: From = {}): Promise<Response> {
  nextAddress += 1
  const address = ip ?? `198.${18 + (nextAddress >> 16)}.${(nextAddress >> 8) & 255}.${nextAddress & 255}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie }
  return fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
