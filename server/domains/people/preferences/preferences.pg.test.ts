import type { Preferences } from '@vesper/sync/vesper/records/preferences.ts'
import { noPreferences } from '@vesper/sync/vesper/records/preferences.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../accounts/testing/api.ts'
import { updatePreferences } from './commands.ts'

let server: TestServer
let fan: Person
let other: Person
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  fan = await makePerson(server, `fan_${count}`)
  other = await makePerson(server, `other_${count}`)
})

test('each device of the account has what was chosen last of each field, and nobody else has any of it', async () => {
  const [one, two, stranger] = [new TestDevice(server, fan), new TestDevice(server, fan), new TestDevice(server, other)]
  await one.sync([mutation('preferences.update', { changes: { theme: 'light', language: 'ar' } })])
  await two.sync([mutation('preferences.update', { changes: { theme: 'system' } })])
  for (const device of [one, two, stranger]) await device.syncAll()
  const chosen = { _id: fan.id, theme: 'system', language: 'ar', reducedData: null }
  expect([one, two].map((device) => device.all('preferences'))).toEqual([[chosen], [chosen]])
  expect(stranger.all('preferences')).toEqual([])
})

test('the account’s choice replaces a visitor’s choice on this device', async () => {
  const [first, second] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  const visited = (changes: Partial<Omit<Preferences, '_id'>>) =>
    mutation('preferences.update', { changes: changes as never, initial: true })
  await first.sync([visited({ theme: 'light' })])
  await second.sync([visited({ theme: 'dark', reducedData: true })])
  await second.syncAll()
  expect(second.all('preferences')).toMatchObject([{ theme: 'light', language: null, reducedData: true }])
})

test('the same choice again raises nothing', async () => {
  const device = new TestDevice(server, fan)
  await device.sync([mutation('preferences.update', { changes: { theme: 'light' } })])
  await device.syncAll()
  const { spaces } = await device.sync([mutation('preferences.update', { changes: { theme: 'light' } })])
  expect(spaces).toEqual([])
})

test('choices made for the first time at once through transact all count', async () => {
  const changes = [{ theme: 'light' }, { language: 'ar' }, { reducedData: true }] as const
  const choose = (change: (typeof changes)[number]) =>
    transact(server.app, fan.actor, (tx) => updatePreferences(tx, { changes: change }))
  await Promise.all(changes.map(choose))
  const device = new TestDevice(server, fan)
  await device.syncAll()
  expect(device.all('preferences')).toEqual([{ _id: fan.id, theme: 'light', language: 'ar', reducedData: true }])
})

test('two devices that choose for the first time at once both count', async () => {
  const devices = [new TestDevice(server, fan), new TestDevice(server, fan)]
  const changes = [{ theme: 'light' }, { reducedData: true }] as const
  const answers = await Promise.all(
    devices.map((device, n) => device.sync([mutation('preferences.update', { changes: changes[n] ?? {} })])),
  )
  for (const { outcomes } of answers) expect(outcomes).toMatchObject([{ status: 'applied' }])
  expect(await asked()).toMatchObject({ theme: 'light', reducedData: true })
})

test('the same by REST: an account that has chosen nothing, then field by field, then on its devices', async () => {
  expect(await asked()).toEqual(noPreferences(fan.id))
  await put({ language: 'ar' })
  const answer = await put({ reducedData: false })
  expect(answer.body).toEqual({ ...noPreferences(fan.id), language: 'ar', reducedData: false })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  expect(device.all('preferences')).toEqual([answer.body])
})

test('REST and sync reject an unknown choice, and nothing changes', async () => {
  for (const body of [{ theme: 'pink' }, { language: 'xx' }, { reducedData: 'yes' }, { theme: null }, 'null', '{']) {
    expect((await put(body)).status).toBe(400)
  }
  const { outcomes } = await new TestDevice(server, fan).sync([
    mutation('preferences.update', { changes: { theme: 'pink' as never } }),
  ])
  expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'invalid' }])
  expect(await asked()).toEqual(noPreferences(fan.id))
})

async function asked(): Promise<unknown> {
  return (await call(server, 'GET /users/me/preferences', { token: fan.token })).body
}

function put(body: unknown) {
  return call(server, 'PUT /users/me/preferences', { token: fan.token, body })
}
