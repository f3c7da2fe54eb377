import type { Poke } from '@vesper/sync/engine/protocol/poke.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { RaisedSpace } from '../../live/channels.ts'
import { roomOfUser } from '../../live/rooms.ts'
import type { LiveServer } from '../../live/rooms.ts'
import { makePair, say } from '../testing/person.ts'
import { createPokes } from './pokes.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('[POKE-2] two changes of one conversation that are told of in one turn are one poke, with what both have brought', async () => {
  const { fan, creator, conversationId } = await makePair(server, 1)
  const held: (readonly RaisedSpace[])[] = []
  vi.spyOn(server.app.live, 'poke').mockImplementation((raised) => void held.push(raised))
  for (const text of ['first', 'second']) await say(server, fan, { to: conversationId, text })
  const { io, told } = roomsOf(creator.id)
  const pokes = createPokes(server.app, io)
  for (const raised of held) pokes.add(raised, fan.id)
  await pokes.settled()

  const version = held[1]?.[0]?.version ?? 0
  expect(told).toMatchObject([{ patch: { spaces: [{ since: version - 2, version }] } }])
  const rows = told[0]?.patch?.spaces.flatMap((space) => space.rows) ?? []
  expect(rows.flatMap(({ value }) => value?.['text'] ?? [])).toEqual(['first', 'second'])
})

/** As a server to which one account is connected, and what it is told. */
function roomsOf(account: string) {
  const told: Poke[] = []
  const rooms = new Map([[roomOfUser(account), new Set(['socket'])]])
  const to = () => ({ emit: (_event: string, poke: Poke) => void told.push(poke) })
  const io = { sockets: { sockets: new Map([['socket', {}]]), adapter: { rooms } }, to } as unknown as LiveServer
  return { io, told }
}
