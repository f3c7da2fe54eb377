import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { describe, expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { signIn } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import { call, makeAccount, PASSWORD, tokenOf } from '../accounts/testing/api.ts'
import { setFollow } from '../follows/commands.ts'

const page = {
  ...{
    country: 'no',
    state: 'Vestland',
    city: ' Bergen ',
    languages: ['no', 'en', 'no'],
    categories: ['music', 'art'],
  },
  ...{ gender: 'female', ageRange: '25_34', bodyType: 'average', ethnicity: 'white', hair: 'red', eyes: 'green' },
  ...{ orientation: 'bisexual' },
}
const stored = { ...page, country: 'NO', city: 'Bergen', languages: ['no', 'en'] }

describe('PUT /performers/{id}', () => {
  test('changes the fields given and no other, and everybody sees the page', async ({ server, creator }) => {
    const { id, token } = creator
    const names = { name: 'Mara Lind', username: `mara.${id.slice(-6)}`, bio: 'Fog.' }
    const answer = await call(server, `PUT /performers/${id}`, { token, body: { ...names, ...page } })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ ...names, ...stored, dateOfBirth: '1990-05-17' })
    expect((await call(server, `GET /performers/${names.username}`)).body).toMatchObject({ ...names, ...stored })
    const emptied = { city: '', gender: null, languages: [] }
    const { body } = await call(server, `PUT /performers/${id}`, { token, body: emptied })
    expect(body).toMatchObject({ ...names, ...stored, city: null, gender: null, languages: [] })
  })

  test('completes a phone number by the country of the page', async ({ server, creator: { id, token } }) => {
    const change = async (body: object) => (await call(server, `PUT /performers/${id}`, { token, body })).body
    expect(await change({ country: 'AE', phone: '050 123 4567' })).toMatchObject({ phone: '+971501234567' })
    expect(await change({ phone: '052 123 4567' })).toMatchObject({ phone: '+971521234567' })
    expect(await change({ phone: '123' })).toMatchObject({ details: [{ path: 'phone' }] })
  })

  test('keeps the phone number in one form, for its owner alone', async ({ server, creator, fan }) => {
    const { id, token } = creator
    const { body } = await call(server, `PUT /performers/${id}`, { token, body: { phone: '+46 (70) 123-45.67' } })
    expect(body['phone']).toBe('+46701234567')
    expect((await call(server, 'GET /performers/me', { token })).body['phone']).toBe('+46701234567')
    for (const viewer of [undefined, fan.token, token]) {
      expect((await call(server, `GET /performers/${id}`, { token: viewer })).text).not.toContain('701234567')
    }
    const removed = await call(server, `PUT /performers/${id}`, { token, body: { phone: '' } })
    expect(removed.body['phone']).toBeNull()
  })

  test.for([
    ['name', ' ', 'Enter your name.'],
    ['username', 'ex', 'A username has at least 3 characters.'],
    ['username', 'explore', 'This username is reserved.'],
    ['bio', 'x'.repeat(1001), 'Use at most 1,000 characters.'],
    ['country', 'Norway', 'Choose your country.'],
    ['country', 'ZZ', 'Choose your country.'],
    ['state', 'nope', 'Choose a state of the list.'],
    ['languages', ['en', 'zz'], 'Choose a language of the list.'],
    ['state', 'x'.repeat(101), 'Use at most 100 characters.'],
    ['city', 'x'.repeat(101), 'Use at most 100 characters.'],
    [
      'phone',
      '0701234',
      'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.',
    ],
    ['phone', '+46', 'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.'],
    [
      'phone',
      '+4670123456789012',
      'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.',
    ],
    ['languages', 'abcdefghijk'.split('').map((letter) => `a${letter}`), 'Choose at most 10 languages.'],
    ['categories', ['art', 'music', 'film', 'games', 'dance', 'travel'], 'Choose at most 5 categories.'],
    ['gender', 'unknown', 'Choose an option of the list.'],
    ['ageRange', '12_17', 'Choose an option of the list.'],
    ['password', 'short', 'A password has at least 10 characters.'],
  ] as const)('refuses %s as %j, and writes nothing', async ([field, value, message], { server, creator }) => {
    const body = { hair: 'black', [field]: value }
    const answer = await call(server, `PUT /performers/${creator.id}`, { token: creator.token, body })
    expect(answer.status).toBe(400)
    expect(answer.body['details']).toEqual([{ path: field, message }])
    expect((await call(server, `GET /performers/${creator.id}`)).body['hair']).toBeNull()
  })

  test.for([
    ['languages', ['english'], 'Choose a language of the list.'],
    ['categories', ['spam'], 'Choose a category of the list.'],
  ] as const)('refuses an unknown code in %s', async ([field, value, message], { server, creator }) => {
    const answer = await call(server, `PUT /performers/${creator.id}`, {
      ...{ token: creator.token, body: { [field]: value } },
    })
    expect([answer.status, answer.body['message']]).toEqual([400, message])
  })

  test('is for the owner alone', async ({ server, creator, fan }) => {
    const other = await signIn(
      server,
      await makeAccount(server, { username: `other.${fan.id.slice(-6)}`, isPerformer: true }),
    )
    const put = async (id: string, token?: string) =>
      (await call(server, `PUT /performers/${id}`, { token, body: { city: 'Oslo' } })).status
    expect(await put(creator.id)).toBe(401)
    expect(await put(creator.id, fan.token)).toBe(403)
    expect(await put(creator.id, other.token)).toBe(403)
    expect(await put(fan.id, fan.token)).toBe(404)
    expect((await call(server, `GET /performers/${creator.id}`)).body['city']).toBeNull()
    expect(await put(creator.id.toUpperCase(), creator.token)).toBe(200)
  })

  test('sets a new password for who knows the present one, or changes nothing', async ({ server, fan }) => {
    const username = `keys.${fan.id.slice(-6)}`
    const { id } = await makeAccount(server, { username, isPerformer: true })
    const token = await tokenOf(server, username)
    const put = (body: object) => call(server, `PUT /performers/${id}`, { token, body })
    const password = 'another long password'
    for (const source of [undefined, 'not this one']) {
      const { status, body } = await put({ city: 'Oslo', password, source })
      expect([status, body['details']]).toEqual([400, [expect.objectContaining({ path: 'source' })]])
    }
    expect((await call(server, `GET /performers/${id}`)).body['city']).toBeNull()
    expect((await put({ city: 'Oslo', password, source: PASSWORD })).body['city']).toBe('Oslo')
    expect(await tokenOf(server, username, password)).not.toBe('undefined')
    expect(await tokenOf(server, username)).toBe('undefined')
  })
})

