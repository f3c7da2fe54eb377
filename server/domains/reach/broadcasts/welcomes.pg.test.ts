import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { offerTrial, startTrial } from '../../money/offers/testing/make.ts'
import { Subscription } from '../../money/subscriptions/entity.ts'
import { join, offer } from '../../money/subscriptions/testing/subscribe.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { CastStage } from './testing/cast-stage.ts'

let stage: CastStage
beforeAll(async () => {
  stage = await CastStage.open()
})
afterAll(() => stage.server.stop())

const DAY_MS = 86_400_000

function welcome(creator: Person, trigger: string, body: object = {}) {
  const whole = { text: `Thank you: ${trigger}`, fileIds: [], price: 0, isOn: true, ...body }
  return call(stage.server, `PUT /performer/welcomes/${trigger}`, { token: creator.token, body: whole })
}

async function textsOf(person: Person): Promise<string[]> {
  const device = new TestDevice(stage.server, person)
  await device.syncToEnd()
  return device
    .all<MessageRecord>('messages')
    .toSorted((a, b) => a.seq - b.seq)
    .map(({ text, origin }) => `${text} (${origin})`)
}

function follow(fan: Person, creator: Person, following = true) {
  const args = {
    performerId: creator.id,
    following,
    creator: { _id: creator.id, name: 'x', username: 'x', avatar: null },
  }
  return new TestDevice(stage.server, fan).sync([mutation('follow.set', args as never)])
}

test('a new follower is greeted once in 90 days, also after following anew and by several devices at once', async () => {
  let [creator, fan] = [await stage.person(true), await stage.person()]
  expect((await welcome(creator, 'follow')).status).toBe(200)
  await Promise.all([1, 2, 3].map(() => follow(fan, creator)))
  expect(await textsOf(fan)).toEqual(['Thank you: follow (automatic)'])
  await follow(fan, creator, false)
  stage.pass(90 * DAY_MS - 5_000)
  ;[creator, fan] = [await stage.again(creator), await stage.again(fan)]
  await welcome(creator, 'follow', { text: 'Other words' })
  await follow(fan, creator)
  expect(await textsOf(fan)).toHaveLength(1)
  await follow(fan, creator, false)
  stage.pass(10_000)
  await follow(fan, creator)
  // The former one stays as it was.
  expect(await textsOf(fan)).toEqual(['Thank you: follow (automatic)', 'Other words (automatic)'])
})

test('a subscriber is greeted as one, and as one who is back after the end; a welcome that is off says nothing', async () => {
  const [creator, fan] = [await stage.person(true), await stage.person()]
  for (const trigger of ['follow', 'subscribe', 'return']) await welcome(creator, trigger)
  await offer(stage.server, creator, { isFree: true })
  await join(stage.server, fan, { to: creator, type: 'free', price: 0 })
  expect(await textsOf(fan)).toEqual(['Thank you: subscribe (automatic)'])
  const quiet = await stage.person()
  await welcome(creator, 'follow', { isOn: false })
  await follow(quiet, creator)
  expect(await textsOf(quiet)).toEqual([])
})

test('a trial is greeted as a subscription, once in 90 days: also by several devices, and by the subscription after it', async () => {
  const [creator, fan] = [await stage.person(true), await stage.person()]
  for (const trigger of ['follow', 'subscribe', 'return']) await welcome(creator, trigger)
  await offer(stage.server, creator, { isFree: true })
  const { code } = await offerTrial(stage.server, creator, { days: 7 })
  const answers = await Promise.all([1, 2, 3].map(() => startTrial(stage.server, { ...fan, code })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404])
  expect(await textsOf(fan)).toEqual(['Thank you: subscribe (automatic)'])
  await join(stage.server, fan, { to: creator, type: 'free', price: 0 })
  expect(await textsOf(fan)).toHaveLength(1)
})

test('a trial after a subscription that has ended is greeted as a return', async () => {
  const [creator, fan] = [await stage.person(true), await stage.person()]
  for (const trigger of ['subscribe', 'return']) await welcome(creator, trigger)
  await offer(stage.server, creator, { isFree: true })
  const { id } = await join(stage.server, fan, { to: creator, type: 'free', price: 0 })
  const ended = { months: 1, endedAt: stage.now() }
  await stage.server.app.orm.em.fork().nativeUpdate(Subscription, { id }, ended)
  const { code } = await offerTrial(stage.server, creator, { days: 7 })
  expect((await startTrial(stage.server, { ...fan, code })).status).toBe(201)
  expect(await textsOf(fan)).toEqual(['Thank you: subscribe (automatic)', 'Thank you: return (automatic)'])
})

test('a welcome that is on says something, is a creator’s, and has its own files and price', async () => {
  const [creator, fan] = [await stage.person(true), await stage.person()]
  expect((await welcome(creator, 'follow', { text: ' ' })).status).toBe(400)
  expect((await welcome(fan, 'follow')).status).toBe(403)
  expect((await welcome(creator, 'never')).status).toBe(400)
  const photo = await stage.photo(creator)
  const { body } = await welcome(creator, 'follow', { fileIds: [photo], price: 5 })
  expect(body).toMatchObject({ data: [{ trigger: 'follow', isOn: true, price: 5, files: [{ _id: photo }] }, {}, {}] })
  await follow(fan, creator)
  const device = new TestDevice(stage.server, fan)
  await device.syncToEnd()
  expect(device.all<MessageRecord>('messages')).toMatchObject([{ sale: { price: 5, isLocked: true, fileCount: 1 } }])
})
