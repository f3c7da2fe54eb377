import { randomUUID } from 'node:crypto'
import type { TipMenu } from '@vesper/sync/vesper/api/tip-menu.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { refundCharge } from '../../money/money/charges/refund.ts'
import { brokenRules } from '../../money/money/testing/books.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { makeShowStage } from '../shows/testing/show-stage.ts'
import type { ShowStage } from '../shows/testing/show-stage.ts'
import { endStream } from '../streams/commands.ts'
import { streamRoom } from '../streams/rooms.ts'
import { begin } from '../streams/testing/begin.ts'
import { setTipMenu } from './commands.ts'

let stage: ShowStage

beforeAll(async () => {
  stage = await makeShowStage()
})
afterAll(async () => {
  expect(await brokenRules(stage.server)).toEqual([])
  await stage.stop()
})

type Body = { version: number; items: TipMenu['items']; goal: { _id: string; title: string; tokens: number } | null }

const line = (title: string, price: number) => ({ _id: randomUUID(), title, price })
const set = (creator: Person, body: Body) => call(stage.server, 'PUT /tip-menu', { token: creator.token, body })

async function menuOf(creator: Person, viewer?: Person): Promise<TipMenu> {
  const given = viewer ? { token: viewer.token } : {}
  const { body } = await call(stage.server, `GET /tip-menu/${creator.id}`, given)
  return body as TipMenu
}

async function give(fan: Person, creator: Person, given: Record<string, unknown> = {}) {
  const body = { _id: randomUUID(), tokens: 50, ...given }
  return call(stage.server, `POST /wallet/charges/tip/${creator.id}`, { token: fan.token, body })
}

function linesOf(streamId: string) {
  const sql = 'select tokens, item, text, sender_id as "senderId" from stream_message where stream_id = ? order by seq'
  return stage.app.orm.em.fork().execute<object[]>(sql, [streamId])
}

test('a creator without a menu has an empty one, whose change needs the version that was seen', async () => {
  const creator = await stage.creator()
  expect(await menuOf(creator)).toEqual({ version: 0, items: [], goal: null })
  const items = [line('A song', 50), line('A dance', 120)]
  expect(await set(creator, { version: 0, items, goal: null })).toMatchObject({
    status: 200,
    body: { version: 1, items },
  })
  expect(await menuOf(creator)).toEqual({ version: 1, items, goal: null })
  expect((await set(creator, { version: 0, items: [], goal: null })).status).toBe(409)
  expect((await set(creator, { version: 2, items: [], goal: null })).status).toBe(409)
  const [first = line('x', 1)] = items
  expect((await set(creator, { version: 1, items: [first, first], goal: null })).status).toBe(400)
  expect((await menuOf(creator)).version).toBe(1)
})

test('two devices that change a menu at once: one is told to look again', async () => {
  const creator = await stage.creator()
  const body = { version: 0, items: [line('A song', 50)], goal: null }
  let late: ReturnType<typeof set> | undefined
  await transact(stage.app, creator.actor, async (tx) => {
    await setTipMenu(tx, body)
    late = set(creator, body)
    await waitsForLock(stage.server)
  })
  expect((await late)?.status).toBe(409)
  expect((await menuOf(creator)).version).toBe(1)
})

test('a menu is not there for whom the creator blocks, and fans have none', async () => {
  const [creator, fan] = [await stage.creator(), await stage.fan()]
  await call(stage.server, 'POST /block/users', { token: creator.token, body: { userId: fan.id, reason: '' } })
  expect((await call(stage.server, `GET /tip-menu/${creator.id}`, { token: fan.token })).status).toBe(404)
  expect((await set(fan, { version: 0, items: [], goal: null })).status).toBe(403)
})

test('a tip for a line of the menu costs its price, and keeps its title as it was', async () => {
  const [creator, other, fan] = [await stage.creator(), await stage.creator(), await stage.fan()]
  const song = line('A song', 50)
  await set(creator, { version: 0, items: [song], goal: null })
  expect(await give(fan, creator, { itemId: song._id, tokens: 49 })).toMatchObject({
    status: 409,
    body: { message: 'The price has changed. Nothing was charged.', details: [{ path: 'price', message: '50' }] },
  })
  expect((await give(fan, creator, { itemId: randomUUID() })).status).toBe(404)
  expect((await give(fan, other, { itemId: song._id })).status).toBe(404)
  const _id = randomUUID()
  const bought = await give(fan, creator, { _id, itemId: song._id })
  expect(bought).toMatchObject({ status: 201, body: { item: 'A song', tokens: 50 } })
  await set(creator, { version: 1, items: [{ ...song, title: 'Another song', price: 70 }], goal: null })
  // The same call again, though the line costs something else now.
  expect(await give(fan, creator, { _id, itemId: song._id })).toMatchObject({ status: 200, body: { item: 'A song' } })
  expect((await give(fan, creator, { _id })).status).toBe(409)
  expect((await give(fan, creator)).body).toMatchObject({ item: null })
  expect(await stage.wallet(fan)).toEqual({ balance: 900, held: 0 })
})

