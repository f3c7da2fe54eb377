import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { endStream } from '../streams/commands.ts'
import { begin } from '../streams/testing/begin.ts'
import { askToken, openSocket } from '../streams/testing/connect.ts'
import type { Show } from './entity.ts'
import { cancelShow, endShow } from './requests/end-show.ts'
import { takeSeat } from './requests/take-seat.ts'
import { makeShowStage } from './testing/show-stage.ts'
import type { ShowStage } from './testing/show-stage.ts'

let stage: ShowStage

beforeAll(async () => {
  stage = await makeShowStage()
})
afterAll(async () => {
  expect(await brokenRules(stage.server)).toEqual([])
  await stage.stop()
})

type Asked = Parameters<typeof takeSeat>[1]

function seat(fan: Person, streamId: string, given: Partial<Asked> = {}): Promise<Show> {
  const asked = { _id: randomUUID(), streamId, cap: 200, rateSeen: 20, ...given }
  return transact(stage.app, fan.actor, (tx) => takeSeat(tx, asked))
}

async function group(given: { groupMinimum?: number; groupMaximum?: number } = {}) {
  const creator = await stage.creator(given)
  const { id } = await begin(stage.server, creator, { kind: 'group', rate: 20 })
  await stage.enter(id, creator, 'publish')
  return { creator, id }
}

test('a group begins at its minimum, each fan has a meter, and one who leaves ends it for nobody else', async () => {
  const { id, creator } = await group({ groupMinimum: 2 })
  const [one, other] = [await stage.fan(), await stage.fan()]
  const first = await seat(one, id)
  expect(first).toMatchObject({ status: 'accepted', held: 20, minimum: 0 })
  expect(await stage.wallet(one)).toEqual({ balance: 980, held: 20 })
  await stage.enter(id, one, 'view')
  await stage.pass(40)
  expect((await stage.show(first.id)).status).toBe('accepted')
  const second = await seat(other, id)
  await stage.enter(id, other, 'view')
  await stage.pass(1)
  await stage.pass(30)
  expect([(await stage.show(first.id)).status, (await stage.show(second.id)).status]).toEqual(['active', 'active'])
  await transact(stage.app, one.actor, (tx) => endShow(tx, first.id))
  const left = await stage.show(first.id)
  expect(left).toMatchObject({ status: 'ended', endedReason: 'fan' })
  expect([10, 11]).toContain(left.charged)
  await stage.pass(30)
  expect((await stage.show(second.id)).status).toBe('active')
  await transact(stage.app, creator.actor, (tx) => endStream(tx, { id, reason: 'performer' }))
  await stage.pass(1)
  const ended = await stage.show(second.id)
  expect(ended).toMatchObject({ status: 'ended', endedReason: 'performer' })
  expect([20, 21]).toContain(ended.charged)
  expect(await stage.wallet(other)).toEqual({ balance: 1_000 - ended.charged, held: 0 })
})

test('a seat gets no picture before the group has its minimum, hears so in words, and gets it from then on', async () => {
  const { id } = await group({ groupMinimum: 2 })
  const [one, other, stranger] = [await stage.fan(), await stage.fan(), await stage.fan()]
  const answers = async (...fans: Person[]) =>
    Promise.all(
      fans.map(async (fan) => {
        const { status, message } = await askToken(stage.server, fan, { streamId: id, role: 'view' })
        return status === 201 || status === 200 ? 'token' : `${status} ${String(message)}`
      }),
    )
  const waits = '503 This show begins once enough fans have a seat.'
  const first = await seat(one, id)
  await stage.pass(5)
  expect(await answers(one, stranger)).toEqual([waits, expect.stringContaining('402 ')])
  // Its chat is open meanwhile.
  const socket = await openSocket(stage.server, one)
  expect(await socket.emitWithAck('stream:join', { streamId: id })).toMatchObject({ ok: true })
  socket.disconnect()
  await seat(other, id)
  expect(await answers(other)).toEqual(['token'])
  await stage.pass(1)
  expect(await answers(one)).toEqual(['token'])
  await stage.enter(id, one, 'view')
  await stage.pass(1)
  expect((await stage.show(first.id)).status).toBe('active')
})

