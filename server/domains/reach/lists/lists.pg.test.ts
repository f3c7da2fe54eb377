import type { CountedFanList, Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanList, FanListMember } from '@vesper/sync/vesper/records/fan-list.ts'
import type { FanNote } from '@vesper/sync/vesper/records/fan-note.ts'
import { v7 } from 'uuid'
import { describe, expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import { User } from '../../people/accounts/entity.ts'
import { accessTable } from '../../people/accounts/testing/access-table.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { addToFanList, takeFromFanList } from './commands.ts'
import { follows, makeList, pays } from './testing/fans.ts'

const editedAt = '2026-11-28T15:40:00.000Z'
const rename = (_id: string, name: string) =>
  mutation('fan-list.save', { _id, kind: 'manual', changes: { name }, editedAt })
const add = (listId: string, userId: string, seen = 0) => mutation('fan-list.add', { listId, userId, seen })
const take = (listId: string, userId: string) => mutation('fan-list.take', { listId, userId })
const note = (userId: string, text: string, base = '') => mutation('fan-note.save', { userId, text, base, editedAt })
const members = (device: TestDevice) => device.all<FanListMember>('fan-list-members').filter(({ isMember }) => isMember)

describe('lists by REST', () => {
  test('a list is made, renamed, filled, counted and deleted', async ({ server, pair: { fan, creator } }) => {
    const { token } = creator
    const _id = v7()
    const made = await call(server, 'POST /performer/lists', { token, body: { _id, name: ' Regulars ' } })
    expect(made).toMatchObject({ status: 200, body: { _id, name: 'Regulars', kind: 'manual', rule: null, count: 0 } })
    const path = `/performer/lists/${_id}` as const
    expect((await call(server, `PUT ${path}`, { token, body: { name: 'Old friends' } })).status).toBe(200)
    expect((await call(server, `POST ${path}/members`, { token, body: { userIds: [fan.id, fan.id] } })).status).toBe(
      200,
    )
    const counted = await call(server, 'GET /performer/lists', { token })
    expect(counted.body['data']).toMatchObject([{ name: 'Old friends', count: 1 }] satisfies Partial<CountedFanList>[])
    const found = await call(server, `GET ${path}/members?q=${fan.user.name.slice(0, 5)}`, { token })
    expect(found.body).toMatchObject({ total: 1, data: [{ _id: fan.id, spent: 0, subscribedUntil: null }] })
    expect((await call(server, `GET ${path}/members?q=nobody`, { token })).body).toMatchObject({ total: 0, data: [] })
    // By their ids, of those on the list alone.
    const asked = (ids: string) => call(server, `GET ${path}/members?ids=${ids}`, { token })
    expect((await asked(`${creator.id},${fan.id}`)).body).toMatchObject({ total: 1, data: [{ _id: fan.id, spent: 0 }] })
    expect((await asked(creator.id)).body).toMatchObject({ total: 0, data: [] })
    for (const ids of ['', 'x', Array(51).fill(fan.id).join()]) expect((await asked(ids)).status, ids).toBe(400)
    expect((await call(server, `DELETE ${path}/members/${fan.id}`, { token })).status).toBe(200)
    expect((await call(server, `GET ${path}/members`, { token })).body).toMatchObject({ total: 0 })
    for (const _time of [1, 2]) expect((await call(server, `DELETE ${path}`, { token })).status).toBe(200)
    expect((await call(server, `GET ${path}/members`, { token })).status).toBe(404)
    expect((await call(server, 'POST /performer/lists', { token, body: { _id, name: 'Again' } })).status).toBe(404)
  })

  test.for([
    [{ kind: 'spent', tokens: 0, days: 90 }, 'Use whole tokens, from 1 to 1,000,000.'],
    [{ kind: 'spent', tokens: 5, days: 366 }, 'Use whole days, from 1 to 365.'],
    [{ kind: 'unseen', days: 1.5 }, 'Use whole days, from 1 to 365.'],
  ])('a rule that means nothing is refused: %o', async ([rule, message], { server, creator }) => {
    const body = { _id: v7(), name: 'Regulars', rule }
    const answer = await call(server, 'POST /performer/lists', { token: creator.token, body })
    expect(answer).toMatchObject({ status: 400 })
    expect(answer.text).toContain(message)
  })

  test('a list by rule takes no fan by hand', async ({ server, pair: { fan, creator } }) => {
    const listId = await makeList(server, creator, { kind: 'never-bought' })
    const body = { userIds: [fan.id] }
    const answer = await call(server, `POST /performer/lists/${listId}/members`, { token: creator.token, body })
    expect(answer.status).toBe(400)
  })

  test('fans are found by name and sorted by tokens', async ({ server, creator, fan }) => {
    const other = await makePerson(server, `list_fan_${fan.user.name}`)
    await follows(server, { fan, creator })
    await pays(server, { fan: other, creator, tokens: 40 })
    const { token } = creator
    const sorted = await call(server, 'GET /performer/fans?sortBy=spent', { token })
    expect(sorted.body).toMatchObject({
      total: 2,
      data: [
        { _id: other.id, spent: 40 },
        { _id: fan.id, spent: 0 },
      ],
    })
    const oldest = await call(server, 'GET /performer/fans?sortBy=newest&sort=asc&pageSize=1', { token })
    expect(oldest.body).toMatchObject({ total: 2, data: [{ _id: fan.id, isFollower: true }] })
    const named = await call(server, 'GET /performer/fans?q=list_fan_', { token })
    expect((named.body['data'] as Fan[]).map(({ _id }) => _id)).toEqual([other.id])
  })
})

describe('other people', () => {
  test('lists of another creator are not there', async ({ server, pair: { fan, creator } }) => {
    const other = await makePerson(server, `list_other_${fan.user.name}`, true)
    const listId = await makeList(server, creator)
    const path = `/performer/lists/${listId}` as const
    const { token } = other
    await follows(server, { fan, creator: other })
    const tries = [
      call(server, `PUT ${path}`, { token, body: { name: 'Mine' } }),
      call(server, `GET ${path}/members`, { token }),
      call(server, `POST ${path}/members`, { token, body: { userIds: [fan.id] } }),
      call(server, `DELETE ${path}/members/${fan.id}`, { token }),
      call(server, 'POST /performer/lists', { token, body: { _id: listId, name: 'Mine' } }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await call(server, `DELETE ${path}`, { token })).status).toBe(200)
    const own = await call(server, 'GET /performer/lists', { token: creator.token })
    expect(own.body).toMatchObject({ total: 1, data: [{ _id: listId, name: 'Regulars', count: 0 }] })
  })

  test('people who are no fans cannot be listed and have no note', async ({ server, creator, fan }) => {
    const listId = await makeList(server, creator)
    const { token } = creator
    for (const userId of [fan.id, v7(), creator.id]) {
      const body = { userIds: [userId] }
      expect((await call(server, `POST /performer/lists/${listId}/members`, { token, body })).status).toBe(404)
      const written = await call(server, `PUT /performer/fans/${userId}/note`, { token, body: { text: 'Hm.' } })
      expect(written.status).toBe(404)
    }
  })

  test('a fan finds neither note nor list in any call and in no synchronised row', async ({ server, pair }) => {
    const { fan, creator } = pair
    const SECRET = 'Owes me a postcard'
    const listId = await makeList(server, creator)
    const [device, fans] = [new TestDevice(server, creator), new TestDevice(server, fan)]
    await device.sync([rename(listId, `${SECRET} list`), add(listId, fan.id), note(fan.id, `${SECRET} note`)])
    await device.syncToEnd()
    expect(device.all<FanNote>('fan-notes')).toMatchObject([{ _id: fan.id, text: `${SECRET} note` }])
    await fans.syncToEnd()
    expect(JSON.stringify([...fans.rows].map(([, rows]) => [...rows]))).not.toContain(SECRET)
    const readable = accessTable.flatMap(([target]) => (target.startsWith('GET ') ? [target as `GET /${string}`] : []))
    expect(readable.length).toBeGreaterThan(50)
    for (const target of readable) {
      const path = target
        .replaceAll(/\{(creator|owner)\}/g, creator.id)
        .replaceAll(/\{[^}]+\}/g, fan.id) as `GET /${string}`
      expect((await call(server, path, { token: fan.token })).text, path).not.toContain(SECRET)
    }
  })
})

