import { sightOf } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { held, outcomeOf, save } from '../drafts/testing/author.ts'
import { Post } from './entity.ts'
import { publishDue } from './publish-due.ts'

const HOUR_MS = 3_600_000
const REFUSED = [
  'forbidden',
  'You have 200 scheduled posts, which is the most an account can have. Publish or remove some.',
]

let server: TestServer
let creator: Person
let device: TestDevice
let count = 0
let elapsedMs = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date(Date.now() + elapsedMs) })
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  elapsedMs = 0
  creator = await makePerson(server, `planner_${count}`, true)
  device = new TestDevice(server, creator)
})

test('200 posts of a creator wait for their time at most, however many are scheduled at once', async () => {
  await schedule(195)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post({ scheduledAt: hoursAhead(1) })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 403)
  expect(refused).toHaveLength(15)
  expect(refused[0]?.body['message']).toBe(REFUSED[1])
  expect(await waiting()).toBe(200)
  expect((await post({})).status, 'what is published at once does not wait').toBe(201)
  const rival = await makePerson(server, `rival_${count}`, true)
  expect((await post({ scheduledAt: hoursAhead(1) }, rival)).status).toBe(201)
})

test('a batch that a device puts into one lane is counted as well', async () => {
  await schedule(195)
  const lane = 'one lane'
  const batch = Array.from({ length: 25 }, () => ({ ...publishing(), lane }))
  const outcomes = await outcomeOf(device, batch)
  expect(outcomes.slice(0, 5).flat()).toEqual(Array(5).fill('applied'))
  expect(outcomes.slice(5)).toEqual(Array.from({ length: 20 }, () => REFUSED))
  expect(await waiting()).toBe(200)
})

test('a post that is published, removed or due makes room', async () => {
  const [first, second] = await schedule(200)
  const isRoom = async () => {
    const [outcome] = await outcomeOf(device, [publishing(2)])
    return outcome?.[0] === 'applied'
  }
  const full = async () => expect([await waiting(), await isRoom()]).toEqual([200, false])
  await full()
  await outcomeOf(device, [mutation('post.update', { _id: String(first), changes: { scheduledAt: hoursAhead(3) } })])
  await full()
  await outcomeOf(device, [mutation('post.update', { _id: String(first), changes: { scheduledAt: null } })])
  expect(await isRoom()).toBe(true)
  await full()
  await outcomeOf(device, [mutation('post.remove', { _id: String(second) })])
  expect(await isRoom()).toBe(true)
  await full()
  elapsedMs = 1.5 * HOUR_MS
  expect(await publishDue(server.app)).toBeGreaterThan(0)
  expect(await isRoom()).toBe(true)
})

test('an accepted post that is sent again has its answer, however many wait by then', async () => {
  const sent = publishing()
  const { _id } = sent.args as { _id: string }
  expect(await outcomeOf(device, [sent])).toEqual([['applied']])
  await schedule(199)
  expect(await outcomeOf(device, [sent])).toEqual([['applied']])
  expect(await outcomeOf(device, [{ ...sent, id: v7() }])).toEqual([['applied']])
  expect(await post({ _id, scheduledAt: hoursAhead(1) })).toMatchObject({ status: 201, body: { _id } })
  expect(await waiting()).toBe(200)
})

test('a draft that finds no room stays as it is, and goes out when there is some', async () => {
  const ids = await schedule(200)
  const _id = v7()
  await outcomeOf(device, [save(_id, { changes: { text: 'Not lost.', access: 'public', scheduledAt: hoursAhead(1) } })])
  const publish = () => outcomeOf(device, [mutation('draft.publish', { _id, seen: sightOf(held(device)) })])
  expect(await publish()).toEqual([REFUSED])
  await device.syncAll()
  expect(held(device)).toMatchObject({ _id, text: 'Not lost.' })
  await outcomeOf(device, [mutation('post.remove', { _id: String(ids[0]) })])
  expect(await publish()).toEqual([['applied']])
  expect(await waiting()).toBe(200)
})

/** So many posts that wait for their time, past the command; answers their ids. */
function schedule(length: number): Promise<string[]> {
  const rest = { text: 'later', access: 'public' as const, status: 'scheduled' as const }
  return transact(server.app, null, async ({ em }) =>
    Array.from({ length }, () => {
      const scheduledAt = new Date(hoursAhead(1))
      return em.create(Post, { id: v7(), performerId: creator.id, scheduledAt, ...rest }).id
    }),
  )
}

function post(body: object, by = creator) {
  return call(server, 'POST /performer/feeds', { token: by.token, body: { text: 'later', ...body } })
}

function publishing(hours = 1) {
  const rest = { text: 'later', access: 'public' as const, price: 0, poll: null, fileIds: [] }
  return mutation('post.publish', { _id: v7(), ...rest, scheduledAt: hoursAhead(hours) })
}

function waiting(): Promise<number> {
  return server.app.orm.em.fork().count(Post, { performerId: creator.id, status: 'scheduled' })
}

function hoursAhead(hours: number): string {
  return new Date(server.app.clock().getTime() + hours * HOUR_MS).toISOString()
}
