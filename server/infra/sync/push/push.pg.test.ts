import { MAX_BATCH } from '@vesper/sync/engine/protocol/sync-request.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { transact } from '../../database/transaction.ts'
import { File } from '../../files/entity.ts'
import { LedgerEntry } from '../entity.ts'
import { converse, makePair, makePerson, newFile, say } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { mutation, TestDevice, textMutation } from '../testing/test-device.ts'
import { delayOf } from './mutation-limits.ts'

let server: TestServer
let fan: Person
let creator: Person
let conversationId: string
let count = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

beforeEach(async () => {
  count += 1
  ;({ fan, creator, conversationId } = await makePair(server, count))
})

test('a conversation opened offline on both sides is one, and what was written in it arrives', async () => {
  const [stranger, star] = [await makePerson(server, `s_${count}`), await makePerson(server, `star_${count}`, true)]
  const id = conversationIdOf(stranger.id, star.id)
  const open = (other: Person) =>
    mutation('conversation.open', {
      conversationId: id,
      recipient: { _id: other.id, name: 'x', username: null, avatar: null, isPerformer: false },
    })
  const [one, two] = [new TestDevice(server, stranger), new TestDevice(server, star)]
  const answers = await Promise.all([
    one.sync([open(star), textMutation(id, 'hello')]),
    two.sync([open(stranger), textMutation(id, 'hi')]),
  ])
  expect(answers.flatMap(({ outcomes }) => outcomes.map(({ status }) => status))).toEqual(Array(4).fill('applied'))
  await Promise.all([one.sync(), two.sync()])
  for (const device of [one, two]) {
    expect(device.all('conversations')).toHaveLength(1)
    expect(
      device
        .all<Message>('messages')
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['hello', 'hi'])
  }
})

test('the furthest read position wins, and reading late counts what is left', async () => {
  for (const text of ['a', 'b', 'c']) await say(server, creator, { to: conversationId, text: text })
  const device = new TestDevice(server, fan)
  await device.sync([mutation('conversation.read-all', { conversationId, seq: 2 })])
  expect(device.all('conversations')).toMatchObject([{ readSeq: 2, totalNotSeenMessages: 1 }])
  await device.sync([mutation('conversation.read-all', { conversationId, seq: 1 })])
  expect(device.all('conversations')).toMatchObject([{ readSeq: 2, totalNotSeenMessages: 1 }])
  await device.sync([mutation('conversation.read-all', { conversationId, seq: 1_000_000 })])
  expect(device.all('conversations')).toMatchObject([{ readSeq: 3, totalNotSeenMessages: 0 }])
})

test('a delete is a tombstone on every device and changes the preview and the count', async () => {
  const messageId = await say(server, creator, { to: conversationId, text: 'secret' })
  const [theirs, mine] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  await theirs.sync()
  await mine.sync([mutation('message.delete', { _id: messageId, conversationId })])
  await theirs.sync()
  for (const device of [theirs, mine]) {
    expect(device.all('messages')).toMatchObject([{ text: 'Message deleted!', isDeleted: true, files: [] }])
    expect(device.all('conversations')).toMatchObject([{ lastMessage: { text: 'Message deleted!', isDeleted: true } }])
  }
  expect(theirs.all('conversations')).toMatchObject([{ totalNotSeenMessages: 0 }])
})

test('an edited profile reaches the own devices and everybody who talks with the account', async () => {
  const [own, other] = [new TestDevice(server, creator), new TestDevice(server, fan)]
  await Promise.all([own.sync(), other.sync()])
  await own.sync([mutation('profile.update', { changes: { name: 'New Name' }, base: { name: creator.user.name } })])
  await other.sync()
  expect(own.all('profiles')).toMatchObject([{ name: 'New Name' }])
  expect(other.all('conversations')).toMatchObject([{ recipient: { name: 'New Name' } }])
})

test('[LEDGER-1] a refusal is answered the same again, even after its reason is gone', async () => {
  const device = new TestDevice(server, fan)
  const star = await makePerson(server, `late_${count}`, true)
  const early = textMutation(conversationIdOf(fan.id, star.id), 'too early')
  const first = await device.sync([early])
  expect(first.outcomes).toMatchObject([{ id: early.id, status: 'rejected', kind: 'not-found' }])
  await converse(server, fan, star)
  expect((await device.sync([early])).outcomes).toEqual(first.outcomes)
  expect(device.all('messages')).toEqual([])
})

test('[LEDGER-2] taken back before it came: rejected for good; after it was applied: it stays', async () => {
  const device = new TestDevice(server, fan)
  const [early, late] = [textMutation(conversationId, 'never'), textMutation(conversationId, 'said')]
  const { outcomes } = await device.sync([{ ...early, cancelled: true }, late])
  expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'cancelled' }, { status: 'applied' }])
  const again = await device.sync([early, { ...late, cancelled: true }])
  expect(again.outcomes).toEqual(outcomes)
  expect(device.all<Message>('messages').map(({ text }) => text)).toEqual(['said'])
})