test('a goal counts tips since it was set, less what was given back, and knows when it was reached', async () => {
  const [creator, fan] = [await stage.creator(), await stage.fan()]
  await give(fan, creator, { tokens: 30 })
  await stage.pass(1)
  const goal = { _id: randomUUID(), title: 'A new mask', tokens: 100 }
  await set(creator, { version: 0, items: [], goal })
  expect((await menuOf(creator)).goal).toEqual({ ...goal, raised: 0, reachedAt: null })
  const first = randomUUID()
  await give(fan, creator, { _id: first, tokens: 60 })
  expect((await menuOf(creator)).goal).toMatchObject({ raised: 60, reachedAt: null })
  await stage.pass(1)
  await give(fan, creator, { tokens: 40 })
  const reachedAt = stage.app.clock().toISOString()
  expect((await menuOf(creator)).goal).toMatchObject({ raised: 100, reachedAt })
  await set(creator, { version: 1, items: [line('A song', 50)], goal: { ...goal, title: 'The mask' } })
  expect((await menuOf(creator)).goal).toMatchObject({ title: 'The mask', raised: 100 })
  await transact(stage.app, null, (tx) => refundCharge(tx, { chargeId: first, tokens: 20, reason: 'Test', key: first }))
  expect((await menuOf(creator)).goal).toMatchObject({ raised: 80, reachedAt: null })
  await stage.pass(1)
  await set(creator, { version: 2, items: [], goal: { ...goal, _id: randomUUID() } })
  expect((await menuOf(creator)).goal).toMatchObject({ raised: 0 })
  await set(creator, { version: 3, items: [], goal: null })
  expect((await menuOf(creator)).goal).toBeNull()
})

test('a tip in a stream is a line of its chat, and its viewers look at the goal anew', async () => {
  const [creator, fan] = [await stage.creator(), await stage.fan()]
  const { id: streamId } = await begin(stage.server, creator)
  const song = line('A song', 50)
  await set(creator, { version: 0, items: [song], goal: null })
  const toRoom = vi.spyOn(stage.app.live, 'toRoom')
  const _id = randomUUID()
  const given = { _id, streamId, itemId: song._id, message: 'Play it' }
  expect((await give(fan, creator, given)).status).toBe(201)
  expect(toRoom).toHaveBeenCalledWith({ room: streamRoom(streamId) }, 'tips:changed', { performerId: creator.id })
  toRoom.mockRestore()
  expect((await give(fan, creator, given)).status).toBe(200)
  expect(await linesOf(streamId)).toEqual([{ tokens: 50, item: 'A song', text: 'Play it', senderId: fan.id }])
})

test('a tip stands without a line where the stream is over, of another creator, or closed to the fan', async () => {
  const [creator, other, fan] = [await stage.creator(), await stage.creator(), await stage.fan()]
  const theirs = await begin(stage.server, other)
  const paid = await begin(stage.server, creator, { access: 'paid', price: 100 })
  expect((await give(fan, creator, { streamId: theirs.id })).status).toBe(201)
  expect((await give(fan, creator, { streamId: paid.id })).status).toBe(201)
  await transact(stage.app, null, (tx) => endStream(tx, { id: theirs.id, reason: 'performer' }))
  expect((await give(fan, other, { streamId: theirs.id })).status).toBe(201)
  expect([...(await linesOf(theirs.id)), ...(await linesOf(paid.id))]).toEqual([])
  expect(await stage.wallet(fan)).toEqual({ balance: 850, held: 0 })
})

test('a tip buys nobody the word: the chat shows it without the words of somebody silenced, and without held-back ones', async () => {
  const [creator, fan, banned] = [await stage.creator(), await stage.fan(), await stage.fan()]
  const { id: streamId } = await begin(stage.server, creator)
  const { em } = stage.app.orm
  await em.fork().execute(
    `insert into stream_sanction (performer_id, user_id, kind, until, by_id, created_at)
     values (?, ?, 'ban', null, ?, now())`,
    [creator.id, banned.id, creator.id],
  )
  await em.fork().execute(`update stream set chat = chat || '{"blockedTerms": ["rubbish"]}' where id = ?`, [streamId])
  for (const [who, message] of [
    [banned, 'Let me speak'],
    [fan, 'What rubbish'],
    [fan, 'Well done'],
  ] as const) {
    expect((await give(who, creator, { streamId, message })).status).toBe(201)
  }
  expect((await linesOf(streamId)).map((row) => (row as { text: string }).text)).toEqual(['', '', 'Well done'])
})
