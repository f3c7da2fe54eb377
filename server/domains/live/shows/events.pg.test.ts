import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import type { ClientToServer, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { makeShowStage } from './testing/show-stage.ts'
import type { ShowStage } from './testing/show-stage.ts'

type Client = Socket<ServerToClient, ClientToServer>

let stage: ShowStage

beforeAll(async () => {
  stage = await makeShowStage()
})
afterAll(async () => {
  expect(await brokenRules(stage.server)).toEqual([])
  await stage.stop()
})

/** A socket of an account, and the states of shows that it was told. */
async function connect({ token }: Person): Promise<{ client: Client; told: Show[] }> {
  const client: Client = io(stage.server.url, { transports: ['websocket'], forceNew: true })
  onTestFinished(() => void client.disconnect())
  await once(client as never, 'connect')
  await client.emitWithAck('login', { token })
  const told: Show[] = []
  client.on('show:state', (show) => void told.push(show))
  return { client, told }
}

test('a request rings on the sockets of its creator, and each answer is told to both sides', async () => {
  const [fan, creator, stranger] = [await stage.fan(), await stage.creator(), await stage.fan()]
  const [ofFan, ofCreator, ofStranger] = [await connect(fan), await connect(creator), await connect(stranger)]
  const _id = randomUUID()
  const asked = { _id, performerId: creator.id, minutes: 10, cap: 600, rateSeen: 60 }
  expect(await ofFan.client.emitWithAck('show:request', asked)).toMatchObject({
    ok: true,
    show: { _id, status: 'requested' },
  })
  await expect.poll(() => ofCreator.told.at(-1)?.status).toBe('requested')
  expect(ofCreator.told[0]).toMatchObject({ _id, rate: 60, minutes: 10, fan: { _id: fan.id } })
  const refused: unknown = await ofStranger.client.emitWithAck('show:accept', { requestId: _id })
  expect(refused).toEqual({ ok: false, message: 'There is no such show.' })
  expect(await ofCreator.client.emitWithAck('show:accept', { requestId: _id })).toMatchObject({
    ok: true,
    show: { status: 'accepted', held: 180, streamId: _id, conversationId: _id },
  })
  await expect.poll(() => ofFan.told.at(-1)?.status).toBe('accepted')
  await stage.enter(_id, creator, 'publish')
  await stage.enter(_id, fan, 'view')
  await stage.pass(1)
  await stage.pass(21)
  await expect.poll(() => ofFan.told.at(-1)?.seconds).toBeGreaterThanOrEqual(15)
  // Every five seconds, and when something changes.
  expect(ofCreator.told.filter(({ status }) => status === 'active').length).toBeGreaterThanOrEqual(4)
  expect(await ofFan.client.emitWithAck('show:end', { requestId: _id })).toMatchObject({
    ok: true,
    show: { status: 'ended', endedReason: 'fan', charged: 180, held: 0 },
  })
  await expect.poll(() => ofCreator.told.at(-1)?.status).toBe('ended')
  expect(ofStranger.told).toEqual([])
  expect(new Set(ofFan.told.map(({ cap }) => cap))).toEqual(new Set([600]))
  expect(new Set(ofCreator.told.map(({ cap }) => cap)), 'the limit is the fan’s own').toEqual(new Set([null]))
  for (const [who, cap] of [
    [fan, 600],
    [creator, null],
  ] as const) {
    const one = await call(stage.server, `GET /streaming/shows/${_id}`, { token: who.token })
    const all = await call(stage.server, 'GET /streaming/shows/search', { token: who.token })
    expect([one.body['cap'], (all.body['data'] as Show[])[0]?.cap]).toEqual([cap, cap])
  }
})

test('a fan without tokens is told that the request has failed, and the creator why', async () => {
  const [fan, creator] = [await stage.fan(600), await stage.creator()]
  const [ofFan, ofCreator] = [await connect(fan), await connect(creator)]
  const _id = randomUUID()
  await ofFan.client.emitWithAck('show:request', {
    _id,
    performerId: creator.id,
    minutes: 10,
    cap: 600,
    rateSeen: 60,
  })
  await stage.spend(fan, creator, 500)
  expect(await ofCreator.client.emitWithAck('show:accept', { requestId: _id })).toEqual({
    ok: false,
    message: 'This fan does not have enough tokens any more.',
  })
  await expect.poll(() => ofFan.told.at(-1)).toMatchObject({ status: 'failed', endedReason: 'balance' })
})

test('declining and taking back are told, and what does not fit is refused', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const [ofFan, ofCreator] = [await connect(fan), await connect(creator)]
  const ask = (_id: string, rateSeen = 60) =>
    ofFan.client.emitWithAck('show:request', { _id, performerId: creator.id, minutes: 10, cap: 600, rateSeen })
  expect(await ask('no id')).toEqual({ ok: false, message: 'This event is not valid.' })
  expect(await ask(randomUUID(), 50)).toEqual({ ok: false, message: 'The price has changed. Nothing was charged.' })
  const [first, second] = [randomUUID(), randomUUID()]
  await ask(first)
  await ofCreator.client.emitWithAck('show:decline', { requestId: first })
  await expect.poll(() => ofFan.told.at(-1)).toMatchObject({ _id: first, status: 'declined' })
  await ask(second)
  await ofFan.client.emitWithAck('show:cancel', { requestId: second })
  await expect.poll(() => ofCreator.told.at(-1)).toMatchObject({ _id: second, status: 'canceled' })
  const seat = { _id: randomUUID(), streamId: randomUUID(), cap: 20, rateSeen: 20 }
  expect(await ofFan.client.emitWithAck('show:seat', seat)).toEqual({
    ok: false,
    message: 'This stream does not exist.',
  })
})
