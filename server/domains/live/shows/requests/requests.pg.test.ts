import { randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { MoneyHold } from '../../../money/money/holds/entity.ts'
import { brokenRules } from '../../../money/money/testing/books.ts'
import { NotificationEvent } from '../../../notify/notifications/entity.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { Stream } from '../../streams/entity.ts'
import { begin } from '../../streams/testing/begin.ts'
import type { Show } from '../entity.ts'
import { makeShowStage } from '../testing/show-stage.ts'
import type { ShowStage } from '../testing/show-stage.ts'
import { acceptShow } from './accept-show.ts'
import { cancelShow, declineShow, endShow } from './end-show.ts'
import { requestShow } from './request-show.ts'

let stage: ShowStage

beforeAll(async () => {
  stage = await makeShowStage()
})
afterAll(async () => {
  expect(await brokenRules(stage.server)).toEqual([])
  await stage.stop()
})

type Asked = Parameters<typeof requestShow>[1]

function ask(fan: Person, creator: Person, given: Partial<Asked> = {}): Promise<Show> {
  const asked = { _id: randomUUID(), performerId: creator.id, minutes: 10, cap: 600, rateSeen: 60, ...given }
  return transact(stage.app, fan.actor, (tx) => requestShow(tx, asked))
}
const accept = (who: Person, id: string) => transact(stage.app, who.actor, (tx) => acceptShow(tx, id))
const decline = (who: Person, id: string) => transact(stage.app, who.actor, (tx) => declineShow(tx, id))
const cancel = (who: Person, id: string) => transact(stage.app, who.actor, (tx) => cancelShow(tx, id))
const end = (who: Person, id: string) => transact(stage.app, who.actor, (tx) => endShow(tx, id))
const run = (sql: string, params: unknown[]) => stage.app.orm.em.fork().execute(sql, params)

test('a request holds nothing, and expires after a minute, not before', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000, held: 0 })
  await stage.pass(58)
  expect((await stage.show(id)).status).toBe('requested')
  await stage.pass(3)
  expect((await stage.show(id)).status).toBe('expired')
  await expect(accept(creator, id)).rejects.toMatchObject({ kind: 'conflict', message: 'This request has expired.' })
})

test('a creator whose app is closed hears of a request by a notice', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  const events = await stage.app.orm.em.fork().find(NotificationEvent, { userId: creator.id, objectType: 'show' })
  expect(events).toMatchObject([{ kind: 'system', event: 'show-requested', objectType: 'show', objectId: id }])
})

