import type { WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { Conversation } from '@vesper/sync/vesper/records/conversation.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { makePair, say } from '../testing/person.ts'
import type { Person } from '../testing/person.ts'
import { mutation, TestDevice, textMutation } from '../testing/test-device.ts'

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

test('[LEDGER-4] one that is refused takes none of its lane with it, and the others keep their order', async () => {
  const device = new TestDevice(server, fan)
  const refused = mutation('message.delete', { _id: v7(), conversationId })
  const batch = Array.from({ length: 30 }, (_, n) => (n === 10 ? refused : textMutation(conversationId, `${n}`)))
  const { outcomes } = await device.sync(batch)
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 30 }, (_, n) => (n === 10 ? 'rejected' : 'applied')),
  )
  const texts = device.all<Message>('messages').toSorted((a, b) => a.seq - b.seq)
  expect(texts.map(({ seq, text }) => `${seq} ${text}`)).toEqual(
    Array.from({ length: 29 }, (_, n) => `${n + 1} ${n < 10 ? n : n + 1}`),
  )
})

test('[LEDGER-4] a message that two mutations of a batch send is one', async () => {
  const device = new TestDevice(server, fan)
  const first = textMutation(conversationId, 'once')
  const { outcomes } = await device.sync([first, mutation('message.send', first.args as never)])
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect(device.all('messages')).toHaveLength(1)
})

test('[LEDGER-4] mutations decided together give the same as mutations decided one by one', async () => {
  const other = await makePair(server, (count += 1))
  const together = await play({ person: fan, by: creator, conversationId }, (device, mutations) =>
    device.sync(mutations).then(() => undefined),
  )
  const apart = await play(
    { person: other.fan, by: other.creator, conversationId: other.conversationId },
    async (device, mutations) => {
      for (const one of mutations) await device.sync([one])
    },
  )
  expect(together).toEqual(apart)
})

type Part = { person: Person; by: Person; conversationId: string }

/** Messages of both, read, answered and deleted; tells what both see at the end. */
async function play(
  { person, by, conversationId: id }: Part,
  send: (device: TestDevice, mutations: WireMutation[]) => Promise<void>,
) {
  for (const text of ['a', 'b', 'c']) await say(server, by, { to: id, text })
  const [device, theirs] = [new TestDevice(server, person), new TestDevice(server, by)]
  await device.syncAll()
  const [one, two, three] = [textMutation(id, 'one'), textMutation(id, 'two'), textMutation(id, 'three')]
  const { _id: secondId } = two.args as { _id: string }
  await send(device, [
    mutation('conversation.read-all', { conversationId: id, seq: 2 }),
    ...[one, two],
    mutation('message.delete', { _id: secondId, conversationId: id }),
    three,
    mutation('conversation.read-all', { conversationId: id, seq: 6 }),
  ])
  await Promise.all([device.syncAll(), theirs.syncAll()])
  return [device, theirs].map((held) => ({
    messages: held
      .all<Message>('messages')
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ seq, text, isDeleted }) => [seq, text, isDeleted]),
    conversations: held
      .all<Conversation>('conversations')
      .map(({ lastSeq, readSeq, recipientReadSeq, totalNotSeenMessages }) => [
        lastSeq,
        readSeq,
        recipientReadSeq,
        totalNotSeenMessages,
      ]),
  }))
}
