import { expect, onTestFinished, test, vi } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { useMemoryEngine } from '../streams/testing/memory-engine.ts'
import { chatOf, connect, enter, hear, makeStream, order, send, until } from './testing/chat.ts'

test('two servers of one database make one order of what is said on both, and everybody has all of it', async () => {
  const servers = await startServers()
  const [server] = servers
  const [fan, creator] = [await makePerson(server, 'fan'), await makePerson(server, 'creator', true)]
  const stream = await makeStream(server, creator)
  // Socket.IO publishes to the websockets of one server alone, where a process has two.
  const watching = await Promise.all(servers.map((one) => connect(one, fan, 'polling')))
  for (const client of watching) await enter(client, stream.id)
  const heard = watching.map((client) => hear(client, 'chat:batch'))
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => makePerson(server, `both_${n}`)))
  const writers = await Promise.all(people.map((person, n) => connect(servers[n % 2 === 0 ? 0 : 1], person)))
  const texts = Array.from({ length: 10 }, (_, m) => `Number ${m}`)
  const answers = await Promise.all(writers.flatMap((client) => texts.map((text) => send(client, stream.id, { text }))))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  const { seq, lines } = await chatOf(server, stream.id)
  expect([seq, lines.map((line) => line.seq)]).toEqual([80, Array.from({ length: 80 }, (_, n) => n + 1)])
  const ofBoth = [people[0]?.id, people[1]?.id]
  for (const [index, client] of watching.entries()) {
    const told = () => heard[index]?.flatMap(({ messages }) => messages) ?? []
    await until(() => ofBoth.every((id) => told().some(({ sender }) => sender._id === id)))
    const { messages } = await enter(client, stream.id, 0)
    expect(messages.map(({ _id }) => _id)).toEqual(lines.map(({ id }) => id))
    expect(told().filter(({ seq: at, _id }) => lines[at - 1]?.id !== _id)).toEqual([])
  }
  for (const client of [...watching, ...writers]) client.disconnect()
})

test('a viewer on another server hears of the place that other rules of the chat give them', async () => {
  const [server, other] = await startServers()
  const [fan, creator] = [await makePerson(server, 'fan'), await makePerson(server, 'creator', true)]
  const stream = await makeStream(server, creator)
  await vi.waitFor(() => expect(server.app.bus.peers()).toHaveLength(1), 20_000)
  const [client, owner] = [await connect(other, fan, 'polling'), await connect(server, creator, 'polling')]
  await enter(client, stream.id)
  const places = hear(client, 'chat:standing')
  const mode = { action: 'mode', streamId: stream.id, chat: { subscribersOnly: true } } as const
  expect(await order(owner, mode)).toBe('ok')
  await until(() => places.length > 0)
  expect(places).toMatchObject([{ silenced: { reason: 'subscribers', until: null } }])
  for (const socket of [client, owner]) socket.disconnect()
})

async function startServers(): Promise<[TestServer, TestServer]> {
  const jwtSecrets = ['a secret that both servers of this test share'] as const
  const one = await startTestServer({ config: { jwtSecrets } })
  onTestFinished(() => one.stop())
  const other = await startTestServer({ config: { jwtSecrets, databaseUrl: one.app.config.databaseUrl } })
  onTestFinished(() => other.stop())
  for (const { app } of [one, other]) useMemoryEngine(app)
  return [one, other]
}
