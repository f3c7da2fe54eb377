import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { Charge } from '../../money/money/charges/entity.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { User } from '../../people/accounts/entity.ts'
import { suspendAccount } from '../../people/accounts/suspend.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { endStream } from '../streams/commands.ts'
import { doorOf } from '../streams/door.ts'
import { Stream } from '../streams/entity.ts'
import { begin } from '../streams/testing/begin.ts'
import { endShow } from './requests/end-show.ts'
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

const end = (who: Person, id: string) => transact(stage.app, who.actor, (tx) => endShow(tx, id))
const chargeOf = (id: string) => stage.app.orm.em.fork().findOne(Charge, { id })
const streamOf = (id: string) => stage.app.orm.em.fork().findOneOrFail(Stream, { id })

test('a show holds its minimum when it is accepted, begins with both sides, and costs its seconds', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.accepted(fan, creator)
  expect(await stage.wallet(fan)).toEqual({ balance: 820, held: 180 })
  expect(await streamOf(id)).toMatchObject({ kind: 'private', performerId: creator.id })
  await stage.enter(id, creator, 'publish')
  await stage.pass(5)
  expect((await stage.show(id)).status).toBe('accepted')
  await stage.enter(id, fan, 'view')
  await stage.pass(0)
  expect((await stage.show(id)).status).toBe('active')
  await stage.pass(157)
  await end(creator, id)
  const show = await stage.show(id)
  expect(show).toMatchObject({ status: 'ended', endedReason: 'performer', seconds: 157, charged: 157, chargeId: id })
  expect(await chargeOf(id)).toMatchObject({ type: 'stream', tokens: 157, seconds: 157, fanId: fan.id })
  expect(await stage.wallet(fan)).toEqual({ balance: 843, held: 0 })
  expect(await streamOf(id)).toMatchObject({ status: 'ended', endedReason: 'show' })
  const { body } = await call(stage.server, 'GET /wallet/charges/search', { token: fan.token })
  expect(body['data']).toMatchObject([{ type: 'stream', tokens: 157, seconds: 157 }])
})

test('a fan who leaves early owes the minimum, and later the seconds', async () => {
  const [early, late] = [await stage.fan(), await stage.fan()]
  const first = await stage.active(early, await stage.creator())
  await stage.pass(10)
  await end(early, first)
  expect(await stage.show(first)).toMatchObject({ endedReason: 'fan', seconds: 10, charged: 180 })
  const second = await stage.active(late, await stage.creator())
  await stage.pass(200)
  await end(late, second)
  expect(await stage.show(second)).toMatchObject({ endedReason: 'fan', seconds: 200, charged: 200 })
})

test('a creator who leaves is paid the seconds alone, and nothing at all before the first', async () => {
  const fan = await stage.fan()
  const creator = await stage.creator()
  const first = await stage.active(fan, creator)
  await stage.pass(10)
  await end(creator, first)
  expect(await stage.show(first)).toMatchObject({ endedReason: 'performer', charged: 10 })
  const second = await stage.active(fan, creator)
  await end(creator, second)
  expect(await stage.show(second)).toMatchObject({ endedReason: 'performer', charged: 0, chargeId: null })
  expect(await stage.wallet(fan)).toEqual({ balance: 990, held: 0 })
})

test('a cap of 200 ends the show at 200 tokens, never at 201', async () => {
  const fan = await stage.fan()
  const id = await stage.active(fan, await stage.creator(), { cap: 200 })
  await stage.pass(199)
  expect(await stage.show(id)).toMatchObject({ status: 'active', held: 200 })
  await stage.pass(10)
  expect(await stage.show(id)).toMatchObject({ status: 'ended', endedReason: 'cap', seconds: 200, charged: 200 })
  expect(await stage.wallet(fan)).toEqual({ balance: 800, held: 0 })
})

