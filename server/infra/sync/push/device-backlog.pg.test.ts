import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makePair, signIn } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice, textMutation } from '../testing/test-device.ts'

let server: TestServer
let fan: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  count += 1
  ;({ fan, conversationId } = await makePair(server, count))
})

test('[BACKLOG-1] the backlog that a device reports stands until it reports another, with a push or without', async () => {
  const device = new TestDevice(server, fan)
  expect(await waiting()).toEqual([0])
  await post(device, { left: 2 })
  expect(await waiting()).toEqual([2])
  await post(device, { mutations: [textMutation(conversationId, 'one')], left: 1 })
  expect(await waiting()).toEqual([1])
  await post(device, {})
  expect(await waiting()).toEqual([0])
})

test('[BACKLOG-1] a device that has said so before its first push pushes like any other', async () => {
  const device = new TestDevice(server, fan)
  await post(device, { left: 1 })
  const { outcomes, copied } = await device.sync([textMutation(conversationId, 'one')], true)
  expect([outcomes.map(({ status }) => status), copied]).toEqual([['applied'], undefined])
  expect(await waiting()).toEqual([0])
})

test('[BACKLOG-2] each session is listed with what waited there; where its database was made anew, with what waits since', async () => {
  const first = new TestDevice(server, fan)
  await post(first, { left: 3 })
  const again = await signIn(server, fan.user)
  expect(await waiting(again)).toEqual([0, 3])
  await post(new TestDevice(server, again), { left: 1 })
  expect(await waiting(again)).toEqual([1, 3])
  await post(new TestDevice(server, fan), { mutations: [textMutation(conversationId, 'one')] })
  expect(await waiting(again)).toEqual([1, 0])
})

test('[BACKLOG-2] nobody reads what waits on the devices of another account', async () => {
  const other = (await makePair(server, count + 1000)).fan
  await post(new TestDevice(server, fan), { left: 3 })
  expect(await waiting(other)).toEqual([0])
})

test.each([-1, 1.5, '3', 2 ** 31, 2 ** 53])('[BACKLOG-1] a backlog of %s is refused', async (left) => {
  const device = new TestDevice(server, fan)
  expect(await device.post({ ...device.request(), left })).toMatchObject({ status: 400 })
  expect(await waiting()).toEqual([0])
})

test('[BACKLOG-3] the latest 100 devices without any mutation are stored, and all others', async () => {
  const first = new TestDevice(server, fan)
  const mutation = textMutation(conversationId, 'one')
  await post(first, { mutations: [mutation], left: 7 })
  const [forgotten, late] = [new TestDevice(server, fan), new TestDevice(server, fan)]
  await post(forgotten, { left: 1 })
  for (let made = 0; made < 99; made += 1) await post(new TestDevice(server, fan), { left: 1 })
  await post(late, { left: 1 })
  const rows = await server.app.orm.em
    .fork()
    .execute<{ id: string }[]>('select device_id as id from device where account_id = ?', [fan.id])
  const known = new Set(rows.map(({ id }) => id))
  expect([known.size, known.has(forgotten.device), known.has(late.device)]).toEqual([101, false, true])
  // Neither has lost anything by it.
  expect((await forgotten.sync([textMutation(conversationId, 'two')])).outcomes).toMatchObject([{ status: 'applied' }])
  expect((await first.sync([mutation])).outcomes).toMatchObject([{ id: mutation.id, status: 'applied' }])
})

async function post(
  device: TestDevice,
  { mutations, ...said }: { mutations?: ReturnType<typeof textMutation>[]; left?: number },
) {
  const request = { ...device.request(mutations), ...said }
  const { status, text } = await device.post(request)
  expect([status, text]).toEqual([200, text])
  if (mutations) Object.assign(device, { turn: device.turn + 1, incarnation: request.next, next: undefined })
}

/** The backlog of each open session, the asking one first. */
async function waiting({ token } = fan): Promise<number[]> {
  const { body } = await call(server, 'GET /auth/users/me/sessions', { token })
  const sessions = body['data'] as { current: boolean; waiting: number }[]
  const own = sessions.filter(({ current }) => current)
  return [...own, ...sessions.filter(({ current }) => !current)].map(({ waiting: count }) => count)
}
