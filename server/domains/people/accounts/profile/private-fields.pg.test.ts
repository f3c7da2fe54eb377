import { once } from 'node:events'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { io } from 'socket.io-client'
import { describe, expect, onTestFinished } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { say } from '../../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../../infra/sync/testing/test-device.ts'
import { test } from '../../../../testing/fixtures.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { setFollow } from '../../follows/commands.ts'
import { updateProfile } from '../commands.ts'
import { call, PASSWORD } from '../testing/api.ts'

const solna = { country: 'SE', state: 'Stockholm', city: 'Solna' }
const all = { ...solna, language: 'sv', phone: '+46701234567' }
const none = { country: null, state: null, city: null, language: null, phone: null }

function put(server: TestServer, { token }: Person, body: object) {
  return call(server, 'PUT /users', { token, body })
}

async function me(server: TestServer, { token }: Person) {
  return (await call(server, 'GET /users/me', { token })).body
}

describe('PUT /users', () => {
  test('keeps place, language and phone in one form, until they are taken back', async ({ server, fan }) => {
    expect(await me(server, fan)).toMatchObject(none)
    const given = { ...all, country: 'se', city: ' Solna ', phone: '+46 (70) 123-45.67' }
    expect((await put(server, fan, given)).body).toMatchObject(all)
    expect((await put(server, fan, { name: 'Renamed' })).body).toMatchObject({ name: 'Renamed', ...all })
    expect((await put(server, fan, { ...none, phone: '' })).body).toMatchObject(none)
  })

  test('has no city of another state and no state of another country', async ({ server, fan }) => {
    await put(server, fan, solna)
    expect((await put(server, fan, { country: 'SE' })).body).toMatchObject(solna)
    expect((await put(server, fan, { state: 'Skåne' })).body).toMatchObject({ ...solna, state: 'Skåne', city: null })
    expect((await put(server, fan, { country: 'NO' })).body).toMatchObject({ country: 'NO', state: null, city: null })
    const singapore = { country: 'SG', city: 'Singapore' }
    expect((await put(server, fan, singapore)).body).toMatchObject({ ...singapore, state: null })
  })

  test.for([
    ['country', { country: 'Sweden' }, 'Choose your country.'],
    ['country', { country: 'XX' }, 'Choose your country.'],
    ['country', { state: 'Stockholm' }, 'Choose your country.'],
    ['state', { country: 'NO', state: 'Stockholm' }, 'Choose a state of the list.'],
    ['state', { country: 'SE', city: 'Solna' }, 'Choose the state of this city.'],
    ['state', { country: 'SG', state: 'Stockholm' }, 'Choose a state of the list.'],
    ['city', { country: 'SE', state: 'Skåne', city: 'Solna' }, 'Choose a city of the list.'],
    ['city', { country: 'SG', city: 'Solna' }, 'Choose a city of the list.'],
    ['language', { language: 'xx' }, 'Choose a language of the list.'],
    ['language', { language: 'Swedish' }, 'Choose a language of the list.'],
    [
      'phone',
      { phone: '0701234567' },
      'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.',
    ],
    ['phone', { phone: '+9991234567' }, 'Choose a country code of the list.'],
  ] as const)('refuses at %s: %j, and writes nothing', async ([path, body, message], { server, fan }) => {
    const answer = await put(server, fan, { name: 'Not written', ...body })
    expect([answer.status, answer.body['details']]).toEqual([400, [{ path, message }]])
    expect(await me(server, fan)).toMatchObject({ name: fan.user.name, ...none })
  })
})

test('a national number belongs to the country of the account, and needs one', async ({ server, fan }) => {
  const change = async (body: object) => (await call(server, 'PUT /users', { token: fan.token, body })).body
  expect(await change({ phone: '050 123 4567' })).toMatchObject({ details: [{ path: 'phone' }] })
  expect(await change({ country: 'AE', phone: '050 123 4567' })).toMatchObject({ phone: '+971501234567' })
  expect(await change({ phone: '٠٥٢ ١٢٣ ٤٥٦٧' })).toMatchObject({ phone: '+971521234567' })
})

test('a calling code that no country has is refused of a creator’s page too', async ({ server, creator }) => {
  const body = { phone: '+9991234567' }
  const answer = await call(server, `PUT /performers/${creator.id}`, { token: creator.token, body })
  expect([answer.status, answer.body['details']]).toEqual([
    400,
    [{ path: 'phone', message: 'Choose a country code of the list.' }],
  ])
})