test('the next minute is held 15 seconds before it begins; where it cannot be, the show ends with the held time', async () => {
  const [fan, creator] = [await stage.fan(300), await stage.creator()]
  const id = await stage.active(fan, creator, { cap: 300 })
  await stage.pass(160)
  expect(await stage.show(id)).toMatchObject({ held: 180, lowBalance: false })
  await stage.pass(10)
  expect(await stage.show(id)).toMatchObject({ held: 240, lowBalance: false })
  await stage.spend(fan, creator, 40)
  await stage.pass(60)
  expect(await stage.show(id)).toMatchObject({ held: 240, lowBalance: true, status: 'active' })
  await stage.pass(20)
  expect(await stage.show(id)).toMatchObject({ status: 'ended', endedReason: 'balance', seconds: 240, charged: 240 })
  expect(await stage.wallet(fan)).toEqual({ balance: 20, held: 0 })
})

test('both are told how many seconds are left, two minutes before the end and not before', async () => {
  const [fan, creator] = [await stage.fan(400), await stage.creator()]
  const id = await stage.active(fan, creator, { cap: 400 })
  const left = async () =>
    (await call(stage.server, `GET /streaming/shows/${id}`, { token: fan.token })).body['secondsLeft']
  await stage.pass(275)
  expect(await left()).toBeNull()
  await stage.pass(6)
  expect(await left()).toBe(119)
})

test('a viewer whose line dies at 37 seconds pays 37, and the show ends after the grace', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(37)
  await stage.pass(18, [fan])
  expect((await stage.show(id)).status).toBe('active')
  await stage.pass(2, [fan])
  expect(await stage.show(id)).toMatchObject({ endedReason: 'line', lostSide: 'fan', seconds: 37, charged: 37 })
  expect(await stage.wallet(fan)).toEqual({ balance: 963, held: 0 })
})

test('a line that comes back in time goes on, and its hole is not paid', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(30)
  await stage.pass(10, [creator])
  await stage.pass(30)
  await end(creator, id)
  const { seconds } = await stage.show(id)
  expect(seconds).toBeGreaterThanOrEqual(59)
  expect(seconds).toBeLessThanOrEqual(60)
})

test('the third line of a fan that dies in a day owes the minimum, a day later the seconds again', async () => {
  const [fan, creator] = [await stage.fan(2_000), await stage.creator()]
  const charged: number[] = []
  for (let place = 0; place < 4; place += 1) {
    const id = await stage.active(fan, creator)
    await stage.pass(20)
    await stage.pass(25, [fan])
    charged.push((await stage.show(id)).charged)
    if (place === 2) await stage.app.orm.em.fork().execute(`update show set ended_at = ended_at - interval '1 day'`)
  }
  expect(charged).toEqual([20, 20, 180, 20])
})

test('a creator whose line dies is paid the seconds alone, however often', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  for (let place = 0; place < 3; place += 1) {
    const id = await stage.active(fan, creator)
    await stage.pass(20)
    await stage.pass(20, [creator])
    expect(await stage.show(id)).toMatchObject({ endedReason: 'line', lostSide: 'performer', charged: 20 })
  }
})

test('twenty random cuts in ten minutes: no second is paid that was cut, and nearly all others are', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  let connected = 0
  for (let cut = 0; cut < 20; cut += 1) {
    const [there, away] = [15 + ((cut * 7) % 11), 3 + ((cut * 5) % 9)]
    await stage.pass(there)
    connected += there
    await stage.pass(away, [cut % 2 === 0 ? fan : creator])
  }
  await stage.pass(1)
  await end(creator, id)
  const { seconds, charged } = await stage.show(id)
  expect(seconds).toBeLessThanOrEqual(connected + 1)
  // Each time, up to half a second passes until the room is looked at again.
  expect(seconds).toBeGreaterThanOrEqual(connected - 10)
  expect(charged).toBe(seconds)
})

test('a fan who is blocked in a show leaves it, and owes the seconds alone', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(12)
  const body = { userId: fan.id, reason: '' }
  expect((await call(stage.server, 'POST /block/users', { token: creator.token, body })).status).toBeLessThan(300)
  await stage.pass(1)
  const show = await stage.show(id)
  expect(show).toMatchObject({ status: 'ended', endedReason: 'performer' })
  expect(show.charged).toBeLessThanOrEqual(13)
})

