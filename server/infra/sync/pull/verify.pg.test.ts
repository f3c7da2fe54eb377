import { randomUUID } from 'node:crypto'
import { MessageList } from '@vesper/sync/vesper/api/messages.ts'
import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedDemo } from '../../../demo/seed.ts'
import { User } from '../../../domains/people/accounts/entity.ts'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { converse, makePair, makePerson, say, signIn } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice, textMutation } from '../testing/test-device.ts'

let server: TestServer
let now = new Date()
let fan: Person
let creator: Person
let space: string
let device: TestDevice
let count = 0

beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
  await seedDemo(server.app, 'small')
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  const pair = await makePair(server, count)
  ;({ fan, creator } = pair)
  space = `c:${pair.conversationId}`
  for (const text of ['one', 'two', 'three']) await say(server, creator, { to: pair.conversationId, text })
  device = new TestDevice(server, fan)
  await device.syncToEnd()
})

test.each(['fan1', 'fan2', 'fan3', 'creator1', 'creator2', 'creator3'])(
  '[VERIFY-2] what %s of the demo data holds is the same, tomorrow too, when its links are signed anew',
  async (username) => {
    const demo = await deviceOf(username)
    await demo.syncToEnd()
    const same = Object.fromEntries(Object.keys(demo.cursor).map((name) => [name, 'same']))
    expect(await demo.verify()).toEqual(same)
    now = new Date(now.getTime() + 24 * 3_600_000)
    const { device: id, turn, incarnation, epoch, run, cursor, rows } = demo
    const tomorrow = Object.assign(await deviceOf(username), {
      device: id,
      turn,
      incarnation,
      epoch,
      run,
      cursor,
      rows,
    })
    expect(await tomorrow.verify()).toEqual(same)
  },
)

test('[VERIFY-2] older pages of messages and posts, read over REST, count as what they are', async () => {
  const demo = await deviceOf('fan1')
  await demo.syncToEnd()
  const rows = (name: string) => demo.rows.get(name) as Map<string, Record<string, unknown>>
  for (const name of Object.keys(demo.cursor)) {
    const id = name.slice(2)
    if (name.startsWith('c:')) {
      const { body } = await call(server, `GET /messages/conversations/${id}?limit=100`, { token: demo.person.token })
      for (const row of v.parse(MessageList, body).data) rows(name).set(`messages ${row._id}`, row)
    }
    if (name.startsWith('p:')) {
      const { token } = demo.person
      const { body } = await call(server, `GET /user/feeds/search/${id}?pageSize=50&removed=true`, { token })
      for (const { performer: _, ...row } of v.parse(FeedList, body).data) rows(name).set(`posts ${row._id}`, row)
    }
  }
  expect(new Set(Object.values(await demo.verify()))).toEqual(new Set(['same']))
})

test('[VERIFY-2] a row that is wrong, lost or one too many is found, and the same answer brings the space anew', async () => {
  const rows = device.rows.get(space) as Map<string, Record<string, unknown>>
  const whole = structuredClone(rows)
  const [key = '', row = {}] = [...rows].find(([name]) => name.startsWith('messages ')) ?? []
  const spoilt: [string, Record<string, unknown> | null][] = [
    [key, { ...row, text: 'what nobody wrote' }],
    [key, null],
    [`messages ${randomUUID()}`, { ...row, _id: randomUUID() }],
  ]
  for (const [place, wrong] of spoilt) {
    if (wrong) rows.set(place, { ...wrong, _id: place.slice('messages '.length) })
    else rows.delete(place)
    const version = device.cursor[space]
    expect(await device.verify()).toMatchObject({ [space]: 'other', [`u:${fan.id}`]: 'same' })
    expect(device.rows.get(space)).toEqual(whole)
    expect(device.cursor[space]).toBe(version)
    device.rows.set(space, rows)
    rows.clear()
    for (const [place, kept] of whole) rows.set(place, kept)
  }
  expect(await device.verify()).toMatchObject({ [space]: 'same' })
})

