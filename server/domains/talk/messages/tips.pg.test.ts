import { randomUUID } from 'node:crypto'
import type { Conversation as ConversationRecord } from '@vesper/sync/vesper/records/conversation.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson, say } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { mutation, TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { brokenRules, fillWallet } from '../../money/money/testing/books.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { Message } from './entity.ts'

/** Tips as an app does; answers the status. */
async function tip(server: TestServer, { token }: Person, { to, ...body }: { to: Person; [field: string]: unknown }) {
  const whole = { _id: randomUUID(), tokens: 10, ...body }
  return (await call(server, `POST /wallet/charges/tip/${to.id}`, { token, body: whole })).status
}

async function heldBy(device: TestDevice) {
  await device.syncToEnd()
  return {
    messages: device.all<MessageRecord>('messages').toSorted((a, b) => a.seq - b.seq),
    conversation: device.all<ConversationRecord>('conversations')[0],
  }
}

test('a tip stands in the conversation with its tokens and words, which it opens, on all devices and once', async ({
  server,
  fan,
  creator,
}) => {
  await fillWallet(server, fan.id, { paid: 500 })
  const [phone, studio] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  const _id = randomUUID()
  const given = { to: creator, tokens: 50, message: 'For the tea', _id }
  const statuses = await Promise.all([1, 2, 3].map(() => tip(server, fan, given)))
  expect(statuses.every((status) => status < 300)).toBe(true)
  expect(await tip(server, fan, { to: creator, tokens: 20 })).toBeLessThan(300)
  for (const device of [phone, studio]) {
    const { messages, conversation } = await heldBy(device)
    expect(messages).toMatchObject([
      { _id, seq: 1, senderId: fan.id, text: 'For the tea', tip: 50 },
      { seq: 2, text: '', tip: 20 },
    ])
    expect(conversation).toMatchObject({
      _id: conversationIdOf(fan.id, creator.id),
      lastMessage: { tip: 20, text: '' },
    })
  }
  // The words are something to read; a tip without them is told by its notice alone.
  expect((await heldBy(studio)).conversation?.totalNotSeenMessages).toBe(1)
  expect((await heldBy(phone)).conversation).toMatchObject({ totalNotSeenMessages: 0, readSeq: 2 })
  expect(await brokenRules(server)).toEqual([])
})

test('unread messages are counted the same, whether tips without words stand among them or not', async ({
  server,
  pair,
}) => {
  const { fan, creator, conversationId } = pair
  await fillWallet(server, fan.id, { paid: 500 })
  await say(server, fan, { to: conversationId, text: 'one' })
  await tip(server, fan, { to: creator })
  await say(server, fan, { to: conversationId, text: 'three' })
  const studio = new TestDevice(server, creator)
  expect((await heldBy(studio)).conversation).toMatchObject({ lastSeq: 3, totalNotSeenMessages: 2 })
  await studio.sync([mutation('conversation.read-all', { conversationId, seq: 1 })])
  expect((await heldBy(studio)).conversation).toMatchObject({ totalNotSeenMessages: 1 })
})

test('nobody edits or deletes the line of a tip, and it is answered as any other', async ({ server, pair }) => {
  const { fan, creator, conversationId } = pair
  await fillWallet(server, fan.id, { paid: 500 })
  const _id = randomUUID()
  await tip(server, fan, { to: creator, message: 'Thank you', _id })
  const [phone, studio] = [new TestDevice(server, fan), new TestDevice(server, creator)]
  for (const change of [
    mutation('message.edit', { _id, conversationId, text: 'Give it back' }),
    mutation('message.delete', { _id, conversationId }),
  ]) {
    const { outcomes } = await phone.sync([change])
    expect(outcomes).toMatchObject([{ status: 'rejected', kind: 'conflict', message: 'A tip stays as it is.' }])
  }
  const answer = randomUUID()
  await studio.sync([
    mutation('message.send', { _id: answer, conversationId, text: 'With joy', fileIds: [], replyToId: _id }),
  ])
  const { messages } = await heldBy(phone)
  expect(messages).toMatchObject([{ text: 'Thank you', tip: 10 }, { replyTo: { text: 'Thank you', tip: 10 } }])
})

test('a tip between two who cannot talk stands without a line, and one that is refused leaves none', async ({
  server,
  fan,
  creator,
}) => {
  const other = await makePerson(server, `other_${randomUUID().slice(0, 8)}`, true)
  await fillWallet(server, other.id, { paid: 100 })
  await fillWallet(server, fan.id, { paid: 15 })
  expect(await tip(server, other, { to: creator, message: 'From a colleague' })).toBeLessThan(300)
  expect(await tip(server, fan, { to: creator, tokens: 16, message: 'Too much' })).toBeGreaterThanOrEqual(400)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: fan.id, blocked: true, reason: '' }))
  expect(await tip(server, fan, { to: creator, message: 'Let me in' })).toBe(404)
  const lines = await server.app.orm.em.fork().count(Message, { senderId: { $in: [fan.id, other.id] } })
  expect(lines).toBe(0)
})
