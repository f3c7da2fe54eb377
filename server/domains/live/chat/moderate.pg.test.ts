import type { ChatModeration } from '@vesper/sync/vesper/api/live-streams.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { changeStream, chatOf, enter, hear, order, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

const NOT_YOURS = 'Only the creator and the moderators of this chat can do this.'
const NO_STREAM = 'This stream does not exist.'

test('the creator and moderators keep order; viewers and blocked people do not', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  socketOf,
}) => {
  const blocked = await makePerson(server, `blocked_${fan.user.username}`)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true, reason: '' }))
  const author = await makePerson(server, `author_${fan.user.username}`)
  const writer = await socketOf(author)
  const allowed: Record<string, string[]> = {}
  for (const [role, person] of Object.entries({ fan, blocked, moderator, creator })) {
    const socket = await socketOf(person)
    const { _id } = await send(writer, stream.id, { text: `For ${role}` })
    const place = { streamId: stream.id, userId: author.id }
    const orders: ChatModeration[] = [
      { action: 'pin', streamId: stream.id, messageId: _id },
      { action: 'delete', streamId: stream.id, messageId: _id },
      { action: 'timeout', ...place, seconds: 10 },
      { action: 'ban', ...place },
      { action: 'unban', ...place },
      { action: 'mode', streamId: stream.id, chat: { slowSeconds: 0 } },
      { action: 'clear', streamId: stream.id },
      { action: 'moderator', ...place, isModerator: false },
    ]
    const answers: string[] = []
    for (const given of orders) answers.push(await order(socket, given))
    allowed[role] = [...new Set(answers)]
  }
  expect(allowed).toEqual({
    fan: [NOT_YOURS],
    blocked: [NO_STREAM],
    moderator: ['ok', 'Only the creator chooses moderators.'],
    creator: ['ok'],
  })
  expect(await order(await socketOf(creator), { action: 'clear', streamId: v7() })).toBe(NO_STREAM)
})

test('a moderator silences neither the creator nor another moderator, and the creator ends the work of one by a ban', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  socketOf,
}) => {
  const [keeper, owner, client] = [await socketOf(moderator), await socketOf(creator), await socketOf(fan)]
  const place = { streamId: stream.id }
  expect(await order(owner, { action: 'moderator', ...place, userId: fan.id, isModerator: true })).toBe('ok')
  expect(await enter(client, stream.id)).toMatchObject({ you: { role: 'moderator' } })
  for (const userId of [creator.id, fan.id, moderator.id]) {
    for (const given of [{ action: 'ban' }, { action: 'unban' }, { action: 'timeout', seconds: 10 }] as const) {
      expect(await order(keeper, { ...place, ...given, userId })).toBe(NOT_YOURS)
    }
  }
  const standings = hear(client, 'chat:standing')
  expect(await order(owner, { action: 'ban', ...place, userId: creator.id })).toBe(NOT_YOURS)
  expect(await order(owner, { action: 'ban', ...place, userId: fan.id })).toBe('ok')
  await until(() => standings.length === 1)
  expect(standings).toMatchObject([{ role: 'viewer', silenced: { reason: 'banned', until: null } }])
  expect(await order(client, { action: 'clear', ...place })).toBe(NOT_YOURS)
  expect(await order(owner, { action: 'ban', ...place, userId: v7() })).toBe('There is no such account.')
  expect(await order(keeper, { action: 'timeout', ...place, userId: fan.id, seconds: 10 })).toBe('ok')
  expect(await enter(client, stream.id), 'a timeout leaves the ban').toMatchObject({
    you: { silenced: { reason: 'banned' } },
  })
  expect(await order(owner, { action: 'moderator', ...place, userId: fan.id, isModerator: true })).toBe('ok')
  expect(await enter(client, stream.id)).toMatchObject({ you: { role: 'moderator', silenced: null } })
  expect((await chatOf(server, stream.id)).lines).toEqual([])
})

