import { setTimeout as sleep } from 'node:timers/promises'
import type { WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { User } from '../../../domains/people/accounts/entity.ts'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { lockConversation } from '../../../domains/talk/conversations/lock-conversation.ts'
import { Message } from '../../../domains/talk/messages/entity.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { waitsForLock } from '../../../testing/waits-for-lock.ts'
import { inTurn } from '../../concurrency/in-turn.ts'
import { transact } from '../../database/transaction.ts'
import { Session } from '../../sessions/entity.ts'
import { SESSION_HOLDS_MS } from '../../sessions/sessions.ts'
import { Device, LedgerEntry } from '../entity.ts'
import { makePair, say, signIn } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { TestDevice, textMutation } from '../testing/test-device.ts'

const LOGIN_AGAIN = { statusCode: 401, message: 'Please login!', error: 'Unauthorized' }

let server: TestServer
/** The session that ends, and the one of the same account that ends it. */
let thief: Person
let owner: Person
let creator: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  count += 1
  ;({ fan: owner, creator, conversationId } = await makePair(server, count))
  thief = await signIn(server, owner.user)
})

const texts = (...words: string[]): WireMutation[] => words.map((text) => textMutation(conversationId, text))

async function revoke(): Promise<void> {
  const target = `DELETE /auth/users/me/sessions/${thief.actor.sessionId}` as const
  expect((await call(server, target, { token: owner.token })).status).toBe(200)
}

async function runOut(): Promise<void> {
  const expiresAt = new Date(Date.now() - 1)
  await transact(server.app, null, ({ em }) => em.nativeUpdate(Session, { id: thief.actor.sessionId }, { expiresAt }))
}

/** Sends while another call of the account has its turn; `meanwhile`: what happens before that one ends. */
async function whileInTurn<Answers>(send: () => Promise<Answers>, meanwhile: () => Promise<void>): Promise<Answers> {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const held = inTurn(owner.id, () => promise)
  const answers = send()
  await sleep(300)
  await meanwhile()
  release()
  await held
  return answers
}

const stored = async (ids: string[]) => {
  const em = server.app.orm.em.fork()
  return [await em.count(Message, { conversationId }), await em.count(LedgerEntry, { id: { $in: ids } })]
}

test.each([
  ['one mutation', 1, revoke],
  ['mutations that are decided together', 3, revoke],
  ['a mutation of a session that runs out', 1, runOut],
])('a push whose session ends while it waits its turn does nothing: %s', async (_, size, end) => {
  const device = new TestDevice(server, thief)
  const mutations = texts('a', 'b', 'c').slice(0, size)
  const ids = mutations.map(({ id }) => id)
  const { status, body } = await whileInTurn(() => device.post(device.request(mutations)), end)
  expect([status, body]).toEqual([401, LOGIN_AGAIN])
  expect(await stored(ids)).toEqual([0, 0])
  expect(await server.app.orm.em.fork().count(Device, { deviceId: device.device })).toBe(0)
  // The waiting mutations are applied once the account has signed in on the device.
  const { outcomes } = await new TestDevice(server, await signIn(server, owner.user)).sync(mutations)
  expect(outcomes).toEqual(ids.map((id) => ({ id, status: 'applied' })))
  expect(await stored(ids)).toEqual([size, size])
})

test('nor does one of an account that is closed meanwhile', async () => {
  const device = new TestDevice(server, thief)
  const mutations = texts('a')
  const { status } = await whileInTurn(
    () => device.post(device.request(mutations)),
    () =>
      transact(server.app, null, async ({ em }) => {
        ;(await em.findOneOrFail(User, { id: owner.id })).status = 'deactivated'
      }),
  )
  expect(status).toBe(401)
  expect(await stored(mutations.map(({ id }) => id))).toEqual([0, 0])
})

test('a repeated request brings nothing new to a session that has ended meanwhile', async () => {
  const device = new TestDevice(server, thief)
  const mutations = texts('a', 'b')
  await device.sync(mutations)
  const [entry] = await ledgerOf(mutations)
  const { status, body } = await whileInTurn(() => device.post(device.request(mutations)), revoke)
  expect([status, body]).toEqual([401, LOGIN_AGAIN])
  expect((await ledgerOf(mutations))[0]?.turn).toBe(entry?.turn)
})

test('a session that is still good has its turn beside one that has ended', async () => {
  const [ended, good] = [new TestDevice(server, thief), new TestDevice(server, owner)]
  const mutations = texts('a', 'b')
  const [dead, alive] = await whileInTurn(
    () => Promise.all([ended.post(ended.request(texts('not this'))), good.post(good.request(mutations))]),
    revoke,
  )
  expect([dead.status, alive.status]).toEqual([401, 200])
  expect(alive.body['outcomes']).toEqual(mutations.map(({ id }) => ({ id, status: 'applied' })))
  expect(await stored(mutations.map(({ id }) => id))).toEqual([2, 2])
})

test('a session that ends while its push is at work is told nothing of what is new', async () => {
  const device = new TestDevice(server, thief)
  await device.sync()
  await say(server, creator, { to: conversationId, text: 'for the owner' })
  const mutations = texts('a')
  let answer: ReturnType<TestDevice['post']> | undefined
  await transact(server.app, creator.actor, async (tx) => {
    await lockConversation(tx, conversationId)
    answer = device.post(device.request(mutations))
    await waitsForLock(server)
    await revoke()
    await sleep(SESSION_HOLDS_MS + 100)
  })
  const { status, body } = (await answer) ?? {}
  expect([status, body]).toEqual([401, LOGIN_AGAIN])
  // It had begun before: it stands, with its entry in the ledger.
  expect(await stored(mutations.map(({ id }) => id))).toEqual([2, 1])
})

function ledgerOf(mutations: WireMutation[]): Promise<LedgerEntry[]> {
  return server.app.orm.em.fork().find(LedgerEntry, { id: { $in: mutations.map(({ id }) => id) } })
}