test('the page of a group show knows the seat of its own fan while it is open, and no other’s', async () => {
  const { id, creator } = await group()
  const [fan, other] = [await stage.fan(), await stage.fan()]
  const { id: seatId } = await seat(fan, id)
  const { id: otherId } = await seat(other, id)
  const showId = async ({ token }: Person) =>
    (await call(stage.server, `GET /streaming/join/${id}`, { token })).body['showId']
  expect(await Promise.all([fan, other, creator].map(showId))).toEqual([seatId, otherId, null])
  await transact(stage.app, fan.actor, (tx) => cancelShow(tx, seatId))
  expect(await Promise.all([fan, other].map(showId))).toEqual([null, otherId])
  const open = await begin(stage.server, await stage.creator())
  expect((await call(stage.server, `GET /streaming/join/${open.id}`, { token: other.token })).body['showId']).toBeNull()
})

test('a fan who has given back five seats of a group show takes no sixth one, and others do', async () => {
  const { id } = await group({ groupMinimum: 2 })
  const [fan, other] = [await stage.fan(), await stage.fan()]
  for (let given = 0; given < 5; given += 1) {
    const { id: requestId } = await seat(fan, id)
    await transact(stage.app, fan.actor, (tx) => cancelShow(tx, requestId))
  }
  await expect(seat(fan, id)).rejects.toThrow('You were in and out of this show too often.')
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000, held: 0 })
  expect((await seat(other, id)).status).toBe('accepted')
})

test('a seat in a group that has begun has 30 seconds to connect', async () => {
  const { id } = await group({ groupMinimum: 1 })
  const [one, late] = [await stage.fan(), await stage.fan()]
  await seat(one, id)
  await stage.enter(id, one, 'view')
  await stage.pass(2)
  const absent = await seat(late, id)
  await stage.pass(28)
  expect((await stage.show(absent.id)).status).toBe('accepted')
  await stage.pass(5)
  expect((await stage.show(absent.id)).status).toBe('failed')
  expect(await stage.wallet(late)).toEqual({ balance: 1_000, held: 0 })
})

test('a group takes no more than its maximum, at once too, and a seat that is left is free again', async () => {
  const { id } = await group({ groupMinimum: 2, groupMaximum: 2 })
  const fans = await Promise.all([stage.fan(), stage.fan(), stage.fan(), stage.fan()])
  const ends = await Promise.allSettled(fans.map((fan) => seat(fan, id)))
  const taken = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  expect(taken).toHaveLength(2)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ kind: 'conflict' })
  const [first] = taken
  const owner = fans.find((fan) => fan.id === first?.fanId)
  if (!first || !owner) throw new Error('nobody has a seat')
  await transact(stage.app, owner.actor, (tx) => cancelShow(tx, first.id))
  expect((await seat(owner, id)).status).toBe('accepted')
})

test('a second seat, another price, too small a cap, the own show and other streams are refused', async () => {
  const { id, creator } = await group()
  const fan = await stage.fan(200)
  const refusal = (given: Partial<Asked>, streamId = id) => seat(fan, streamId, given).catch((error: unknown) => error)
  expect(await refusal({ rateSeen: 19 })).toMatchObject({ message: 'The price has changed. Nothing was charged.' })
  expect(await refusal({ cap: 19 })).toMatchObject({ kind: 'invalid', message: 'Choose at least 20 tokens.' })
  expect(await refusal({ cap: 201 })).toMatchObject({ kind: 'payment-required' })
  expect(await refusal({}, randomUUID())).toMatchObject({ kind: 'not-found' })
  await expect(seat(creator, id)).rejects.toMatchObject({ kind: 'forbidden' })
  const open = await begin(stage.server, await stage.creator())
  expect(await refusal({}, open.id)).toMatchObject({ message: 'This stream is no group show.' })
  const { id: taken } = await seat(fan, id)
  expect((await seat(fan, id, { _id: taken })).id).toBe(taken)
  expect(await refusal({ cap: 100 })).toMatchObject({ message: 'You have a seat already.' })
  const blocked = await stage.fan()
  await call(stage.server, 'POST /block/users', { token: creator.token, body: { userId: blocked.id, reason: '' } })
  await expect(seat(blocked, id)).rejects.toMatchObject({ kind: 'not-found' })
  await transact(stage.app, creator.actor, (tx) => endStream(tx, { id, reason: 'performer' }))
  const late = await stage.fan()
  await expect(seat(late, id)).rejects.toMatchObject({ message: 'The stream is over.' })
  await stage.pass(1)
  expect(await stage.wallet(fan)).toEqual({ balance: 200, held: 0 })
})
