import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../testing/server.ts'
import { ask } from './testing/ask.ts'
import type { Client } from './testing/ask.ts'
import { chatOf, connect, enter } from './testing/chat.ts'
import { test } from './testing/stage.ts'

const [VIEWERS, MESSAGES, CUT_EVERY] = [20, 6, 3]

test('with random cuts of 20 viewers, each message that was shown as sent is in every final list, in one order, once', async ({
  server,
  stream,
  clock,
}) => {
  const ticking = setInterval(() => (clock.ms = Math.max(clock.ms + 100, Date.now())), 100)
  const people = await Promise.all(Array.from({ length: VIEWERS }, (_, n) => makePerson(server, `cut_${n}`)))
  const viewers = people.map((person) => createViewer(server, person, stream.id))
  await Promise.all(viewers.map((viewer, index) => viewer.live(index)))
  clearInterval(ticking)
  for (const viewer of viewers) await viewer.catchUp()
  const { lines } = await chatOf(server, stream.id)
  const ids = lines.map(({ id }) => id)
  const sent = viewers.flatMap((viewer) => viewer.sent)
  const unsent = viewers.flatMap((viewer) => viewer.unsent)
  expect(sent.length).toBeGreaterThan(VIEWERS)
  expect(sent.filter((id) => !ids.includes(id))).toEqual([])
  expect([...sent, ...unsent].toSorted()).toEqual(expect.arrayContaining(ids.toSorted()))
  for (const viewer of viewers) expect(viewer.list()).toEqual(ids)
})

/** A page in small: it writes, is cut off, comes back with the last line that it has in one piece, and says again. */
function createViewer(server: TestServer, person: Person, streamId: string) {
  const lines = new Map<number, StreamMessage>()
  const sent: string[] = []
  const unsent: string[] = []
  let client: Client | null = null

  async function open(): Promise<Client> {
    const socket = await connect(server, person)
    socket.on('chat:batch', ({ messages }) => take(messages))
    take((await enter(socket, streamId, whole())).messages)
    return (client = socket)
  }

  function take(messages: readonly StreamMessage[]): void {
    for (const message of messages) lines.set(message.seq, message)
  }

  /** The last line before the first gap. */
  function whole(): number {
    let seq = 0
    while (lines.has(seq + 1)) seq += 1
    return seq
  }

  async function say(text: string): Promise<void> {
    const _id = v7()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        const socket = client ?? (await open())
        const answer = await Promise.race([ask(socket, 'chat:send', { streamId, _id, text }), sleep(2_000)])
        if (!answer) throw new Error('no answer came')
        if (!answer.ok) break
        return void sent.push(_id)
      } catch {
        client?.disconnect()
        client = null
      }
    }
    unsent.push(_id)
  }

  function cut(): void {
    const socket = client
    client = null
    // Between an event and its answer, too.
    setTimeout(() => socket?.io.engine.close(), Math.random() * 30)
  }

  return {
    sent,
    unsent,
    list: () => [...lines.keys()].toSorted((a, b) => a - b).map((seq) => lines.get(seq)?._id),
    async live(index: number) {
      for (let n = 0; n < MESSAGES; n += 1) {
        await sleep(Math.random() * 500)
        const said = say(`Number ${n}`)
        if ((n + index) % CUT_EVERY === 0) cut()
        await said
      }
    },
    async catchUp() {
      client?.disconnect()
      for (let before = -1; before !== whole(); client?.disconnect()) {
        before = whole()
        await open()
      }
    },
  }
}
