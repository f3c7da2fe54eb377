import { randomUUID } from 'node:crypto'
import type { DeskSetting, DeskSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../../infra/audit/entity.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addFactor, elevate } from '../../people/factors/testing/add-factor.ts'
import { grantRole } from '../../people/staff/roles.ts'
import { changeSettings } from './commands.ts'
import { defaultSettings } from './defaults.ts'
import { Setting } from './entity.ts'

let server: TestServer
let ada: Person
let ben: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, ben] = [await admin('ada'), await admin('ben')]
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.app.orm.em.fork().nativeDelete(Setting, {})
  server.app.settings.forget()
})

async function admin(name: string): Promise<Person> {
  const person = await makePerson(server, name)
  await transact(server.app, null, (tx) => grantRole(tx, { userId: person.id, role: 'admin' }))
  await addFactor(server, person.id)
  return person
}

async function at(person: Person, target: Parameters<typeof call>[1], body?: unknown) {
  await elevate(server, person.actor.sessionId)
  return call(server, target, { token: person.token, ...(body !== undefined && { body }) })
}

async function settingOf(key: string): Promise<DeskSetting> {
  const { data } = (await at(ada, 'GET /desk/settings')).body as unknown as DeskSettings
  return data.find((one) => one.key === key) ?? expect.fail(key)
}

const save = (by: Person, key: string, body: { version: number; value: unknown }) =>
  at(by, `PUT /desk/settings/${key}`, body)