test('a request that nobody has swept yet is accepted before its end, and not at it', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  const expireIn = (ms: number) =>
    run('update show set expires_at = ? where id = ?', [new Date(stage.app.clock().getTime() + ms), id])
  await expireIn(0)
  await expect(accept(creator, id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('the same request again is the same, and its id stands for nothing else', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  expect((await ask(fan, creator, { _id: id })).id).toBe(id)
  await expect(ask(fan, creator, { _id: id, cap: 601 })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(ask(await stage.fan(), creator, { _id: id })).rejects.toMatchObject({ kind: 'conflict' })
  await expect(ask(fan, creator)).rejects.toThrow('You have asked already. Wait for the answer.')
})

test('two requests of a fan at once are one', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => ask(fan, creator)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refusal)
})

test('a changed price, a cap below the minimum or beyond the wallet, and too few minutes are refused', async () => {
  const [fan, creator] = [await stage.fan(500), await stage.creator()]
  const refusal = (given: Partial<Asked>) => ask(fan, creator, { cap: 500, ...given }).catch((error: unknown) => error)
  expect(await refusal({ rateSeen: 59 })).toMatchObject({
    ...{ kind: 'conflict', message: 'The price has changed. Nothing was charged.' },
    details: [{ path: 'rateSeen', message: '60' }],
  })
  expect(await refusal({ cap: 179 })).toMatchObject({ kind: 'invalid', message: 'Choose at least 180 tokens.' })
  expect(await refusal({ minutes: 2 })).toMatchObject({ kind: 'invalid' })
  expect(await refusal({ cap: 501 })).toMatchObject({ kind: 'payment-required' })
  expect((await ask(fan, creator, { cap: 180, minutes: 3 })).status).toBe('requested')
})

test('a creator who takes no shows, is in one, is closed, or blocks the fan cannot be asked', async () => {
  const [fan, other] = [await stage.fan(), await stage.fan()]
  const closed = await stage.creator({ acceptsPrivate: false })
  await expect(ask(fan, closed)).rejects.toThrow('This creator takes no private shows now.')
  const busy = await stage.creator()
  await stage.accepted(other, busy)
  await expect(ask(fan, busy)).rejects.toThrow('This creator is in a private show now.')
  const blocking = await stage.creator()
  await call(stage.server, 'POST /block/users', { token: blocking.token, body: { userId: fan.id, reason: '' } })
  await expect(ask(fan, blocking)).rejects.toMatchObject({ kind: 'not-found' })
  const rejected = await stage.creator()
  await run(`update performer set verification = 'rejected' where user_id = ?`, [rejected.id])
  await expect(ask(fan, rejected)).rejects.toMatchObject({ kind: 'not-found' })
  await expect(ask(fan, fan)).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(ask(busy, busy)).rejects.toMatchObject({ kind: 'forbidden' })
})

test('a request that is accepted on two devices at once is one show and one hold', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  const accepted = await Promise.all(Array.from({ length: 5 }, () => accept(creator, id)))
  expect(accepted.map(({ show }) => show.status)).toEqual(Array(5).fill('accepted'))
  expect(await stage.wallet(fan)).toEqual({ balance: 820, held: 180 })
  expect(await stage.app.orm.em.fork().count(Stream, { performerId: creator.id })).toBe(1)
})

test('two fans are accepted at once: one is, and the other holds nothing', async () => {
  const [one, other, creator] = [await stage.fan(), await stage.fan(), await stage.creator()]
  const requests = [await ask(one, creator), await ask(other, creator)]
  const ends = await Promise.allSettled(requests.map(({ id }) => accept(creator, id)))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [refused] = ends.flatMap((each) => (each.status === 'rejected' ? [each.reason as Refusal] : []))
  expect(refused).toMatchObject({ kind: 'conflict', message: 'You are in a private show already.' })
  const held = [(await stage.wallet(one)).held, (await stage.wallet(other)).held]
  expect(held.toSorted((a, b) => a - b)).toEqual([0, 180])
})

test('a fan who has spent the tokens meanwhile: the request has failed for both, and says why', async () => {
  const [fan, creator] = [await stage.fan(600), await stage.creator()]
  const { id } = await ask(fan, creator)
  await stage.spend(fan, creator, 421)
  const { failure } = await accept(creator, id)
  expect(failure).toMatchObject({ kind: 'payment-required' })
  expect(await stage.show(id)).toMatchObject({ status: 'failed', endedReason: 'balance', streamId: null })
  expect(await stage.wallet(fan)).toEqual({ balance: 179, held: 0 })
})

test('a show to which nobody connects within 30 seconds has failed and costs nothing', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.accepted(fan, creator)
  await stage.pass(28)
  expect((await stage.show(id)).status).toBe('accepted')
  await stage.pass(3)
  expect((await stage.show(id)).status).toBe('failed')
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000, held: 0 })
  const stream = await stage.app.orm.em.fork().findOneOrFail(Stream, { id })
  expect(stream.status).toBe('ended')
})

test('a creator declines, a fan takes back, and each of it twice is once; everything else is over', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const first = await ask(fan, creator)
  await decline(creator, first.id)
  expect((await decline(creator, first.id)).status).toBe('declined')
  await expect(accept(creator, first.id)).rejects.toThrow('This request was declined.')
  await expect(cancel(fan, first.id)).rejects.toMatchObject({ kind: 'conflict' })
  const second = await ask(fan, creator)
  await expect(end(fan, second.id)).rejects.toMatchObject({ kind: 'conflict' })
  await cancel(fan, second.id)
  expect((await cancel(fan, second.id)).status).toBe('canceled')
  await expect(accept(creator, second.id)).rejects.toThrow('This request was taken back.')
  const third = await stage.accepted(fan, creator)
  await expect(decline(creator, third)).rejects.toThrow('This request was accepted already.')
  expect((await cancel(fan, third)).status).toBe('canceled')
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000, held: 0 })
  const open = await stage.app.orm.em.fork().count(MoneyHold, { userId: fan.id, state: 'open' })
  expect(open).toBe(0)
})