test('[VERIFY-2] part of a space is compared by itself: what is missing elsewhere in it is not missed', async () => {
  const whole = device.sums().find((sum) => sum.space === space)
  if (!whole) throw new Error('the device holds nothing')
  const messages = device.all<Message>('messages').map(({ _id }) => _id)
  const first = messages.toSorted()[0] ?? ''
  const upTo = `messages ${first}`
  const conversations = whole.ids['conversations'] ?? []
  const held = new TestDevice(server, fan)
  held.rows.set(space, new Map([...(device.rows.get(space) ?? [])].filter(([place]) => place <= upTo)))
  held.cursor[space] = device.cursor[space] ?? 0
  const [sum] = held.sums()
  if (!sum) throw new Error('nothing was summed')
  expect(sum.ids).toMatchObject({ conversations, messages: [first] })
  expect(await device.verify([{ ...sum, part: { after: '', upTo } }])).toEqual({ [space]: 'same' })
  expect(await device.verify([{ ...sum, part: { after: '', upTo: null } }])).toEqual({ [space]: 'other' })
})

test('[VERIFY-2] a space that has moved on is not judged, and comes as it always does', async () => {
  const sums = device.sums()
  await say(server, creator, { to: space.slice(2), text: 'four' })
  device.rows.get(space)?.clear()
  const answer = (await device.post({ ...device.request(), sums })).body as unknown as Awaited<
    ReturnType<TestDevice['sync']>
  >
  expect(answer.verified).toEqual({ [`u:${fan.id}`]: 'same' })
  expect(answer.spaces).toMatchObject([{ space, reset: false }])
})

test('[VERIFY-2] mutations sent along are applied as ever', async () => {
  const sent = textMutation(space.slice(2), 'sent along')
  const body = { ...device.request([sent]), sums: device.sums() }
  const { body: answer } = await device.post(body)
  expect(answer).toMatchObject({
    outcomes: [{ id: sent.id, status: 'applied' }],
    verified: { [`u:${fan.id}`]: 'same' },
  })
})

test('[VERIFY-2] rows and spaces of others bring nothing and tell nothing', async () => {
  const other = await makePerson(server, `other_${count}`)
  const theirs = await converse(server, other, creator)
  const theirMessage = await say(server, creator, { to: theirs, text: 'a secret' })
  const sum = device.sums().find((one) => one.space === space)
  if (!sum) throw new Error('the device holds nothing')
  const answerTo = async (id: string, named = space) => {
    const ids = { ...sum.ids, messages: [...(sum.ids['messages'] ?? []), id], 'post-drafts': [id], creators: [id] }
    const { body, text } = await device.post({ ...device.request(), sums: [{ ...sum, space: named, ids }] })
    expect(text).not.toContain('a secret')
    return body
  }
  // Missing rows and rows of other accounts get the same answer: it adds nothing.
  expect(await answerTo(theirMessage)).toEqual(await answerTo(randomUUID()))
  expect(await answerTo(theirMessage)).toMatchObject({ verified: { [space]: 'same' }, spaces: [] })
  for (const named of [`c:${theirs}`, `u:${other.id}`, `u:${creator.id}`, `p:${creator.id}`, 'x', '']) {
    expect(await answerTo(theirMessage, named)).toMatchObject({ verified: {}, spaces: [], gone: [] })
  }
})

test('[VERIFY-2] ids that are none, and sizes that are hostile, harm nobody', async () => {
  const [sum] = device.sums()
  const ids = {
    messages: ['', "'}; drop table message;--", '{}', randomUUID().toUpperCase()],
    __proto__: ['x'],
    none: [],
  }
  expect((await device.post({ ...device.request(), sums: [{ ...sum, ids }] })).status).toBe(200)
  const many = Array.from({ length: 2_001 }, () => randomUUID())
  const hostile = [
    [{ ...sum, ids: { messages: many } }],
    Array.from({ length: 11 }, () => sum),
    [{ ...sum, ids: { messages: ['x'.repeat(101)] } }],
    [{ ...sum, sum: -1 }],
    [{ ...sum, sum: 'x' }],
    [{ ...sum, ids: 'x' }],
    'x',
  ]
  for (const sums of hostile) {
    const { status } = await device.post({ ...device.request(), sums })
    expect([400, 422]).toContain(status)
  }
})

test('[VERIFY-2] the device of a fan who changes the password differs from nothing', async () => {
  await transact(server.app, fan.actor, async ({ em }) => {
    ;(await em.findOneOrFail(User, { id: fan.id })).passwordHash = 'another'
  })
  expect(await device.verify()).toMatchObject({ [`u:${fan.id}`]: 'same' })
})

async function deviceOf(username: string): Promise<TestDevice> {
  const user = await server.app.orm.em.fork().findOneOrFail(User, { username })
  return new TestDevice(server, await signIn(server, user))
}
