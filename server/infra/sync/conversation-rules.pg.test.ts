import { MESSAGE_EDIT_MS } from '@vesper/sync/vesper/records/message.ts'
import type { Message as MessageRecord } from '@vesper/sync/vesper/records/message.ts'
import { v7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { setBlock } from '../../domains/community/blocks/commands.ts'
import { fillWallet } from '../../domains/money/money/testing/books.ts'
import { call } from '../../domains/people/accounts/testing/api.ts'
import { Message } from '../../domains/talk/messages/entity.ts'
import { hideMessage } from '../../domains/talk/messages/hide-message.ts'
import { test } from '../../testing/fixtures.ts'
import type { TestServer } from '../../testing/server.ts'
import { transact } from '../database/transaction.ts'
import { say } from './testing/person.ts'
import type { makePair, Person } from './testing/person.ts'
import { mutation, TestDevice } from './testing/test-device.ts'

type Pair = Awaited<ReturnType<typeof makePair>>
type Sent = { _id: string; text?: string; replyToId?: string; price?: number }

/** Sends a message as a device does; answers its outcome. */
async function send(device: TestDevice, { conversationId }: Pair, { text = 'hello', ...sent }: Sent) {
  const args = { ...sent, conversationId, text, fileIds: [] }
  return (await device.sync([mutation('message.send', args)])).outcomes[0]
}

/** The outcome of an edit, without the id of its mutation. */
async function edit(device: TestDevice, { conversationId }: Pair, { _id, text }: { _id: string; text: string }) {
  const { outcomes } = await device.sync([mutation('message.edit', { _id, conversationId, text })])
  const [{ id: _mutation, ...outcome } = { id: '' }] = outcomes
  return outcome
}

async function seen(device: TestDevice, id: string): Promise<MessageRecord | undefined> {
  await device.syncToEnd()
  return device.all<MessageRecord>('messages').find(({ _id }) => _id === id)
}

async function sameAsServer(...devices: TestDevice[]): Promise<void> {
  for (const device of devices) {
    await device.syncToEnd()
    expect(new Set(Object.values(await device.verify()))).toEqual(new Set(['same']))
  }
}

function atClock(server: TestServer, ms: number): void {
  const { clock } = server.app
  onTestFinished(() => void (server.app.clock = clock))
  server.app.clock = () => new Date(ms)
}

function devicesOf(server: TestServer, { fan, creator }: Pair): [fan: TestDevice, creator: TestDevice] {
  return [new TestDevice(server, fan), new TestDevice(server, creator)]
}

async function buy(server: TestServer, fan: Person, id: string) {
  await fillWallet(server, fan.id, { paid: 100 })
  const body = { _id: v7(), price: 30 }
  expect((await call(server, `POST /wallet/charges/message/${id}`, { token: fan.token, body })).status).toBe(201)
}

test('[REPLY-1] an answer quotes the words of a message, their change, and nothing of it once it is deleted', async ({
  server,
  pair,
}) => {
  const [fan, creator] = devicesOf(server, pair)
  const asked = await say(server, pair.fan, { to: pair.conversationId, text: `${'x'.repeat(119)}😀 and more` })
  const _id = v7()
  expect(await send(creator, pair, { _id, replyToId: asked })).toMatchObject({ status: 'applied' })
  const quote = { _id: asked, seq: 1, senderId: pair.fan.id, state: 'shown', fileCount: 0 }
  for (const device of [fan, creator]) {
    expect((await seen(device, _id))?.replyTo).toEqual({ ...quote, text: `${'x'.repeat(119)}😀` })
  }
  await edit(fan, pair, { _id: asked, text: 'shorter' })
  for (const device of [fan, creator]) expect((await seen(device, _id))?.replyTo).toEqual({ ...quote, text: 'shorter' })

  await fan.sync([mutation('message.delete', { _id: asked, conversationId: pair.conversationId })])
  for (const device of [fan, creator]) {
    expect((await seen(device, _id))?.replyTo).toEqual({ ...quote, text: '', state: 'deleted' })
  }
  await sameAsServer(fan, creator)
})

test('[REPLY-1] a locked message is quoted without its words until it is bought, and a hidden one to its sender alone', async ({
  server,
  pair,
}) => {
  const [fan, creator] = devicesOf(server, pair)
  const [sold, answer, again] = [v7(), v7(), v7()]
  await send(creator, pair, { _id: sold, text: 'the secret', price: 30 })
  await send(fan, pair, { _id: answer, replyToId: sold })
  await send(creator, pair, { _id: again, replyToId: answer })
  expect((await seen(fan, answer))?.replyTo).toMatchObject({ state: 'locked', text: '' })
  expect((await seen(creator, answer))?.replyTo).toMatchObject({ state: 'shown', text: 'the secret' })

  await buy(server, pair.fan, sold)
  expect((await seen(fan, answer))?.replyTo).toMatchObject({ state: 'shown', text: 'the secret' })
  await transact(server.app, null, (tx) => hideMessage(tx, answer, true))
  expect((await seen(creator, again))?.replyTo).toMatchObject({ state: 'deleted', text: '' })
  expect((await seen(fan, again))?.replyTo).toMatchObject({ state: 'shown', text: 'hello' })
  await sameAsServer(fan, creator)
})

test('[REPLY-1] an answer to nothing of its conversation is sent, without a quote', async ({
  server,
  pair,
  fan,
  creator,
}) => {
  const device = new TestDevice(server, pair.fan)
  const elsewhere = await say(server, fan, {
    to: (await call(server, 'POST /conversations', { token: fan.token, body: { sourceId: creator.id } })).body[
      '_id'
    ] as string,
    text: 'of others',
  })
  for (const replyToId of [elsewhere, v7()]) {
    const _id = v7()
    expect(await send(device, pair, { _id, replyToId })).toMatchObject({ status: 'applied' })
    expect((await seen(device, _id))?.replyTo).toBeUndefined()
    expect(await server.app.orm.em.fork().findOneOrFail(Message, { id: _id })).toMatchObject({ replyToId: null })
  }
})

test('[REPLY-1] a message and its answer of one batch keep together', async ({ server, pair }) => {
  const [fan] = devicesOf(server, pair)
  const [first, second] = [v7(), v7()]
  const { conversationId } = pair
  const args = { conversationId, text: 'hello', fileIds: [] }
  const { outcomes } = await fan.sync([
    mutation('message.send', { ...args, _id: first }),
    mutation('message.send', { ...args, _id: second, replyToId: first }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect((await seen(fan, second))?.replyTo).toMatchObject({ _id: first, seq: 1, text: 'hello' })
})

test('[EDIT-1] the edit that arrives last stands on all devices, also in the list, and none brings a deleted one back', async ({
  server,
  pair,
}) => {
  const [phone, creator] = devicesOf(server, pair)
  const laptop = new TestDevice(server, pair.fan)
  const _id = await say(server, pair.fan, { to: pair.conversationId, text: 'teh first' })
  expect((await seen(creator, _id))?.editedAt).toBeUndefined()
  expect(await edit(laptop, pair, { _id, text: 'of the laptop' })).toEqual({ status: 'applied' })
  expect(await edit(phone, pair, { _id, text: 'of the phone' })).toEqual({ status: 'applied' })
  for (const device of [phone, laptop, creator]) {
    expect(await seen(device, _id)).toMatchObject({
      text: 'of the phone',
      editedAt: expect.any(String) as string,
      seq: 1,
    })
    expect(device.all('conversations')).toMatchObject([{ lastSeq: 1, lastMessage: { text: 'of the phone' } }])
  }
  expect(creator.all('conversations')).toMatchObject([{ totalNotSeenMessages: 1 }])

  await phone.sync([mutation('message.delete', { _id, conversationId: pair.conversationId })])
  expect(await edit(laptop, pair, { _id, text: 'too late' })).toEqual({ status: 'applied' })
  expect(await seen(creator, _id)).toMatchObject({ text: 'Message deleted!', isDeleted: true })
  expect(await seen(creator, _id)).not.toHaveProperty('editedAt')
  await sameAsServer(phone, laptop, creator)
})

test('[EDIT-2] an edit counts when the server gets it: just before 15 minutes, and not just after', async ({
  server,
  pair,
}) => {
  const [fan] = devicesOf(server, pair)
  const _id = await say(server, pair.fan, { to: pair.conversationId, text: 'first' })
  const { createdAt } = await server.app.orm.em.fork().findOneOrFail(Message, { id: _id })
  atClock(server, createdAt.getTime() + MESSAGE_EDIT_MS)
  expect(await edit(fan, pair, { _id, text: 'second' })).toEqual({ status: 'applied' })
  atClock(server, createdAt.getTime() + MESSAGE_EDIT_MS + 1)
  const message = 'A message can be edited for 15 minutes. This one stays as it was sent.'
  expect(await edit(fan, pair, { _id, text: 'third' })).toEqual({ status: 'rejected', kind: 'conflict', message })
  // The words that it has already are no change.
  expect(await edit(fan, pair, { _id, text: 'second' })).toEqual({ status: 'applied' })
  expect(await seen(fan, _id)).toMatchObject({ text: 'second' })
})

test('[EDIT-2] a message that was bought does not change after the sale', async ({ server, pair }) => {
  const [fan, creator] = devicesOf(server, pair)
  const _id = v7()
  await send(creator, pair, { _id, text: 'the secret', price: 30 })
  expect(await edit(creator, pair, { _id, text: 'the better secret' })).toEqual({ status: 'applied' })
  await buy(server, pair.fan, _id)
  const message = 'This message was bought. It stays as it is.'
  expect(await edit(creator, pair, { _id, text: 'nothing' })).toEqual({ status: 'rejected', kind: 'conflict', message })
  expect(await seen(fan, _id)).toMatchObject({ text: 'the better secret' })
})

test('[EDIT-2] an edit and a purchase at once: the buyer has what the message said when it was paid for', async ({
  server,
  pair,
}) => {
  const [, creator] = devicesOf(server, pair)
  await fillWallet(server, pair.fan.id, { paid: 1000 })
  for (let round = 0; round < 5; round += 1) {
    const _id = v7()
    await send(creator, pair, { _id, text: 'before', price: 30 })
    const body = { _id: v7(), price: 30 }
    const [bought, edited] = await Promise.all([
      call(server, `POST /wallet/charges/message/${_id}`, { token: pair.fan.token, body }),
      edit(creator, pair, { _id, text: 'after' }),
    ])
    expect(bought.status).toBe(201)
    const { text, editedAt } = await server.app.orm.em.fork().findOneOrFail(Message, { id: _id })
    expect([text, editedAt === null]).toEqual(
      'status' in edited && edited.status === 'applied' ? ['after', false] : ['before', true],
    )
  }
})

test('[EDIT-2] only the sender edits, leaves something, and says nothing to somebody who is closed', async ({
  server,
  pair,
}) => {
  const [fan, creator] = devicesOf(server, pair)
  const _id = await say(server, pair.fan, { to: pair.conversationId, text: 'mine' })
  const rejected = (kind: string, message: string) => ({ status: 'rejected', kind, message })
  expect(await edit(creator, pair, { _id, text: 'stolen' })).toEqual(
    rejected('forbidden', 'You can edit only your own messages.'),
  )
  expect(await edit(fan, pair, { _id, text: ' ' })).toEqual(rejected('invalid', 'Write something or add a photo.'))
  expect(await edit(fan, pair, { _id: v7(), text: 'what' })).toEqual(
    rejected('not-found', 'This message does not exist.'),
  )
  expect(await edit(fan, { ...pair, conversationId: v7() }, { _id, text: 'what' })).toEqual(
    rejected('not-found', 'This message does not exist.'),
  )
  await transact(server.app, pair.creator.actor, (tx) =>
    setBlock(tx, { userId: pair.fan.id, blocked: true, reason: '' }),
  )
  expect(await edit(fan, pair, { _id, text: 'angry' })).toMatchObject({ status: 'rejected', kind: 'forbidden' })
  await transact(server.app, pair.creator.actor, (tx) =>
    setBlock(tx, { userId: pair.fan.id, blocked: false, reason: '' }),
  )
  await transact(server.app, null, (tx) => hideMessage(tx, _id, true))
  expect(await edit(fan, pair, { _id, text: 'nicer' })).toEqual(
    rejected('conflict', 'This message was hidden by staff. It stays as it is.'),
  )
  expect(await seen(fan, _id)).toMatchObject({ text: 'mine' })
})

type Reacting = { conversationId: string; messageId: string; emoji: string | null }

/** The outcome of a reaction, without the id of its mutation. */
async function react(device: TestDevice, args: Reacting) {
  const { outcomes } = await device.sync([mutation('message.react', args)])
  const [{ id: _mutation, ...outcome } = { id: '' }] = outcomes
  return outcome
}

test('[REACT-1] each of the two has one reaction, the last one, on all devices; it is no news to count', async ({
  server,
  pair,
}) => {
  const [phone, creator] = devicesOf(server, pair)
  const laptop = new TestDevice(server, pair.fan)
  const { conversationId } = pair
  const messageId = await say(server, pair.creator, { to: conversationId, text: 'look at this' })
  for (const emoji of ['👍', '👍', '❤️‍🔥']) {
    expect(await react(phone, { conversationId, messageId, emoji })).toEqual({ status: 'applied' })
  }
  await react(creator, { conversationId, messageId, emoji: '🙏' })
  const both = { sender: '🙏', recipient: '❤️‍🔥' }
  for (const device of [phone, laptop, creator]) expect((await seen(device, messageId))?.reactions).toEqual(both)
  await react(laptop, { conversationId, messageId, emoji: null })
  expect((await seen(creator, messageId))?.reactions).toEqual({ sender: '🙏' })
  expect(creator.all('conversations')).toMatchObject([{ lastSeq: 1, totalNotSeenMessages: 0 }])
  await sameAsServer(phone, laptop, creator)
})

test('[REACT-1] a deleted message has no reactions and takes none', async ({ server, pair }) => {
  const [fan, creator] = devicesOf(server, pair)
  const { conversationId } = pair
  const messageId = await say(server, pair.fan, { to: conversationId, text: 'oops' })
  await react(creator, { conversationId, messageId, emoji: '👍' })
  await fan.sync([mutation('message.delete', { _id: messageId, conversationId })])
  expect(await react(creator, { conversationId, messageId, emoji: '🎉' })).toEqual({ status: 'applied' })
  for (const device of [fan, creator]) expect(await seen(device, messageId)).not.toHaveProperty('reactions')
  const { senderReaction, recipientReaction } = await server.app.orm.em.fork().findOneOrFail(Message, { id: messageId })
  expect([senderReaction, recipientReaction]).toEqual([null, null])
})

test('[REACT-1] a message that staff have hidden takes no reaction from the other one', async ({ server, pair }) => {
  const [, creator] = devicesOf(server, pair)
  const { conversationId } = pair
  const messageId = await say(server, pair.fan, { to: conversationId, text: 'rude' })
  await transact(server.app, null, (tx) => hideMessage(tx, messageId, true))
  expect(await react(creator, { conversationId, messageId, emoji: '👍' })).toEqual({ status: 'applied' })
  const { recipientReaction } = await server.app.orm.em.fork().findOneOrFail(Message, { id: messageId })
  expect(recipientReaction).toBeNull()
})

test('[REACT-1] nobody reacts to what is locked, among others, or while the two are closed to each other', async ({
  server,
  pair,
  fan: stranger,
}) => {
  const [fan, creator] = devicesOf(server, pair)
  const { conversationId } = pair
  const locked = v7()
  await send(creator, pair, { _id: locked, text: 'the secret', price: 30 })
  expect(await react(fan, { conversationId, messageId: locked, emoji: '👍' })).toEqual({
    ...{ status: 'rejected', kind: 'forbidden', message: 'Buy this message to react to it.' },
  })
  const open = await say(server, pair.creator, { to: conversationId, text: 'hello' })
  expect(await react(new TestDevice(server, stranger), { conversationId, messageId: open, emoji: '👍' })).toEqual({
    ...{ status: 'rejected', kind: 'not-found', message: 'This message does not exist.' },
  })
  for (const emoji of ['', 'ok', '👍👍', '<b>']) {
    expect(await react(fan, { conversationId, messageId: open, emoji })).toMatchObject({ kind: 'invalid' })
  }
  await react(fan, { conversationId, messageId: open, emoji: '👍' })
  await transact(server.app, pair.creator.actor, (tx) =>
    setBlock(tx, { userId: pair.fan.id, blocked: true, reason: '' }),
  )
  expect(await react(fan, { conversationId, messageId: open, emoji: '😡' })).toMatchObject({ kind: 'forbidden' })
  // To take it back says nothing new.
  expect(await react(fan, { conversationId, messageId: open, emoji: null })).toEqual({ status: 'applied' })
  expect((await seen(creator, open))?.reactions).toBeUndefined()
})

test('[REACT-1] a reaction changes nothing in the answers that quote the message', async ({ server, pair }) => {
  const [fan, creator] = devicesOf(server, pair)
  const { conversationId } = pair
  const [asked, answer] = [await say(server, pair.fan, { to: conversationId, text: 'hello' }), v7()]
  await send(creator, pair, { _id: answer, replyToId: asked })
  await fan.syncToEnd()
  await react(creator, { conversationId, messageId: asked, emoji: '👍' })
  const { spaces } = await fan.sync()
  const told = spaces.flatMap(({ rows }) => rows.filter(({ collection }) => collection === 'messages'))
  expect(told.map(({ id }) => id)).toEqual([asked])
})