test('[LEDGER-3] unknown names, bad arguments and a poisoned mutation are refused and hold up nobody', async () => {
  const device = new TestDevice(server, fan)
  const wrong = [
    { id: v7(), lane: 'x', name: 'wallet.empty', args: {} },
    { id: v7(), lane: 'x', name: 'constructor', args: {} },
    { id: v7(), lane: 'x', name: 'nul\u0000name', args: {} },
    { id: v7(), lane: 'x', name: 'message.send', args: null },
    { id: v7(), lane: 'x', name: 'message.send', args: { _id: 1, conversationId: [], text: {}, fileIds: 'no' } },
    textMutation(conversationId, '   '),
    textMutation(conversationId, 'x'.repeat(2001)),
    textMutation(conversationId, 'nul \u0000'),
  ]
  const good = textMutation(conversationId, 'good')
  const { outcomes, retryAfterMs } = await device.sync([...wrong, good])
  expect(retryAfterMs).toBeUndefined()
  expect(outcomes.slice(0, -1)).toMatchObject(wrong.map(({ id }) => ({ id, status: 'rejected', kind: 'invalid' })))
  expect(outcomes.at(-1)).toEqual({ id: good.id, status: 'applied' })
  expect(device.all('messages')).toHaveLength(1)
})

test('[AUTH-1] another account’s mutations are refused as a whole, and another’s ledger entry is not shown', async () => {
  const device = new TestDevice(server, fan)
  const mine = textMutation(conversationId, 'mine')
  const answer = await device.post({ ...device.request([mine]), account: creator.id })
  expect(answer.status).toBe(403)
  expect(await server.app.orm.em.fork().count(LedgerEntry, { id: mine.id })).toBe(0)

  await device.sync([mine])
  const { outcomes } = await new TestDevice(server, creator).sync([{ ...mine }])
  expect(outcomes).toMatchObject([{ id: mine.id, status: 'rejected', kind: 'conflict' }])
  expect((await device.sync([mine])).outcomes).toMatchObject([{ status: 'applied' }])
})

test('over the limit of sends nothing is refused: it waits, and other lanes go on', async () => {
  const limited = await startTestServer({ config: { rateLimits: 'on' } })
  const [one, two] = [await makePerson(limited, 'one'), await makePerson(limited, 'two', true)]
  const id = await converse(limited, one, two)
  while ((await delayOf(limited.app, one.id, limited.app.domains.mutations['message.send'].limit)) === 0);
  const device = new TestDevice(limited, one)
  const edit = mutation('profile.update', { changes: { bio: 'New' }, base: { bio: '' } })
  const sent = textMutation(id, 'later')
  const { outcomes, retryAfterMs } = await device.sync([
    sent,
    mutation('conversation.read-all', { conversationId: id, seq: 0 }),
    edit,
  ])
  expect(outcomes).toEqual([{ id: edit.id, status: 'applied' }])
  expect(retryAfterMs).toBeGreaterThan(0)
  await limited.stop()
})

test('a message whose photo is not ready yet waits in its lane and goes once it is', async () => {
  const photo = { ...newFile(fan.id), status: 'processing' as const }
  await transact(server.app, null, async ({ em }) => void em.create(File, photo))
  const device = new TestDevice(server, fan)
  const lane = [
    mutation('message.send', { _id: v7(), conversationId, text: '', fileIds: [photo.id] }),
    textMutation(conversationId, 'after the photo'),
  ]
  expect(await device.sync(lane)).toMatchObject({ outcomes: [], retryAfterMs: expect.any(Number) as number })
  await transact(server.app, null, async ({ em }) => {
    ;(await em.findOneOrFail(File, { id: photo.id })).status = 'ready'
  })
  expect((await device.sync(lane)).outcomes).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  expect(device.all<Message>('messages')).toMatchObject([{ files: [{ _id: photo.id }] }, { text: 'after the photo' }])
})

test('[SCHEMA-1] mutations of a newer app wait, also of one with another protocol', async () => {
  const device = new TestDevice(server, fan)
  const waiting = textMutation(conversationId, 'from the future')
  const newer = await device.post({ ...device.request([waiting]), schema: 99 })
  expect(newer).toMatchObject({ status: 200, body: { outcomes: [], retryAfterMs: expect.any(Number) as number } })
  const other = await device.post({ ...device.request([waiting]), protocol: 99 })
  expect(other.status).toBe(503)
  expect(await server.app.orm.em.fork().count(LedgerEntry, { id: waiting.id })).toBe(0)
})

test('malformed and oversized requests get a clear 4xx and change nothing', async () => {
  const device = new TestDevice(server, fan)
  const many = Array.from({ length: MAX_BATCH + 1 }, () => textMutation(conversationId, 'x'))
  const bad: unknown[] = [
    ...['{', 'null', '[]', '"x"', {}],
    ...[
      { ...device.request(), cursor: { a: -1 } },
      { ...device.request(), cursor: { a: 1.5 } },
    ],
    ...[
      { ...device.request(), device: 'x' },
      { ...device.request(), mutations: many },
    ],
    { ...device.request(), mutations: [{ id: 'x', lane: 'y', name: 'message.send', args: {} }] },
  ]
  for (const body of bad) expect((await device.post(body)).status).toBe(400)
  const oversized = { ...device.request(), cursor: { ['x'.repeat(2 * 1024 * 1024)]: 1 } }
  expect((await device.post(oversized)).status).toBe(413)
  expect(await server.app.orm.em.fork().count(LedgerEntry, { accountId: fan.id })).toBe(0)
})

test('[POKE-1] an answer waits for the poke of what was handed in, and for none that does not come', async () => {
  const settled = vi.spyOn(server.app.live, 'settled').mockReturnValue(new Promise(() => {}))
  try {
    const device = new TestDevice(server, fan)
    await device.sync()
    expect(settled).not.toHaveBeenCalled()
    const { outcomes } = await device.sync([textMutation(conversationId, 'said')])
    expect(settled).toHaveBeenCalledOnce()
    expect(outcomes).toMatchObject([{ status: 'applied' }])
  } finally {
    settled.mockRestore()
  }
})
