import { v7 } from 'uuid'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import type { TestServer } from '../../../testing/server.ts'
import { STREAMS_MAX } from './enter-stream.ts'
import { StreamMessage } from './entity.ts'
import { ask } from './testing/ask.ts'
import { changeStream, connect, enter, hear, join, makeStream, send, until } from './testing/chat.ts'
import { test } from './testing/stage.ts'

test('a page that missed 200 lines gets all of them, one that missed 201 is told of one more', async ({
  server,
  stream,
  fan,
  socketOf,
}) => {
  await fill(server, stream.id, { senderId: fan.id, lines: 230 })
  const client = await socketOf(fan)
  const [all, most, first] = [
    await enter(client, stream.id, 30),
    await enter(client, stream.id, 29),
    await enter(client, stream.id),
  ]
  expect([all.messages.length, all.messages[0]?.seq, all.missed, all.seq]).toEqual([200, 31, 0, 230])
  expect([most.messages.length, most.messages[0]?.seq, most.missed]).toEqual([200, 31, 1])
  expect([first.messages.length, first.messages[0]?.seq, first.missed]).toEqual([50, 181, 0])
  const none = await enter(client, stream.id, 230)
  expect([none.messages, none.missed]).toEqual([[], 0])
})

test('no line is lost between entering and reading, while others write', async ({ stream, fan, creator, socketOf }) => {
  const writer = await socketOf(creator)
  const texts = Array.from({ length: 15 }, (_, n) => `Line ${n}`)
  const writing = Promise.all(texts.map((text) => send(writer, stream.id, { text })))
  const client = await socketOf(fan)
  const batches = hear(client, 'chat:batch')
  const { messages } = await enter(client, stream.id)
  await writing
  const seen = () => new Set([...messages, ...batches.flatMap((batch) => batch.messages)].map(({ seq }) => seq))
  await until(() => seen().size === 15)
})

test('a stream is entered by those alone before whom its door is open', async ({ server, fan, creator, socketOf }) => {
  const client = await socketOf(fan)
  const tries = [
    { change: { access: 'followers' as const }, message: 'Follow the creator to watch this stream.' },
    { change: { access: 'subscribers' as const }, message: 'Subscribe to the creator to watch this stream.' },
    { change: { access: 'paid' as const, price: 20 }, message: 'Buy a ticket to watch this stream.' },
    { change: { access: 'public' as const, status: 'ended' as const }, message: 'The stream is over.' },
  ]
  const { id } = await makeStream(server, creator)
  for (const { change, message } of tries) {
    await changeStream(server, id, change)
    expect(await join(client, id)).toEqual({ ok: false, message })
    expect(await send(client, id)).toMatchObject({ ok: false, message })
  }
  const missing = { ok: false, message: 'This stream does not exist.' }
  expect([await join(client, v7()), await send(client, v7())]).toMatchObject([missing, missing])
})

test('a page that leaves hears nothing more', async ({ server, stream, fan, creator }) => {
  const [client, writer] = [await connect(server, fan), await connect(server, creator)]
  await enter(client, stream.id)
  await enter(writer, stream.id)
  const [batches, others] = [hear(client, 'chat:batch'), hear(writer, 'chat:batch')]
  expect(await ask(client, 'stream:leave', { streamId: stream.id })).toEqual({ ok: true })
  await send(writer, stream.id)
  await until(() => others.length === 1)
  await join(client, v7())
  expect(batches).toEqual([])
  client.disconnect()
  writer.disconnect()
})

/** Puts lines into a chat past its commands. */
async function fill(
  server: Pick<TestServer, 'app'>,
  streamId: string,
  { senderId, lines }: { senderId: string; lines: number },
): Promise<void> {
  await transact(server.app, null, async ({ em, now }) => {
    for (let seq = 1; seq <= lines; seq += 1) {
      em.create(StreamMessage, { id: v7(), streamId, seq, senderId, kind: 'text', text: `Line ${seq}`, createdAt: now })
    }
  })
  await changeStream(server, streamId, { chatSeq: lines })
}

test('a socket has 20 streams open at most, and one it has left makes place for another', async ({
  server,
  creator,
  socketOf,
}) => {
  const client = await socketOf(creator)
  const own = { kind: 'private' } as const
  const streams = await Promise.all(Array.from({ length: STREAMS_MAX + 1 }, () => makeStream(server, creator, own)))
  const ids = streams.map(({ id }) => id)
  // All at once: each join counts those that are on their way.
  const answers = await Promise.all(ids.map((id) => join(client, id)))
  const refused = answers.flatMap((answer, index) => (answer.ok ? [] : [{ id: ids[index], message: answer.message }]))
  const message = 'You have 20 streams open here, the limit. Leave one of them first.'
  expect(refused.map((one) => one.message)).toEqual([message])
  const last = refused[0]?.id ?? ''
  const first = ids.find((id) => id !== last) ?? ''
  expect(await join(client, first)).toMatchObject({ ok: true })
  expect(await join(client, last)).toEqual({ ok: false, message })
  await ask(client, 'stream:leave', { streamId: first })
  expect(await join(client, last)).toMatchObject({ ok: true })
})
