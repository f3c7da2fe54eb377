import { v7 } from 'uuid'
import type { InferOutput } from 'valibot'
import { expect, test } from 'vitest'
import { Overlay } from '../engine/core/overlay.ts'
import { RowMap } from '../engine/core/row-map.ts'
import type { ArgsIn, MutationOf } from '../engine/model.ts'
import type { StoredRow } from '../engine/store.ts'
import { setCartLine } from './mutations/cart.ts'
import type { SetLineArgs } from './mutations/cart.ts'
import { conversationIdOf } from './records/conversation.ts'
import type { Conversation } from './records/conversation.ts'
import type { Creator } from './records/creator.ts'
import { MESSAGE_DELETED_TEXT, PENDING_SEQ } from './records/message.ts'
import type { Message } from './records/message.ts'
import type { Profile } from './records/profile.ts'
import { reactionIdOf } from './records/reaction.ts'
import { vesperModel } from './vesper-model.ts'

const me = v7()
const recipient = { _id: v7(), name: 'Mira', username: 'mira', avatar: null, isPerformer: true }
const conversationId = conversationIdOf(me, recipient._id)
const queuedAt = '2026-01-01T00:00:00.000Z'
const creator: Creator = {
  ...{ ...recipient, bio: '', cover: null, country: null, verified: true, createdAt: queuedAt },
}

test('a message sorts last until the server has numbered it, and is the preview of its conversation', async () => {
  const first = send('one')
  const second = send('two')
  const rows = await show([open(), first, second])
  const messages = rows.filter(({ collection }) => collection === 'messages').map(({ row }) => row as Message | null)
  expect(messages.map((message) => message?.text)).toEqual(['one', 'two'])
  expect(messages.map((message) => (message?.seq ?? 0) - PENDING_SEQ)).toEqual([2, 3])
  expect(conversationIn(rows)?.lastMessage).toMatchObject({ text: 'two', senderId: me, fileCount: 0 })
})

test('a comment waits for the photo that has its id', () => {
  const comment = { _id: v7(), objectType: 'feed', objectId: v7(), parentId: null, text: 'Look' }
  expect(vesperModel.files('comment.add', comment)).toEqual([comment._id])
  expect(vesperModel.files('comment.edit', comment)).toEqual([])
})

test('one that the server has confirmed already is left as it is', async () => {
  const args = sendArgs('mine')
  const confirmed = { ...args, seq: 7, text: 'as the server has it' }
  expect(await show([['message.send', args]], { messages: [confirmed] })).toEqual([])
})

test('a deleted message is a tombstone, in the thread and in the preview', async () => {
  const args = sendArgs('oops')
  const rows = await show([open(), ['message.send', args], ['message.delete', { _id: args._id, conversationId }]])
  expect(rows.find(({ id }) => id === args._id)?.row).toMatchObject({ text: MESSAGE_DELETED_TEXT, isDeleted: true })
  expect(conversationIn(rows)?.lastMessage).toMatchObject({ text: MESSAGE_DELETED_TEXT, isDeleted: true })
})

test('opening twice is one conversation, and none under an id that is not the pair’s', async () => {
  expect(await show([open(), open()])).toHaveLength(1)
  expect(await show([['conversation.open', { conversationId: v7(), recipient }]])).toEqual([])
})

test('the furthest read position wins', async () => {
  const conversation = { _id: conversationId, readSeq: 5, lastSeq: 9, totalNotSeenMessages: 4 }
  const read = (seq: number): Queued => ['conversation.read-all', { conversationId, seq }]
  expect(await show([read(3)], { conversations: [conversation] })).toEqual([])
  const rows = await show([read(9), read(7)], { conversations: [conversation] })
  expect(conversationIn(rows)).toMatchObject({ readSeq: 9, totalNotSeenMessages: 0 })
})

test('unedited fields stay', async () => {
  const profile = { _id: me, name: 'Old', username: 'me', bio: 'kept' } as Partial<Profile> & { _id: string }
  const edit: Queued = ['profile.update', { changes: { name: 'New' }, base: { name: 'Old' } }]
  const [shown] = await show([edit], { profiles: [profile] })
  expect(shown?.row).toEqual({ ...profile, name: 'New' })
})

test('who is followed is shown with the card that the device has, and the last intention stands', async () => {
  const shown = [
    ['creators', creator._id, creator],
    ['follows', creator._id, { _id: creator._id, followerId: me, createdAt: queuedAt }],
  ]
  expect(await shownFollows([follow(true)])).toEqual(shown)
  expect(await shownFollows([follow(true), follow(false), follow(true)])).toEqual(shown)
  expect(await shownFollows([follow(true), follow(false)])).toEqual([shown[0], ['follows', creator._id, null]])
})

test('confirmed rows stay as they are, and a missing row does no harm', async () => {
  const confirmed = { _id: creator._id, followerId: me, createdAt: '2025-01-01T00:00:00.000Z' }
  const rows = { follows: [confirmed], creators: [{ ...creator, name: 'As the server has it' }] }
  expect(await shownFollows([follow(true)], rows)).toEqual([])
  expect(await shownFollows([follow(false)])).toEqual([['follows', creator._id, null]])
  const bare: Queued = ['follow.set', { performerId: creator._id, following: true }]
  expect(await shownFollows([bare])).toMatchObject([['follows', creator._id, { followerId: me }]])
})