describe('two devices', () => {
  async function twoDevices(server: ConstructorParameters<typeof TestDevice>[0], creator: Person) {
    const devices = [new TestDevice(server, creator), new TestDevice(server, creator)] as const
    for (const device of devices) await device.syncToEnd()
    return devices
  }

  test('a removal wins over an addition that did not know of it, in either order', async ({ server, pair }) => {
    const { fan, creator } = pair
    for (const order of ['add first', 'take first']) {
      const listId = await makeList(server, creator)
      const [one, other] = await twoDevices(server, creator)
      const steps = [() => one.sync([add(listId, fan.id)]), () => other.sync([take(listId, fan.id)])]
      for (const step of order === 'add first' ? steps : steps.toReversed()) await step()
      for (const device of [one, other]) {
        await device.syncToEnd()
        expect([order, members(device)]).toEqual([order, []])
      }
    }
  })

  test('a fan who was taken off is added again by a device that knows of it', async ({ server, pair }) => {
    const { fan, creator } = pair
    const listId = await makeList(server, creator)
    const [one, other] = await twoDevices(server, creator)
    await one.sync([add(listId, fan.id), take(listId, fan.id), add(listId, fan.id, 1)])
    await other.sync([add(listId, fan.id)])
    for (const device of [one, other]) {
      await device.syncToEnd()
      expect(members(device)).toMatchObject([{ userId: fan.id, takes: 1, name: fan.user.name }])
    }
  })

  test('a removed list stays removed, whichever edit comes later, also before it was made', async ({
    server,
    pair,
  }) => {
    const { fan, creator } = pair
    const [listId, never] = [await makeList(server, creator), v7()]
    const [one, other] = await twoDevices(server, creator)
    await one.sync([add(listId, fan.id), mutation('fan-list.remove', { _id: listId })])
    await one.sync([mutation('fan-list.remove', { _id: never })])
    const { outcomes } = await other.sync([rename(listId, 'Late'), add(listId, fan.id), rename(never, 'Late')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const device of [one, other]) {
      await device.syncToEnd()
      expect([device.all<FanList>('fan-lists'), members(device)]).toEqual([[], []])
    }
  })

  test('names and rules are the last to arrive, each by itself', async ({ server, creator }) => {
    const _id = await makeList(server, creator, { kind: 'unseen', days: 30 })
    const [one, other] = await twoDevices(server, creator)
    const save = (changes: object) => mutation('fan-list.save', { _id, kind: 'rule', changes, editedAt })
    await one.sync([save({ name: 'Away' })])
    await other.sync([save({ rule: { kind: 'unseen', days: 60 } })])
    await one.syncToEnd()
    expect(one.all<FanList>('fan-lists')).toMatchObject([{ name: 'Away', rule: { kind: 'unseen', days: 60 } }])
  })

  test('two notes on the same fan lose no text', async ({ server, pair: { fan, creator } }) => {
    const [one, other] = await twoDevices(server, creator)
    await one.sync([note(fan.id, 'Likes the sea.')])
    await other.sync([note(fan.id, 'Birthday in May.')])
    await one.syncToEnd()
    const [both] = one.all<FanNote>('fan-notes')
    expect(both?.text).toBe('Likes the sea.\n\nBirthday in May.')
    const { outcomes } = await other.sync([note(fan.id, 'x'.repeat(1990))])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict' }])
    await one.sync([note(fan.id, '', both?.text)])
    await one.syncToEnd()
    expect(one.all('fan-notes')).toEqual([])
  })
})

test('a closed account leaves the devices of its creators', async ({ server, pair: { fan, creator } }) => {
  const listId = await makeList(server, creator)
  await transact(server.app, creator.actor, (tx) => addToFanList(tx, { listId, userId: fan.id }))
  const device = new TestDevice(server, creator)
  await device.syncToEnd()
  expect(members(device)).toHaveLength(1)
  await transact(server.app, null, async ({ em }) => {
    Object.assign(await em.findOneOrFail(User, { id: fan.id }), { status: 'suspended' })
  })
  await device.syncToEnd()
  expect(members(device)).toEqual([])
  await transact(server.app, creator.actor, (tx) => takeFromFanList(tx, { listId, userId: fan.id }))
})
