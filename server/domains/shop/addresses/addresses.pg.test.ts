import { ADDRESSES_MAX } from '@vesper/sync/vesper/records/address.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import { call } from '../../people/accounts/testing/api.ts'

const home = { name: 'Ada Ek', line1: 'Storgatan 1', city: 'Umeå', country: 'se', postal: '903 26' }
const editedAt = '2026-11-26T11:40:00.000Z'

type Person = { id: string; token: string }

function search(server: { url: string }, { token }: Person, query = '') {
  return call(server, `GET /addresses/search?sortBy=createdAt&sort=asc${query}`, { token })
}

test('an address is added once, changed by field, found and removed', async ({ server, fan }) => {
  const { token } = fan
  const _id = v7()
  const made = await call(server, 'POST /addresses/create', { token, body: { ...home, _id } })
  expect([made.status, made.body]).toMatchObject([201, { _id, country: 'SE', line2: '', phone: null, isDefault: true }])
  await call(server, 'POST /addresses/create', { token, body: { ...home, _id } })
  const body = { phone: '+46 70-123 45 67' }
  const changed = await call(server, `PUT /addresses/${_id}`, { token, body })
  expect(changed.body).toMatchObject({ city: 'Umeå', phone: '+46701234567' })
  const form = new FormData()
  form.set('city', 'Luleå')
  form.set('isDefault', 'true')
  expect((await call(server, `PUT /addresses/${_id}`, { token, body: form })).body).toMatchObject({ city: 'Luleå' })
  expect((await search(server, fan, '&q=ada')).body).toMatchObject({ total: 1, data: [{ _id, city: 'Luleå' }] })
  expect((await search(server, fan, '&q=%25')).body).toMatchObject({ total: 0 })
  expect((await call(server, `DELETE /addresses/${_id}`, { token })).body).toEqual({ success: true })
  expect((await call(server, `DELETE /addresses/${_id}`, { token })).body).toEqual({ success: true })
  expect((await search(server, fan)).body).toMatchObject({ total: 0 })
})

test('nobody reads, changes or removes the address of somebody else', async ({ server, fan, creator }) => {
  const { body } = await call(server, 'POST /addresses/create', { token: fan.token, body: home })
  const { _id } = body as { _id: string }
  const change = { token: creator.token, body: { city: 'Oslo' } }
  expect(await call(server, `PUT /addresses/${_id}`, change)).toMatchObject({ status: 404 })
  expect(await call(server, 'POST /addresses/create', { ...change, body: { ...home, _id } })).toMatchObject({
    status: 404,
  })
  await call(server, `DELETE /addresses/${_id}`, change)
  expect((await search(server, creator)).body).toMatchObject({ total: 0 })
  expect((await search(server, fan)).body).toMatchObject({ data: [{ _id, city: 'Umeå' }] })
  for (const target of ['GET /addresses/search', `PUT /addresses/${_id}`, `DELETE /addresses/${_id}`] as const) {
    expect([target, (await call(server, target, { body: target.startsWith('PUT') ? {} : undefined })).status]).toEqual([
      ...[target, 401],
    ])
  }
  const stranger = new TestDevice(server, creator)
  await stranger.syncAll()
  expect(stranger.all('addresses')).toEqual([])
})

test('at most 20 are made, however many come at once, and one is the default', async ({ server, fan }) => {
  const { token } = fan
  const asked = Array.from({ length: ADDRESSES_MAX + 5 }, (_, n) => ({ ...home, name: `Number ${n}`, isDefault: true }))
  const answers = await Promise.all(asked.map((body) => call(server, 'POST /addresses/create', { token, body })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(ADDRESSES_MAX)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ body }) => body['message'])).toEqual(
    Array.from({ length: 5 }, () => 'You have 20 addresses. Remove one first.'),
  )
  const { data } = (await search(server, fan)).body as { data: { isDefault: boolean }[] }
  expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('a phone number is completed by the country of the address, whichever comes first', async ({ server, fan }) => {
  const add = async (fields: object) =>
    (await call(server, 'POST /addresses/create', { token: fan.token, body: { ...home, ...fields } })).body
  const { _id, phone } = await add({ country: 'AE', phone: '050 123 4567' })
  expect(phone).toBe('+971501234567')
  const change = async (body: object) =>
    (await call(server, `PUT /addresses/${String(_id)}`, { token: fan.token, body })).body
  expect(await change({ phone: '052-123 4567' })).toMatchObject({ phone: '+971521234567' })
  expect(await change({ country: 'SE', phone: '070-123 45 67' })).toMatchObject({ phone: '+46701234567' })
  expect(await change({ country: 'AE' })).toMatchObject({ country: 'AE', phone: '+46701234567' })
  expect(await change({ phone: '12345' })).toMatchObject({ details: [{ path: 'phone' }] })
  expect(await change({ phone: '' })).toMatchObject({ phone: null })
})

test('the default that is removed leaves its place to the one that was changed last', async ({ server, fan }) => {
  const add = async (name: string) =>
    (await call(server, 'POST /addresses/create', { token: fan.token, body: { ...home, name } })).body['_id'] as string
  const [first] = [await add('First'), await add('Second'), await add('Third')]
  await call(server, `DELETE /addresses/${first}`, { token: fan.token })
  expect((await search(server, fan)).body['data']).toMatchObject([
    { name: 'Second', isDefault: false },
    { name: 'Third', isDefault: true },
  ])
  const another = server.app.orm.em.fork().execute('update address set is_default = true where user_id = ?', [fan.id])
  await expect(another).rejects.toThrow('address_default')
})

test('two devices that edit one address offline keep the fields of both', async ({ server, fan }) => {
  const devices = [new TestDevice(server, fan), new TestDevice(server, fan)] as const
  const _id = v7()
  const save = (changes: Record<string, unknown>) => ({
    ...{ id: v7(), lane: 'addresses', name: 'address.save', args: { _id, changes, editedAt } },
  })
  await devices[0].sync([save(home)])
  await devices[1].syncAll()
  await devices[0].sync([save({ city: 'Luleå' })])
  await devices[1].sync([save({ phone: '+46701234567' })])
  for (const device of devices) {
    await device.syncAll()
    expect(device.all('addresses')).toMatchObject([{ _id, city: 'Luleå', phone: '+46701234567', country: 'SE' }])
  }
  const gone = { ...save({ city: 'Oslo' }), args: { _id: v7(), changes: { city: 'Oslo' }, editedAt } }
  const { body } = await devices[1].post(devices[1].request([gone]))
  expect(JSON.stringify(body)).toContain('This address is no longer there.')
})

test.for([
  [{ ...home, name: '  ' }, 'Enter the name of who gets it.'],
  [{ ...home, line1: undefined }, 'Enter the street and the number.'],
  [{ ...home, country: 'Sweden' }, 'Choose your country.'],
  [
    { ...home, phone: 'call me' },
    'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.',
  ],
  [{ ...home, postal: '1234567890123' }, 'Use at most 12 characters.'],
] as const)('%o is refused: %s', async ([body, message], { server, fan }) => {
  const answer = await call(server, 'POST /addresses/create', { token: fan.token, body })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(message)])
})