test('[OUTBOX-8] the last of several unsent intentions is sent', () => {
  const [on, off] = [true, false].map((following) => ({ performerId: creator._id, following }))
  expect(vesperModel.mutations['follow.set'].fold?.(on as never, off as never)).toEqual(off)
})

test('a reaction is one however often it is made, a like is no bookmark, and the last intention stands', async () => {
  const of = { objectId: creator._id, objectType: 'feed' as const, action: 'like' as const }
  const set = (on: boolean): Queued => ['reaction.set', { ...of, on }]
  const row = { _id: reactionIdOf(of), userId: me, ...of, createdAt: queuedAt }
  expect((await show([set(true), set(true)])).map((shown) => shown.row)).toEqual([row])
  expect((await show([set(true), set(false)])).map((shown) => shown.row)).toEqual([null])
  expect(await show([set(true)], { reactions: [{ ...row, createdAt: 'as the server has it' }] })).toEqual([])
  expect(reactionIdOf({ ...of, action: 'bookmark' })).not.toBe(row._id)
})

test('nobody follows themselves, and a card stands for its own creator only', async () => {
  expect(await shownFollows([['follow.set', { performerId: me, following: true, performer: creator }]])).toEqual([])
  const [shown] = await shownFollows([['follow.set', { performerId: v7(), following: true, performer: creator }]])
  expect(shown?.[0]).toBe('follows')
})

test('a line is put in, changed and taken out, and last is what counts', async () => {
  const productId = v7()
  const [line] = await show([setLine(productId, 1), setLine(productId, 3)])
  expect(line?.row).toEqual({
    ...{ _id: productId, userId: me, quantity: 3, priceSeen: 120, product, isAvailable: true, updatedAt: queuedAt },
  })
  const [gone] = await show([setLine(productId, 1), setLine(productId, 0)])
  expect(gone?.row).toBeNull()
})

test('a line that the server knows keeps the product as the server has it', async () => {
  const held = {
    _id: v7(),
    userId: me,
    quantity: 1,
    priceSeen: 100,
    product: { ...product, price: 150 },
    isAvailable: false,
  }
  const [line] = await show([setLine(held._id, 2)], { 'cart-lines': [held] })
  expect(line?.row).toEqual({ ...held, quantity: 2, priceSeen: 120 })
})

test('[OUTBOX-8] only the last wish for an unsent line is sent, and lines stay apart', () => {
  const [, first] = setLine(v7(), 1)
  const next = { ...first, quantity: 3 }
  expect(setCartLine.fold?.(first, next)).toEqual(next)
  expect(setCartLine.fold?.(first, { ...next, productId: v7() })).toBeNull()
})

test('emptying takes the lines that it names', async () => {
  const [seen, other] = [v7(), v7()]
  const rows = await show([setLine(seen, 1), setLine(other, 1), ['cart.clear', { productIds: [seen, v7()] }]])
  expect(rows.flatMap(({ row }) => row ?? []).map(({ _id }) => _id)).toEqual([other])
})

test('[UPLOAD-1] a message names its files, and nothing else does', () => {
  const fileIds = [v7(), v7()]
  expect(vesperModel.files('message.send', { ...sendArgs(''), fileIds })).toEqual(fileIds)
  expect(vesperModel.files('message.delete', { _id: v7(), conversationId })).toEqual([])
})

type Queued = { [Name in MutationOf<typeof vesperModel>]: [Name, ArgsIn<typeof vesperModel, Name>] }[MutationOf<
  typeof vesperModel
>]

/** The rows after these mutations are queued over `rows`, in order. */
async function show(queued: Queued[], rows: Record<string, StoredRow[]> = {}) {
  const overlay = new Overlay(new RowMap(), async (collection, id) => rows[collection]?.find(({ _id }) => _id === id))
  for (const [index, [name, args]] of queued.entries()) {
    const context = { account: me, order: index + 1, queuedAt }
    await overlay.run((tx) => vesperModel.mutations[name].optimistic(tx, args as never, context))
  }
  return [...overlay.written.entries()]
}

function conversationIn(rows: Awaited<ReturnType<typeof show>>) {
  return rows.find(({ collection }) => collection === 'conversations')?.row as Conversation | null | undefined
}

async function shownFollows(queued: Queued[], rows: Record<string, StoredRow[]> = {}) {
  return (await show(queued, rows)).map(({ collection, id, row }) => [collection, id, row] as const)
}

function follow(following: boolean): Queued {
  return ['follow.set', { performerId: creator._id, following, performer: creator }]
}

function open(): Queued {
  return ['conversation.open', { conversationId, recipient }]
}

function send(text: string): Queued {
  return ['message.send', sendArgs(text)]
}

const product = {
  ...{ name: 'Print', type: 'physical' as const, price: 120, picture: null },
  ...{ availability: 'few' as const, left: 3, limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
  performer: { _id: recipient._id, name: 'Mira', username: 'mira', avatar: null },
}

function setLine(productId: string, quantity: number): ['cart.set', InferOutput<typeof SetLineArgs>] {
  return ['cart.set', { productId, quantity, priceSeen: 120, product }]
}

function sendArgs(text: string) {
  return { _id: v7(), conversationId, text, fileIds: [] }
}