describe('profile.update', () => {
  const edit = (changes: ArgsOf<'profile.update'>['changes'], base: ArgsOf<'profile.update'>['base'] = none) =>
    mutation('profile.update', { changes, base })

  test('writes what was edited without a line, and leaves what another device wrote', async ({ server, fan }) => {
    const device = new TestDevice(server, fan)
    await device.sync()
    await put(server, fan, { language: 'fi' })
    const queued = edit({ ...solna, phone: '+46701234567' })
    await device.sync([queued])
    await device.sync([queued])
    expect(device.all('profiles')).toMatchObject([{ ...all, language: 'fi' }])
  })

  test('rejects the city of a country that another device has changed', async ({ server, fan }) => {
    await put(server, fan, solna)
    await put(server, fan, { country: 'NO' })
    const { outcomes } = await new TestDevice(server, fan).sync([edit({ city: 'Täby' }, solna)])
    expect(outcomes).toMatchObject([{ status: 'rejected', message: 'Choose the state of this city.' }])
    expect(await me(server, fan)).toMatchObject({ country: 'NO', state: null, city: null })
  })

  test('a country and a state that arrive at a time never make one place', async ({ server, fan }) => {
    await put(server, fan, solna)
    const moved = Promise.withResolvers<void>()
    const ends = Promise.withResolvers<void>()
    const country = transact(server.app, fan.actor, async (tx) => {
      await updateProfile(tx, { changes: { country: 'NO' }, base: {} })
      moved.resolve()
      await ends.promise
    })
    await moved.promise
    const changes = { state: 'Skåne' }
    const state = transact(server.app, fan.actor, (tx) => updateProfile(tx, { changes, base: {} })).catch(
      (error: unknown) => error,
    )
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => server.app.orm.em.fork().execute(waiting)).toHaveLength(1)
    ends.resolve()
    await country
    expect(await state).toMatchObject({ kind: 'invalid', message: 'Choose a state of the list.' })
    expect(await me(server, fan)).toMatchObject({ country: 'NO', state: null, city: null })
  })
})

test('a fan may sign up with a country of the list, and with none', async ({ server, fan }) => {
  const sign = (name: string, country?: string | null) => {
    const username = `${name}_${fan.user.username}`
    const body = { username, email: `${username}@example.test`, name, password: PASSWORD, country }
    return call(server, 'POST /auth/users/register', { body })
  }
  expect((await sign('here', 'PT')).body).toMatchObject({ user: { country: 'PT', state: null } })
  expect((await sign('anywhere')).body).toMatchObject({ user: { country: null } })
  expect((await sign('none', null)).body).toMatchObject({ user: { country: null } })
  expect((await sign('nowhere', 'XX')).body['details']).toEqual([{ path: 'country', message: 'Choose your country.' }])
})

test('the sync and the socket tell the owner’s devices of private fields, and nobody else', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  const follow = { performerId: creator.id, following: true }
  await transact(server.app, fan.actor, (tx) => setFollow(tx, follow))
  const [own, theirs] = await Promise.all([listen(server, fan), listen(server, creator)])
  await put(server, fan, { ...all, name: 'Renamed' })
  await say(server, fan, { to: conversationId, text: 'after the edit' })
  await expect.poll(() => theirs.heard()).toContain('after the edit')
  await expect.poll(() => own.heard()).toContain(`"u:${fan.id}"`)

  const secrets = [all.city, all.phone, '"language":"sv"', '"state":"Stockholm"']
  const held = async (person: Person) => {
    const device = new TestDevice(server, person)
    await device.syncToEnd()
    return JSON.stringify([...device.rows.values()].map((rows) => [...rows.values()]))
  }
  const mine = await held(fan)
  expect(secrets.filter((secret) => !mine.includes(secret))).toEqual([])
  const told = (await held(creator)) + theirs.heard()
  expect(told).toContain('Renamed')
  expect(secrets.filter((secret) => told.includes(secret))).toEqual([])
})

/** All that a connected device is told, as text. */
async function listen(server: TestServer, { token }: Person): Promise<{ heard: () => string }> {
  const told: unknown[] = []
  const socket = io(server.url, { transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  socket.onAny((...event) => told.push(event))
  await once(socket as unknown as NodeJS.EventEmitter, 'connect')
  expect(await socket.emitWithAck('login', { token })).toEqual({ ok: true })
  return { heard: () => JSON.stringify(told) }
}
