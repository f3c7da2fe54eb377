import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { setBlock } from '../../community/blocks/commands.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { setFollow } from '../../people/follows/commands.ts'
import { OPEN_CHAT } from '../streams/entity.ts'
import { changeStream, enter, hear, makeStream, order, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('a ban is in the list of a later stream, newest first, until the creator or a moderator lifts it', async ({
  server,
  stream,
  fan,
  creator,
  moderator,
  clock,
  socketOf,
}) => {
  const [loud, late] = [
    await makePerson(server, `loud_${fan.user.username}`),
    await makePerson(server, `late_${fan.user.username}`),
  ]
  const owner = await socketOf(creator)
  const place = { streamId: stream.id }
  expect(await order(owner, { action: 'ban', ...place, userId: fan.id })).toBe('ok')
  clock.ms += 1000
  expect(await order(owner, { action: 'timeout', ...place, userId: loud.id, seconds: 60 })).toBe('ok')
  clock.ms += 1000
  expect(await order(owner, { action: 'ban', ...place, userId: late.id })).toBe('ok')
  await changeStream(server, stream.id, { status: 'ended' })
  const next = await makeStream(server, creator)
  const list = async (token: string, query = '') => {
    const { status, body } = await call(server, `GET /conversations/stream/${next.id}/banned${query}`, { token })
    const rows = (body['data'] ?? []) as { _id: string; kind: string; until: string | null; user: { name: string } }[]
    return { status, total: body['total'], rows }
  }
  const all = await list(moderator.token)
  const ends = new Date(clock.ms + 59_000).toISOString()
  expect(all.rows.map(({ _id, kind, until: end, user }) => [_id, kind, end, user.name])).toEqual([
    [late.id, 'ban', null, late.user.name],
    [loud.id, 'timeout', ends, loud.user.name],
    [fan.id, 'ban', null, fan.user.name],
  ])
  expect((await list(creator.token, '?pageSize=1&current=3')).rows.map(({ _id }) => _id)).toEqual([fan.id])
  clock.ms += 59_000
  const { rows, total } = await list(creator.token)
  expect([rows.map(({ _id }) => _id), total]).toEqual([[late.id, fan.id], 2])

  const client = await socketOf(fan)
  expect(await enter(client, next.id)).toMatchObject({ you: { silenced: { reason: 'banned' } } })
  const keeper = await socketOf(moderator)
  expect(await order(keeper, { action: 'unban', streamId: next.id, userId: fan.id })).toBe('ok')
  expect(await send(client, next.id)).toMatchObject({ ok: true })
  expect((await list(creator.token)).rows.map(({ _id }) => _id)).toEqual([late.id])
})

test('viewers, the banned and the blocked do not see who is banned; another creator’s list has none of it', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const blocked = await makePerson(server, `blocked_${fan.user.username}`)
  await transact(server.app, creator.actor, (tx) => setBlock(tx, { userId: blocked.id, blocked: true, reason: '' }))
  const banned = await makePerson(server, `banned_${fan.user.username}`)
  const rival = await makePerson(server, `rival_${fan.user.username}`, true)
  const owner = await socketOf(creator)
  expect(await order(owner, { action: 'ban', streamId: stream.id, userId: banned.id })).toBe('ok')
  const statuses: Record<string, number> = {}
  for (const [name, { token }] of Object.entries({ fan, banned, blocked, rival, creator })) {
    statuses[name] = (await call(server, `GET /conversations/stream/${stream.id}/banned`, { token })).status
  }
  expect(statuses).toEqual({ fan: 403, banned: 403, blocked: 404, rival: 403, creator: 200 })
  const other = await makeStream(server, rival)
  const { body } = await call(server, `GET /conversations/stream/${other.id}/banned`, { token: rival.token })
  expect(body).toEqual({ data: [], total: 0 })
})

test('a viewer who follows while the chat is for followers may write at once, and hears so', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  await changeStream(server, stream.id, { chat: { ...OPEN_CHAT, followersMinutes: 0 } })
  const client = await socketOf(fan)
  expect(await enter(client, stream.id)).toMatchObject({ you: { silenced: { reason: 'followers', until: null } } })
  const places = hear(client, 'chat:standing')
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  await until(() => places.length === 1)
  expect(places).toEqual([{ streamId: stream.id, role: 'viewer', silenced: null }])
  expect(await send(client, stream.id)).toMatchObject({ ok: true })
})
