import { spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { openCountries } from '../../../infra/geo/countries.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { changeSettings } from '../../site/settings/commands.ts'
import { User } from '../accounts/entity.ts'
import { call } from '../accounts/testing/api.ts'
import { setFollow } from '../follows/commands.ts'

const SWEDEN = '194.71.0.1'
const NORWAY = '193.213.112.4'

let server: TestServer
let proxied: TestServer

beforeAll(async () => {
  server = await startTestServer()
  proxied = await startTestServer({ config: { trustProxy: 1 } })
})
afterAll(async () => {
  await server.stop()
  await proxied.stop()
})

test('the table knows countries without a network, and none of private addresses', async () => {
  const of = await openCountries(null, server.app.log)
  expect([SWEDEN, NORWAY, '2a00:1450:4001::1', '127.0.0.1', '10.0.0.1', '::1', 'no address'].map(of)).toEqual([
    ...['SE', 'NO', 'IE', null, null, null, null],
  ])
})

test('without a table no country is known, and the server starts', async () => {
  const of = await openCountries('/no/such/file.mmdb', server.app.log)
  expect(of(SWEDEN)).toBeNull()
})

test('this machine and trusted proxies tell an address with the check, which closes the site by its settings', async () => {
  await transact(server.app, null, (tx) => changeSettings(tx, { blockedCountries: ['NO'] }))
  expect(await check(server, { 'client-ip': NORWAY })).toEqual({ blocked: true, country: 'NO' })
  expect(await check(server, { 'client-ip': SWEDEN })).toEqual({ blocked: false, country: 'SE' })
  expect(await check(server, { 'client-ip': 'nonsense' })).toEqual({ blocked: false, country: null })
  // Nobody tells an address where there is no proxy.
  expect(await check(server, { 'x-forwarded-for': NORWAY })).toEqual({ blocked: false, country: null })
  expect(await check(proxied, { 'x-forwarded-for': NORWAY })).toEqual({ blocked: false, country: 'NO' })
})

test('a creator closes and opens countries, and the check says so', async () => {
  const creator = await makePerson(proxied, 'geo_creator', true)
  const block = (countryCodes: string[]) =>
    call(proxied, 'POST /block/countries', { token: creator.token, body: { countryCodes } })
  expect(await block(['se', 'NO', 'SE'])).toMatchObject({ status: 200, body: { countryCodes: ['NO', 'SE'] } })
  expect((await call(proxied, 'GET /performers/me', { token: creator.token })).body).toMatchObject({
    blockedCountries: ['NO', 'SE'],
  })
  const of = `?performerId=${creator.id}`
  expect(await check(proxied, { 'x-forwarded-for': SWEDEN }, of)).toEqual({ blocked: true, country: 'SE' })
  // A caller who could name an address would learn the countries one by one.
  expect(await check(proxied, { 'x-forwarded-for': '10.0.0.1', 'client-ip': SWEDEN }, of)).toEqual({
    blocked: false,
    country: null,
  })
  expect((await block(['XX'])).status).toBe(400)
  expect(await block([])).toMatchObject({ status: 200, body: { countryCodes: [] } })
  expect(await check(proxied, { 'x-forwarded-for': SWEDEN }, of)).toEqual({ blocked: false, country: 'SE' })
})

test('an account that moves loses and gains channels with its next pull', async () => {
  const creator = await makePerson(proxied, 'channel_creator', true)
  const fan = await makePerson(proxied, 'channel_fan')
  await transact(proxied.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await call(proxied, 'POST /block/countries', { token: creator.token, body: { countryCodes: ['NO'] } })
  const device = new TestDevice(proxied, fan)
  const seen: boolean[] = []
  for (const ip of [SWEDEN, NORWAY, SWEDEN]) {
    await fetch(`${proxied.url}/api/users/me`, {
      headers: { authorization: `Bearer ${fan.token}`, 'x-forwarded-for': ip },
    })
    await device.sync()
    seen.push(device.rows.has(spaceOfPerformer(creator.id)))
  }
  expect(seen).toEqual([true, false, true])
  const { countrySeen } = await proxied.app.orm.em.fork().findOneOrFail(User, { id: fan.id })
  expect(countrySeen).toBe('SE')
})

async function check({ url }: TestServer, headers: Record<string, string>, query = ''): Promise<unknown> {
  const answer = await fetch(`${url}/api/block/countries/check${query}`, { headers })
  const { data } = (await answer.json()) as { data: unknown }
  return data
}
