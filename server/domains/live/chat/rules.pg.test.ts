import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { Follow } from '../../people/follows/entity.ts'
import { setMembership } from '../../people/grants/commands.ts'
import { OPEN_CHAT } from '../streams/entity.ts'
import { PACE, REPEATED_MS } from './policy.ts'
import { openQueues } from './say-queue.ts'
import { changeStream, chatOf, enter, hear, makeStream, order, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

const MINUTE_MS = 60_000

test('slow mode takes a message exactly when the pause is over, and not a moment before', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  clock,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, slowSeconds: 30 } })
  const client = await socketOf(fan)
  expect(await send(client, stream.id)).toMatchObject({ ok: true, seq: 1 })
  const refused = { ok: false, message: 'Slow mode is on. Write again in 30 seconds.', retryAfterMs: 30_000 }
  expect(await send(client, stream.id)).toMatchObject(refused)
  clock.ms += 29_999
  expect(await send(client, stream.id)).toMatchObject({ message: 'Slow mode is on. Write again in 1 second.' })
  clock.ms += 1
  expect(await send(client, stream.id)).toMatchObject({ ok: true, seq: 2 })
  for (const person of [creator, moderator]) {
    const socket = await socketOf(person)
    expect([(await send(socket, stream.id)).ok, (await send(socket, stream.id)).ok]).toEqual([true, true])
  }
})

test('two messages of one sender in one batch are looked at one after another', async ({
  server,
  stream,
  fan,
  moderator,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, slowSeconds: 5 } })
  const [client, other] = [await socketOf(fan), await socketOf(moderator)]
  // The first message of a quiet chat is a batch of its own.
  const first = send(other, stream.id)
  await until(() => openQueues(server.app) > 0)
  const answers = await Promise.all([1, 2, 3].map((n) => send(client, stream.id, { text: `At once ${n}` })))
  expect([await first, ...answers].map(({ ok }) => ok)).toEqual([true, true, false, false])
})

test('one sender says 20 things in 10 seconds, and the 21st once the first is 10 seconds old', async ({
  stream,
  fan,
  clock,
  socketOf,
}) => {
  const client = await socketOf(fan)
  const first = await send(client, stream.id, { text: 'number 0' })
  expect(first).toMatchObject({ ok: true })
  clock.ms += 4000
  const more = await Promise.all(
    Array.from({ length: PACE.lines - 1 }, (_, n) => send(client, stream.id, { text: `number ${n + 1}` })),
  )
  expect(more.map(({ ok }) => ok)).toEqual(Array(PACE.lines - 1).fill(true))
  clock.ms += PACE.ms - 4001
  expect(await send(client, stream.id)).toMatchObject({ ok: false, retryAfterMs: 1000 })
  clock.ms += 1
  expect(await send(client, stream.id)).toMatchObject({ ok: true })
})

test('the same text is said twice in a row, a third time after another or five minutes later', async ({
  stream,
  fan,
  clock,
  socketOf,
}) => {
  const client = await socketOf(fan)
  const say = async (text: string) => {
    const answer = await send(client, stream.id, { text })
    return answer.ok ? 'said' : answer.message
  }
  const refused = 'You have said this twice already.'
  expect([await say('spam'), await say('spam'), await say(' spam')]).toEqual(['said', 'said', refused])
  expect([await say('else'), await say('spam'), await say('spam'), await say('spam')]).toEqual([
    'said',
    'said',
    'said',
    refused,
  ])
  clock.ms += REPEATED_MS - 1
  expect(await say('spam')).toBe(refused)
  clock.ms += 1
  expect(await say('spam')).toBe('said')
})

test('a chat of followers takes those who have followed for so many minutes, to the moment, and subscribers at once', async ({
  server,
  stream,
  fan,
  creator,
  clock,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, followersMinutes: 10 } })
  const client = await socketOf(fan)
  expect(await send(client, stream.id)).toMatchObject({ message: 'Only followers can write in this chat now.' })
  await transact(server.app, null, async ({ em, now }) => {
    em.create(Follow, { followerId: fan.id, performerId: creator.id, createdAt: now })
  })
  clock.ms += 10 * MINUTE_MS - 1
  const message = 'You followed a short time ago. You can write here in 1 minute.'
  expect(await send(client, stream.id)).toMatchObject({ ok: false, message })
  expect((await enter(client, stream.id)).you.silenced).toEqual({
    reason: 'followers',
    until: new Date(clock.ms + 1).toISOString(),
  })
  clock.ms += 1
  expect(await send(client, stream.id)).toMatchObject({ ok: true })
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, subscribersOnly: true } })
  expect(await send(client, stream.id)).toMatchObject({ message: 'Only subscribers can write in this chat now.' })
  const pair = { userId: fan.id, performerId: creator.id, kind: 'subscription' } as const
  const accessUntil = new Date(clock.ms + MINUTE_MS)
  await transact(server.app, null, (tx) => setMembership(tx, { ...pair, accessUntil }))
  expect(await send(client, stream.id)).toMatchObject({ ok: true })
  clock.ms += MINUTE_MS
  expect(await send(client, stream.id)).toMatchObject({ message: 'Only subscribers can write in this chat now.' })
})