test('strangers, and the wrong side, find no request', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const [stranger, colleague] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  const attempts = [
    () => accept(fan, id),
    () => accept(colleague, id),
    () => decline(colleague, id),
    () => cancel(creator, id),
  ]
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({ kind: 'not-found', message: 'There is no such show.' })
  }
  await expect(end(stranger, id)).rejects.toMatchObject({ kind: 'not-found' })
  await expect(accept(creator, randomUUID())).rejects.toMatchObject({ kind: 'not-found' })
})

test('a fan whom the creator has blocked since is accepted no more', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const { id } = await ask(fan, creator)
  await call(stage.server, 'POST /block/users', { token: creator.token, body: { userId: fan.id, reason: '' } })
  await expect(accept(creator, id)).rejects.toMatchObject({ kind: 'conflict' })
})

test('a creator in a group show accepts no private one', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  await begin(stage.server, creator, { kind: 'group', rate: 20 })
  const { id } = await ask(fan, creator)
  await expect(accept(creator, id)).rejects.toThrow('End your group show first.')
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000, held: 0 })
})

test('the two sides read a show, and nobody else; the creator lists what waits, the oldest first', async () => {
  const [fan, other, creator] = [await stage.fan(), await stage.fan(), await stage.creator()]
  const first = await ask(fan, creator)
  await stage.pass(1)
  const second = await ask(other, creator)
  const read = (who: Person, path: string) => call(stage.server, `GET /streaming/shows/${path}`, { token: who.token })
  expect((await read(fan, first.id)).body).toMatchObject({
    ...{ _id: first.id, status: 'requested', rate: 60, minimum: 3, minutes: 10, cap: 600, held: 0, streamId: null },
    ...{ conversationId: first.id, performer: { _id: creator.id }, fan: { _id: fan.id }, secondsLeft: null },
  })
  expect((await read(creator, first.id)).status).toBe(200)
  expect((await read(other, first.id)).status).toBe(404)
  const { body } = await read(creator, 'requests')
  expect((body['data'] as { _id: string }[]).map(({ _id }) => _id)).toEqual([first.id, second.id])
  expect((await read(fan, 'requests')).status).toBe(403)
  expect((await read(fan, 'search')).body).toMatchObject({ total: 1, data: [{ _id: first.id }] })
  expect((await read(creator, 'search')).body).toMatchObject({ total: 2 })
})

test('the terms say the price, and whether a show can be had now', async () => {
  const [fan, blocked] = [await stage.fan(), await stage.fan()]
  const creator = await stage.creator({ privateRate: 90, privateMinimum: 5 })
  const terms = async (token?: string) =>
    (await call(stage.server, `GET /streaming/shows/terms/${creator.id}`, token === undefined ? {} : { token })).body
  expect(await terms(fan.token)).toEqual({ accepts: true, rate: 90, minimum: 5 })
  expect(await terms()).toMatchObject({ accepts: true })
  expect(await terms(creator.token)).toMatchObject({ accepts: false })
  await call(stage.server, 'POST /block/users', { token: creator.token, body: { userId: blocked.id, reason: '' } })
  const path = `GET /streaming/shows/terms/${creator.id}` as const
  expect((await call(stage.server, path, { token: blocked.token })).status).toBe(404)
  const { id } = await ask(fan, creator, { rateSeen: 90 })
  await accept(creator, id)
  expect(await terms(fan.token)).toMatchObject({ accepts: false })
  await end(fan, id)
  await stage.settings(creator, { acceptsPrivate: false })
  expect(await terms(fan.token)).toEqual({ accepts: false, rate: 90, minimum: 5 })
})
