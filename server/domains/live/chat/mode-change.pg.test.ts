import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { enter, hear, order, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

const MODE = { slowSeconds: 7, followersMinutes: 0, subscribersOnly: false, blockedTerms: [] }

test('other rules of a chat by the route of the stream are told to the room, and places to those whose place they change', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const follower = await makePerson(server, `follower_${fan.user.username}`)
  await transact(server.app, follower.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const sockets = { fan: await socketOf(fan), follower: await socketOf(follower), creator: await socketOf(creator) }
  for (const socket of Object.values(sockets)) await enter(socket, stream.id)
  const modes = Object.values(sockets).map((socket) => hear(socket, 'chat:mode'))
  const places = Object.values(sockets).map((socket) => hear(socket, 'chat:standing'))
  const change = (version: number, chat: object) =>
    call(server, `PUT /streaming/live/${stream.id}`, { token: creator.token, body: { version, chat } })
  expect((await change(1, { slowSeconds: 7, followersMinutes: 0 })).status).toBe(200)
  await until(() => modes.every(({ length }) => length > 0) && (places[0]?.length ?? 0) > 0)
  for (const told of modes) expect(told.at(-1)).toMatchObject({ streamId: stream.id, chat: MODE, pinned: null })
  const silenced = { streamId: stream.id, role: 'viewer', silenced: { reason: 'followers', until: null } }
  expect(places).toEqual([[silenced], [], []])
  // Another pause between messages changes nobody's place; the end of the mode does.
  expect((await change(2, { slowSeconds: 0 })).status).toBe(200)
  expect(await order(sockets.creator, { action: 'mode', streamId: stream.id, chat: { followersMinutes: null } })).toBe(
    'ok',
  )
  await until(() => (places[0]?.length ?? 0) > 1)
  expect(places).toEqual([[silenced, { ...silenced, silenced: null }], [], []])
})