describe('performer.update', () => {
  test('merges by field: a field that equals what the device showed stays the server’s', async ({
    server,
    creator,
  }) => {
    const [phone, desk] = [new TestDevice(server, creator), new TestDevice(server, creator)]
    await phone.sync()
    await desk.sync()
    const base = { city: null, hair: null, languages: [] }
    await desk.sync([update({ changes: { city: 'Oslo', languages: ['no'] }, base })])
    await phone.sync([update({ changes: { city: null, hair: 'red', languages: [] }, base })])
    await desk.sync()
    for (const device of [phone, desk]) {
      expect(device.all('creators')).toMatchObject([{ city: 'Oslo', hair: 'red', languages: ['no'] }])
    }
  })

  test('reaches followers with the page and the owner with the phone number', async ({ server, creator, fan }) => {
    await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
    const [own, theirs] = [new TestDevice(server, creator), new TestDevice(server, fan)]
    await theirs.sync()
    const changes = { name: 'Mara', categories: ['music'], phone: '+46701234567' }
    await own.sync([update({ changes, base: {} })])
    await theirs.sync()
    expect(theirs.all('creators')).toMatchObject([{ name: 'Mara', categories: ['music'] }])
    expect(JSON.stringify([...theirs.rows.values()].map((rows) => [...rows.values()]))).not.toContain('701234567')
    expect(own.all('profiles')).toMatchObject([{ name: 'Mara', phone: '+46701234567' }])
  })

  test('is refused to a fan', async ({ server, fan }) => {
    const { outcomes } = await new TestDevice(server, fan).sync([update({ changes: { city: 'Oslo' }, base: {} })])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'not-found' }])
  })
})

test('a page counts followers, published posts and products on sale', async ({ server, creator, fan }) => {
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const { body } = await call(server, `GET /performers/${creator.id}`)
  expect(body['counts']).toEqual({ followers: 1, posts: 0, photos: 0, videos: 0, galleries: 0, products: 0 })
})

function update(args: ArgsOf<'performer.update'>) {
  return mutation('performer.update', args)
}