test.for([
  [
    'closes the account',
    (fan: Person) =>
      transact(stage.app, null, ({ em }) => em.nativeUpdate(User, { id: fan.id }, { status: 'deactivated' })),
  ],
  [
    'blocks the creator',
    (fan: Person, creator: Person) =>
      transact(stage.app, null, ({ em, now }) =>
        em.execute('insert into block (performer_id, user_id, created_at) values (?, ?, ?)', [fan.id, creator.id, now]),
      ),
  ],
] as const)('a fan who %s in a show leaves it, and owes the minimum', async ([, leave]) => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(12)
  await leave(fan, creator)
  await stage.pass(1)
  expect(await stage.show(id)).toMatchObject({ status: 'ended', endedReason: 'fan', charged: 180 })
})

test('an account that is suspended, and a stream that staff ends, end the show as staff', async () => {
  const [fan, other] = [await stage.fan(), await stage.fan()]
  const first = await stage.active(fan, await stage.creator())
  await stage.pass(9)
  await transact(stage.app, null, (tx) => suspendAccount(tx, fan.id, 'Test'))
  await stage.pass(1)
  expect(await stage.show(first)).toMatchObject({ status: 'ended', endedReason: 'staff' })
  const second = await stage.active(other, await stage.creator())
  await stage.pass(9)
  await transact(stage.app, null, (tx) => endStream(tx, { id: second, reason: 'staff' }))
  await stage.pass(1)
  expect(await stage.show(second)).toMatchObject({ status: 'ended', endedReason: 'staff' })
})

test('the public stream shows its creator as away meanwhile, or ends, as they have chosen', async () => {
  const fan = await stage.fan()
  const [stays, leaves] = [await stage.creator(), await stage.creator({ awayDuringPrivate: false })]
  const [kept, ended] = [await begin(stage.server, stays), await begin(stage.server, leaves)]
  const id = await stage.active(fan, stays)
  expect(await streamOf(kept.id)).toMatchObject({ isAway: true, status: 'starting' })
  await end(fan, id)
  expect(await streamOf(kept.id)).toMatchObject({ isAway: false, status: 'starting' })
  await stage.accepted(fan, leaves)
  expect(await streamOf(ended.id)).toMatchObject({ status: 'ended', endedReason: 'performer' })
})

test('a stream that begins during a private show shows its creator as away until the end of it, and no group show begins', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await expect(begin(stage.server, creator, { kind: 'group', rate: 20 })).rejects.toThrow(
    'End your private show first.',
  )
  const { id: streamId } = await begin(stage.server, creator)
  expect((await streamOf(streamId)).isAway).toBe(true)
  await end(fan, id)
  expect((await streamOf(streamId)).isAway).toBe(false)
})

test('a creator who looks at their own private room takes no seat in it', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.accepted(fan, creator)
  await stage.enter(id, creator, 'publish')
  await stage.enter(id, creator, 'view')
  const [source, now] = [{ app: stage.app, em: stage.app.orm.em.fork() }, stage.app.clock()]
  expect(await doorOf(source, { userId: fan.id, now }, await streamOf(id))).toEqual({ door: 'open' })
  await stage.enter(id, fan, 'view')
  await stage.pass(1)
  expect((await stage.show(id)).status).toBe('active')
})

test('a show whose server is gone ends at its stored seconds, and the rest comes back', async () => {
  const [fan, creator] = [await stage.fan(), await stage.creator()]
  const id = await stage.active(fan, creator)
  await stage.pass(43)
  const em = stage.app.orm.em.fork()
  const silent = (ms: number) =>
    em.execute(`update show set node = 'gone', alive_at = ? where id = ?`, [
      new Date(stage.app.clock().getTime() - ms),
      id,
    ])
  await silent(15_000)
  await stage.pass(1)
  expect((await stage.show(id)).status).toBe('active')
  await silent(21_000)
  await stage.pass(1)
  const show = await stage.show(id)
  expect(show).toMatchObject({ status: 'ended', endedReason: 'crash', charged: show.seconds })
  expect(show.seconds).toBeGreaterThanOrEqual(38)
  expect(show.seconds).toBeLessThanOrEqual(43)
  expect(await stage.wallet(fan)).toEqual({ balance: 1_000 - show.seconds, held: 0 })
})
