import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { changeSettings } from '../../domains/site/settings/commands.ts'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { jpegWithPlace, upload } from '../files/testing/media-server.ts'
import { makePerson } from '../sync/testing/person.ts'
import type { Person } from '../sync/testing/person.ts'
import { TestDevice } from '../sync/testing/test-device.ts'

const NORWAY = '2.148.0.1'

let server: TestServer
let fan: Person
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fan = await makePerson(server, 'closed_fan')
})
afterAll(() => server.stop())

const change = (changes: Parameters<typeof changeSettings>[1]) =>
  transact(server.app, null, (tx) => changeSettings(tx, changes))

function ask(path: string, ip = '127.0.0.1') {
  return fetch(`${server.url}/api${path}`, {
    headers: { 'x-forwarded-for': ip, authorization: `Bearer ${fan.token}` },
  })
}

test('maintenance closes calls and sync with a time to come back, and nothing that the closed site shows', async () => {
  await change({ maintenance: true })
  const refused = await ask('/users/me')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await refused.json()).toMatchObject({ details: [{ path: 'maintenance' }] })
  const device = new TestDevice(server, fan)
  expect(await device.post(device.request())).toMatchObject({ status: 503 })
  const login = await call(server, 'POST /auth/login', { body: { username: 'closed_fan', password: 'any password' } })
  expect(login).toMatchObject({ status: 503, body: { details: [{ path: 'maintenance' }] } })
  for (const path of ['/settings/public', '/block/countries/check']) expect((await ask(path)).status).toBe(200)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  await change({ maintenance: false })
  expect((await ask('/users/me')).status).toBe(200)
})

test('a closed site gives no files away, whoever has their addresses', async () => {
  const { body } = await upload(server, '/users/avatar/upload', {
    token: fan.token,
    bytes: await jpegWithPlace(20, 20),
  })
  const address = new URL(String((body as { url?: string }).url), server.url).pathname
  const status = async (ip?: string) =>
    (await fetch(`${server.url}${address}`, { headers: { 'x-forwarded-for': ip ?? '127.0.0.1' } })).status
  expect(await status()).toBe(200)
  await change({ maintenance: true })
  expect(await status()).toBe(503)
  await change({ maintenance: false, blockedCountries: [server.app.countryOf(NORWAY) ?? ''] })
  expect([await status(), await status(NORWAY)]).toEqual([200, 503])
  await change({ blockedCountries: [] })
})

test('a country that the site blocks is refused, and others are not', async () => {
  const country = server.app.countryOf(NORWAY)
  expect(country).not.toBeNull()
  await change({ blockedCountries: [country ?? ''] })
  const refused = await ask('/users/me', NORWAY)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3600'])
  expect(await refused.json()).toMatchObject({ details: [{ path: 'geo-blocked' }] })
  expect((await ask('/users/me')).status).toBe(200)
  expect((await ask('/settings/public', NORWAY)).status).toBe(200)
  await change({ blockedCountries: [] })
  expect((await ask('/users/me', NORWAY)).status).toBe(200)
})
