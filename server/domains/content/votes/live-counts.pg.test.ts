import { once } from 'node:events'
import type { ClientToServer, PollCounts, ServerToClient } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import { v7 } from 'uuid'
import { expect, onTestFinished } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { publishPost } from '../posts/commands.ts'
import { setVote } from './commands.ts'

type Client = Socket<ServerToClient, ClientToServer>

test('pages of voters and of the author hear of further votes', async ({ server, creator, fan }) => {
  const id = await publish(server, creator)
  await vote(server, fan, { postId: id, options: [0] })
  const [own, voters] = [await enter(server, creator), await enter(server, fan)]
  expect([await join(own, id), await join(voters, id)]).toEqual([true, true])
  const heard = [countsOf(own, 3), countsOf(voters, 3)]
  const others = [await makePerson(server, 'voter_a'), await makePerson(server, 'voter_b')]
  for (const other of others) await vote(server, other, { postId: id, options: [1] })
  for (const told of await Promise.all(heard)) expect(told).toEqual({ postId: id, votes: [1, 2], voters: 3 })
})

test('who has not voted, or may not see the post, joins nothing and hears nothing', async ({
  server,
  creator,
  fan,
}) => {
  const id = await publish(server, creator)
  const locked = await publish(server, creator, 'subscribers')
  const client = await enter(server, fan)
  const events: unknown[] = []
  client.on('poll:counts', (event) => events.push(event))
  expect([await join(client, id), await join(client, locked), await join(client, v7())]).toEqual([false, false, false])
  const own = await enter(server, creator)
  expect(await join(own, id)).toBe(true)
  const told = countsOf(own, 1)
  await vote(server, await makePerson(server, 'voter_c'), { postId: id, options: [0] })
  await told
  expect(await join(client, id)).toBe(false)
  expect(events).toEqual([])
})

test('a page that was left hears no more', async ({ server, creator }) => {
  const id = await publish(server, creator)
  const [left, stays] = [await enter(server, creator), await enter(server, creator)]
  for (const client of [left, stays]) await join(client, id)
  left.emit('page:leave', { type: 'poll', id })
  // A round trip: the event before has arrived.
  await join(left, v7())
  const events: unknown[] = []
  left.on('poll:counts', (event) => events.push(event))
  const told = countsOf(stays, 1)
  await vote(server, await makePerson(server, 'voter_d'), { postId: id, options: [0] })
  await told
  await join(left, v7())
  expect(events).toEqual([])
})

function publish(server: TestServer, { actor }: Person, access: 'public' | 'subscribers' = 'public'): Promise<string> {
  const poll = { question: 'Which?', options: ['This', 'That'] }
  const post = { _id: v7(), text: '', access, price: 0, scheduledAt: null, poll, fileIds: [] }
  return transact(server.app, actor, async (tx) => (await publishPost(tx, post)).id)
}

function vote(server: TestServer, { actor }: Person, ballot: { postId: string; options: number[] }): Promise<unknown> {
  return transact(server.app, actor, (tx) => setVote(tx, ballot))
}

async function enter(server: TestServer, { token }: Person): Promise<Client> {
  const client: Client = io(server.url, { transports: ['websocket'], query: { token }, forceNew: true })
  onTestFinished(() => void client.disconnect())
  await once(client as never, 'connect')
  expect(await client.emitWithAck('login', { token })).toEqual({ ok: true })
  return client
}

async function join(client: Client, id: string): Promise<boolean> {
  const { ok } = (await client.emitWithAck('page:join', { type: 'poll', id })) as { ok: boolean }
  return ok
}

/** The first counts with so many voters: votes of a second are told together. */
function countsOf(client: Client, voters: number): Promise<PollCounts> {
  return new Promise((resolve) => {
    client.on('poll:counts', (counts) => {
      if (counts.voters === voters) resolve(counts)
    })
  })
}
