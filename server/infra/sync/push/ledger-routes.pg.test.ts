import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { deadTokens, makePair, makePerson, signIn } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { mutation, TestDevice } from '../testing/test-device.ts'

type Listed = {
  _id: string
  name: string
  lane: string
  status: string
  message?: string
  decidedAt: string
  deviceSeenAt: string
}

let server: TestServer
let fan: Person
let other: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, conversationId } = await makePair(server, count))
  other = await makePerson(server, `other_${count}`)
})

test('[LEDGER-5] an account reads what became of each of its mutations: applied, refused and why, taken back', async () => {
  const device = new TestDevice(server, fan)
  const sent = [
    say('one'),
    say('two'),
    mutation('follow.set', { performerId: fan.id, following: true }),
    { ...say('back'), cancelled: true as const },
    { ...say(''), name: 'no.such', args: {} },
  ]
  await device.sync(sent)
  const { data, total } = await list(fan, '?sort=asc')
  expect(total).toBe(5)
  const byId = new Map(data.map((entry) => [entry._id, entry]))
  expect(sent.map(({ id }) => byId.get(id))).toMatchObject([
    { name: 'message.send', lane: `c:${conversationId}`, status: 'applied', device: device.device },
    { name: 'message.send', status: 'applied' },
    { name: 'follow.set', status: 'rejected', kind: 'invalid', message: 'You cannot follow yourself.' },
    { name: 'message.send', status: 'rejected', kind: 'cancelled', message: 'You took this back.' },
    { name: 'no.such', status: 'rejected', kind: 'invalid' },
  ])
  for (const { decidedAt } of data) expect(Math.abs(Date.parse(decidedAt) - Date.now())).toBeLessThan(60_000)
  for (const entry of data) expect(await lookUp(fan, entry._id)).toEqual([200, entry])
  expect(await lookUp(fan, (sent[0]?.id ?? '').toUpperCase())).toMatchObject([200, { status: 'applied' }])
})

test('[LEDGER-5] sent again, a mutation is listed once, with the outcome that it had', async () => {
  const device = new TestDevice(server, fan)
  const refused = mutation('follow.set', { performerId: fan.id, following: true })
  await device.sync([refused])
  const decided = async () => (await list(fan)).data.map((entry) => ({ ...entry, deviceSeenAt: '' }))
  const before = await decided()
  await device.sync([refused])
  expect(await decided()).toEqual(before)
})

test('it names the browser of the device that sent a mutation, and says when it was last heard of', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0'
  const em = server.app.orm.em.fork()
  await em.execute('update session set user_agent = ? where user_id = ?', [userAgent, fan.id])
  const sent = say('by Firefox')
  await new TestDevice(server, fan).sync([sent])
  const [entry] = (await list(fan)).data
  expect(entry).toMatchObject({ _id: sent.id, userAgent })
  expect(Math.abs(Date.parse(entry?.deviceSeenAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect(await lookUp(fan, sent.id)).toEqual([200, entry])
  await em.execute('delete from session where user_id = ?', [fan.id])
  fan = await signIn(server, fan.user)
  expect((await list(fan)).data[0]).toMatchObject({ _id: sent.id, userAgent: null })
})

test('[LEDGER-5] it comes by page, the latest first, and no page has what another has', async () => {
  const device = new TestDevice(server, fan)
  const sent = Array.from({ length: 7 }, (_, n) => say(`n ${n}`))
  for (const one of sent) await device.sync([one])
  const latestFirst = sent.map(({ id }) => id).toReversed()
  const pages = [1, 2, 3, 4].map((current) => list(fan, `?pageSize=3&current=${current}`))
  const read = await Promise.all(pages)
  expect(read.flatMap(({ data }) => data.map(({ _id }) => _id))).toEqual(latestFirst)
  expect(read.map(({ total }) => total)).toEqual([7, 7, 7, 7])
  for (const query of ['?sortBy=name', '?pageSize=101', '?current=0']) {
    expect((await call(server, `GET /sync/mutations${query}`, { token: fan.token })).status).toBe(400)
  }
})

test('it is for the account alone, by a session that holds', async () => {
  const mine = say('mine')
  await new TestDevice(server, fan).sync([mine])
  const { revoked, expired } = await deadTokens(server, fan.user)
  for (const token of [undefined, 'nonsense', revoked, expired]) {
    for (const target of ['GET /sync/mutations', `GET /sync/mutations/${mine.id}`] as const) {
      expect((await call(server, target, { token })).status).toBe(401)
    }
  }
  expect(await list(other)).toEqual({ data: [], total: 0 })
  const [foreign, none] = [await lookUp(other, mine.id), await lookUp(other, randomUUID())]
  expect(foreign).toEqual(none)
  expect(foreign).toMatchObject([404, { message: 'The server has not decided this change, or no longer knows of it.' }])
  expect((await lookUp(fan, 'x'))[0]).toBe(400)
})

test('a lane is kept as it came, whatever characters it has', async () => {
  const device = new TestDevice(server, fan)
  const odd = { ...say('odd'), lane: 'c:\u0000\ud800é' }
  expect((await device.sync([odd])).outcomes).toMatchObject([{ status: 'applied' }])
  expect((await lookUp(fan, odd.id))[1]).toMatchObject({ lane: 'c:\ufffdé', status: 'applied' })
})

function say(text: string) {
  return mutation('message.send', { _id: v7(), conversationId, text, fileIds: [] })
}

async function list(person: Person, query = ''): Promise<{ data: Listed[]; total: number }> {
  const { body } = await call(server, `GET /sync/mutations${query}`, { token: person.token })
  return body as unknown as { data: Listed[]; total: number }
}

async function lookUp(person: Person, id: string): Promise<[number, unknown]> {
  const { status, body } = await call(server, `GET /sync/mutations/${id}`, { token: person.token })
  delete body['requestId']
  return [status, body]
}