test('a line that is deleted, a pin and other rules are told to all, the blocked terms to those who keep order', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const [client, owner] = [await socketOf(fan), await socketOf(creator)]
  for (const socket of [client, owner]) await enter(socket, stream.id)
  const [batches, modes, ownModes] = [hear(client, 'chat:batch'), hear(client, 'chat:mode'), hear(owner, 'chat:mode')]
  const { _id } = await send(client, stream.id, { text: 'Pin me' })
  const place = { streamId: stream.id, messageId: _id }
  expect(await order(owner, { action: 'pin', ...place })).toBe('ok')
  await until(() => modes.length === 1 && ownModes.length === 2)
  expect(modes[0]).toMatchObject({ pinned: { _id, text: 'Pin me' } })
  const chat = { slowSeconds: 3, blockedTerms: ['scam'] }
  expect(await order(owner, { action: 'mode', streamId: stream.id, chat })).toBe('ok')
  await until(() => modes.length === 2 && ownModes.length === 4)
  expect([modes[1]?.chat, ownModes[3]?.chat]).toMatchObject([{ slowSeconds: 3, blockedTerms: [] }, chat])
  expect(await order(owner, { action: 'delete', ...place })).toBe('ok')
  expect(await order(owner, { action: 'delete', ...place }), 'once more').toBe('ok')
  expect(await order(owner, { action: 'pin', ...place })).toBe('This message does not exist.')
  await until(() => modes.length === 3 && batches.some(({ deleted }) => deleted.includes(_id)))
  expect(modes[2]?.pinned).toBeNull()
  const { messages, deleted, pinned } = await enter(client, stream.id, 1)
  expect([messages, deleted, pinned]).toEqual([[], [_id], null])
  const [line] = (await enter(client, stream.id)).messages
  expect(line).toMatchObject({ _id, text: 'Message deleted', isDeleted: true })
  expect((await chatOf(server, stream.id)).lines).toMatchObject([{ text: 'Message deleted' }])
})

test('a chat that is cleared is empty for all up to that line, and goes on with the next number', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const [client, owner] = [await socketOf(fan), await socketOf(creator)]
  await enter(client, stream.id)
  const batches = hear(client, 'chat:batch')
  const gone = await send(client, stream.id, { text: 'Soon gone' })
  await send(client, stream.id, { text: 'This too' })
  expect(await order(owner, { action: 'clear', streamId: stream.id })).toBe('ok')
  await until(() => batches.some(({ clearedTo }) => clearedTo === 2))
  expect(await send(client, stream.id, { text: 'After' })).toMatchObject({ seq: 3 })
  expect(await send(client, stream.id, { _id: gone._id, text: 'Soon gone' }), 'said again').toMatchObject({ seq: 1 })
  const entry = await enter(client, stream.id, 1)
  expect(entry).toMatchObject({ messages: [{ seq: 3 }], clearedTo: 2, missed: 0, seq: 3 })
  const page = await call(server, `GET /messages/stream/${stream.id}`)
  expect(page.body).toMatchObject({ data: [{ text: 'After' }], total: 1 })
  const { status } = await call(server, `DELETE /messages/stream/${stream.id}/remove-all-message`, {
    token: creator.token,
  })
  expect([status, (await enter(client, stream.id)).clearedTo]).toEqual([200, 3])
})

test('a line is deleted by its author, the creator and moderators, after the stream too; others read it and may not', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  socketOf,
}) => {
  const other = await makePerson(server, `deletes_${fan.user.username}`)
  const blocked = await makePerson(server, `cut_${fan.user.username}`)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true, reason: '' }))
  const client = await socketOf(fan)
  const ids = await Promise.all(
    [1, 2, 3, 4].map(async (n) => (await send(client, stream.id, { text: `Line ${n}` }))._id),
  )
  await changeStream(server, stream.id, { status: 'ended' })
  const remove = async (id: string | undefined, { token }: { token: string }) =>
    (await call(server, `DELETE /messages/${id ?? ''}`, { token })).status
  expect([await remove(ids[3], other), await remove(ids[3], blocked), await remove(v7(), other)]).toEqual([
    403, 404, 404,
  ])
  const statuses = [await remove(ids[0], fan), await remove(ids[1], moderator), await remove(ids[2], creator)]
  expect(statuses).toEqual([200, 200, 200])
  const { lines } = await chatOf(server, stream.id)
  expect(lines.map(({ state }) => state)).toEqual(['deleted', 'deleted', 'deleted', 'shown'])
})