test('a timeout ends at its moment, and a ban holds in the next stream', async ({
  server,
  stream,
  fan,
  creator,
  clock,
  socketOf,
}) => {
  const [client, keeper] = [await socketOf(fan), await socketOf(creator)]
  await enter(client, stream.id)
  const standings = hear(client, 'chat:standing')
  const place = { streamId: stream.id, userId: fan.id }
  expect(await order(keeper, { action: 'timeout', ...place, seconds: 60 })).toBe('ok')
  await until(() => standings.length === 1)
  const until60 = new Date(clock.ms + MINUTE_MS).toISOString()
  expect(standings[0]).toEqual({ streamId: stream.id, role: 'viewer', silenced: { reason: 'timeout', until: until60 } })
  expect(await send(client, stream.id)).toMatchObject({ message: 'You can write again in 60 seconds.' })
  clock.ms += MINUTE_MS - 1
  expect(await send(client, stream.id)).toMatchObject({ message: 'You can write again in 1 second.' })
  clock.ms += 1
  expect(await send(client, stream.id)).toMatchObject({ ok: true })
  expect(await order(keeper, { action: 'ban', ...place })).toBe('ok')
  await changeStream(server, stream.id, { status: 'ended' })
  const next = await makeStream(server, creator)
  expect(await send(client, next.id)).toMatchObject({ message: 'You cannot write in this chat any more.' })
  expect(await order(keeper, { action: 'unban', streamId: next.id, userId: fan.id })).toBe('ok')
  expect(await send(client, next.id)).toMatchObject({ ok: true })
})

test('a message with a blocked term waits for review: its sender, the creator and moderators see it, others once it is approved', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, blockedTerms: ['scam'] } })
  const other = await makePerson(server, `reads_${fan.user.username}`)
  const people = [fan, creator, moderator, other]
  const sockets = await Promise.all(people.map((person) => socketOf(person)))
  const [mine, , keeper] = sockets
  if (!mine || !keeper) throw new Error('no sockets')
  for (const socket of sockets) await enter(socket, stream.id)
  const heard = sockets.map((socket) => hear(socket, 'chat:batch'))
  const said = await send(mine, stream.id, { text: 'This is a SCAM!' })
  expect(said).toMatchObject({ ok: true, seq: 0, isHeld: true })
  await until(() => heard.slice(0, 3).every((batches) => batches.length === 1))
  for (const [batch] of heard.slice(0, 3)) {
    expect(batch).toMatchObject({
      messages: [],
      held: [{ _id: said._id, isHeld: true, seq: 0, text: 'This is a SCAM!' }],
    })
  }
  const seen = await Promise.all(sockets.map(async (socket) => (await enter(socket, stream.id)).held.length))
  expect(seen).toEqual([1, 1, 1, 0])
  expect(await send(mine, stream.id, { text: 'Fine' })).toMatchObject({ ok: true, seq: 1, isHeld: false })
  const place = { streamId: stream.id, messageId: said._id }
  expect(await order(mine, { action: 'approve', ...place })).toBe(
    'Only the creator and the moderators of this chat can do this.',
  )
  expect(await order(keeper, { action: 'approve', ...place })).toBe('ok')
  expect(await order(keeper, { action: 'approve', ...place }), 'once more').toBe('ok')
  await until(() => heard.every((batches) => batches.some(({ messages }) => messages.some(({ seq }) => seq === 2))))
  const { messages, held, chat } = await enter(sockets[3] ?? mine, stream.id)
  expect([messages.map(({ text }) => text), held, chat.blockedTerms]).toEqual([['Fine', 'This is a SCAM!'], [], []])
  expect((await enter(keeper, stream.id)).chat.blockedTerms).toEqual(['scam'])
  expect(await send(keeper, stream.id, { text: 'No scam here' })).toMatchObject({ isHeld: false })
  expect((await chatOf(server, stream.id)).seq).toBe(3)
})
