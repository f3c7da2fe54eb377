import type { Socket as TcpSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatBatch } from '@vesper/sync/vesper/live-events.ts'
import { expect } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { streamRoom } from '../streams/rooms.ts'
import type { Client } from './testing/ask.ts'
import { enter, hear, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

/** Far more than the buffers of both systems between two sockets take: the server has to decide. */
const [BATCHES, BATCH_BYTES] = [160, 256 * 1024]
/** A batch reaches a socket that reads within this time, in milliseconds, on a busy machine. */
const PROMPT_MS = 2_000

/** The connection below a socket, which a test keeps from being read. */
function lineOf(client: Client): Pick<TcpSocket, 'pause' | 'resume'> {
  const { transport } = client.io.engine as unknown as { transport: { ws: { _socket: TcpSocket } } }
  return transport.ws._socket
}

test('a socket that reads nothing loses batches, holds no other up, and finds the gap when it reads again', async ({
  server,
  stream,
  fan,
  creator,
  socketOf,
}) => {
  const other = await makePerson(server, `reads_${fan.user.username}`)
  const [slow, quick, writer] = [await socketOf(fan), await socketOf(other), await socketOf(creator)]
  for (const client of [slow, quick, writer]) await enter(client, stream.id)
  const [ofSlow, ofQuick] = [hear(slow, 'chat:batch'), hear(quick, 'chat:batch')]
  lineOf(slow).pause()
  const filler: ChatBatch = { streamId: stream.id, messages: [], deleted: ['x'.repeat(BATCH_BYTES)] }
  let longestMs = 0
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    const told = performance.now()
    server.app.live.toRoom({ room: streamRoom(stream.id), volatile: true }, 'chat:batch', filler)
    await until(() => ofQuick.length === batch)
    longestMs = Math.max(longestMs, performance.now() - told)
  }
  expect(longestMs).toBeLessThan(PROMPT_MS)
  const { seq } = (await send(writer, stream.id, { text: 'Did you hear this?' })) as { seq: number }
  await until(() => ofQuick.length === BATCHES + 1)
  expect(ofSlow).toEqual([])
  lineOf(slow).resume()
  await until(() => ofSlow.length > 0)
  await sleep(1_000)
  expect(ofSlow.length).toBeLessThan(BATCHES)
  const { messages, seq: last } = await enter(slow, stream.id, 0)
  expect([messages.map(({ text }) => text), last]).toEqual([['Did you hear this?'], seq])
  const heard = ofSlow.length
  await send(writer, stream.id, { text: 'And this?' })
  await until(() => ofSlow.length > heard)
})