test('lists every setting but the packages and the categories, each with the field that its schema asks for', async () => {
  const { data, currency } = (await at(ada, 'GET /desk/settings')).body as unknown as DeskSettings
  const keys = Object.keys(defaultSettings).filter((key) => key !== 'tokenPackages' && key !== 'categories')
  expect(data.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  expect(currency).toBe('USD')
  expect(await settingOf('maintenance')).toEqual({
    ...{ key: 'maintenance', group: 'site', field: { type: 'switch' }, unit: null, effect: 'at-once' },
    ...{ isSecret: false, isSet: true, value: false, version: 0, approval: null },
  })
  expect(await settingOf('commissionBps')).toMatchObject({
    ...{ field: { type: 'number', min: 0, max: 10_000, isWhole: true }, unit: 'bps', effect: 'new-sales' },
    ...{ value: 2000, approval: 'settings.change' },
  })
  expect((await settingOf('payoutFee')).field).toEqual({ type: 'number', min: 0, max: 1000, isWhole: false })
  expect((await settingOf('siteName')).field).toEqual({ type: 'text', maxLength: 60 })
  expect((await settingOf('contactAddress')).field).toEqual({ type: 'text', maxLength: 254 })
  expect((await settingOf('blockedCountries')).field).toEqual({ type: 'list' })
  const megabytes = { type: 'number', min: 1, max: 200, isWhole: true }
  expect((await settingOf('uploadMaximum')).field).toEqual({
    type: 'group',
    fields: ['photo', 'video', 'audio', 'other'].map((name) => ({ name, field: megabytes })),
  })
})

test('a saved setting stands at once, and the audit has it', async () => {
  expect((await save(ada, 'maintenance', { version: 0, value: true })).status).toBe(200)
  expect((await call(server, 'GET /settings/public')).body).toMatchObject({ maintenance: true })
  expect((await call(server, 'GET /performers/search')).status).toBe(503)
  expect(await settingOf('maintenance')).toMatchObject({ value: true, version: 1 })
  // The desk and its step-up stay open, so that the site opens again.
  const { status } = await call(server, 'POST /auth/step-up', { token: ada.token, body: { code: '000000' } })
  expect(status).toBe(401)
  expect((await save(ada, 'maintenance', { version: 1, value: false })).status).toBe(200)
  const entries = await server.app.orm.em
    .fork()
    .find(AuditEntry, { action: 'setting.change', subjectId: 'maintenance' }, { orderBy: { seq: 'asc' } })
  expect(entries.map(({ before, after, actorId }) => [before, after, actorId])).toEqual([
    [{ value: false }, { value: true }, ada.id],
    [{ value: true }, { value: false }, ada.id],
  ])
})

test('two admins save one setting at once, and one of them learns of the other', async () => {
  for (let version = 0; version < 8; version += 1) {
    const answers = await Promise.all([
      save(ada, 'holdDays', { version, value: 10 + version }),
      save(ben, 'holdDays', { version, value: 100 + version }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ message: 'Another person has changed this setting. Look again.' })
    expect((await settingOf('holdDays')).version).toBe(version + 1)
  }
})

test('the same change again is no change', async () => {
  for (let n = 0; n < 2; n += 1) expect((await save(ada, 'holdDays', { version: 0, value: 14 })).status).toBe(200)
  expect((await settingOf('holdDays')).version).toBe(1)
})

test('a change at the command line counts as a change', async () => {
  await transact(server.app, null, (tx) => changeSettings(tx, { holdDays: 9 }))
  expect((await save(ada, 'holdDays', { version: 0, value: 8 })).status).toBe(409)
  expect((await save(ada, 'holdDays', { version: 1, value: 8 })).status).toBe(200)
})

test('a secret goes in and never comes out', async () => {
  expect(await settingOf('googleReCaptchaSecretKey')).toMatchObject({ isSecret: true, isSet: false, value: null })
  expect((await save(ada, 'googleReCaptchaSecretKey', { version: 0, value: 'hush-hush' })).status).toBe(200)
  const answer = await at(ada, 'GET /desk/settings')
  expect(answer.text).not.toContain('hush-hush')
  expect(await settingOf('googleReCaptchaSecretKey')).toMatchObject({ isSet: true, value: null, version: 1 })
  const entry = await server.app.orm.em
    .fork()
    .findOneOrFail(AuditEntry, { action: 'setting.change', subjectId: 'googleReCaptchaSecretKey' })
  expect([entry.before, entry.after]).toEqual([{ isSet: false }, { isSet: true }])
})

test.for([
  ['holdDays', 366],
  ['holdDays', 1.5],
  ['holdDays', '7'],
  ['siteName', ' '],
  ['siteName', 'a\0b'],
  ['gaCode', '<script>'],
  ['blockedCountries', ['no']],
  ['contactAddress', 'nowhere'],
  ['minimumTipPrice', 0],
  ['maintenance', undefined],
  ['uploadMaximum', { photo: 1 }],
  ['minimumWalletPrice', 301],
  ['maximumTipPrice', 9],
  ['subscriptionPrice', { minimum: 9, maximum: 8 }],
  ['enableGoogleReCaptcha', true],
] as const)('the setting %s of %j is refused', async ([key, value]) => {
  const answer = await save(ada, key, { version: 0, value })
  expect(answer).toMatchObject({ status: 400, body: { details: [{ path: key }] } })
  expect((await settingOf(key)).version).toBe(0)
})

test('there is no form for packages, nor for a setting that is none', async () => {
  for (const key of ['tokenPackages', 'constructor', 'JWT_SECRET'])
    expect(await save(ada, key, { version: 0, value: [] })).toMatchObject({
      ...{ status: 404, body: { message: 'There is no such setting.' } },
    })
})

test('one admin does not change the commission alone; a second one consents', async () => {
  for (const key of ['commissionBps', 'payoutFee'])
    expect(await save(ada, key, { version: 0, value: 100 })).toMatchObject({
      status: 403,
      body: { details: [{ path: 'approval', message: 'settings.change' }] },
    })
  expect((await settingOf('commissionBps')).value).toBe(2000)
  const ask = (value: unknown, _id: string = randomUUID()) => {
    const payload = { key: 'commissionBps', value }
    return at(ada, 'POST /desk/approvals', { _id, kind: 'settings.change', payload, reason: 'Costs have risen.' })
  }
  expect((await ask(10_001)).status).toBe(400)
  expect((await ask(2000)).status).toBe(409)
  const _id = randomUUID()
  expect((await ask(2500, _id)).status).toBe(200)
  expect((await at(ada, `POST /desk/approvals/${_id}/execute`)).status).toBe(403)
  expect((await at(ben, `POST /desk/approvals/${_id}/execute`)).status).toBe(200)
  expect(await settingOf('commissionBps')).toMatchObject({ value: 2500, version: 1 })
  expect((await server.app.settings.read()).commissionBps).toBe(2500)
})
