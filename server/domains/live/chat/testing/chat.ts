import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatModeration } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Refused, ServerToClient, StreamEntry } from '@vesper/sync/vesper/live-events.ts'
import { io } from 'socket.io-client'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { OPEN_CHAT, Stream } from '../../streams/entity.ts'
import { StreamMessage } from '../entity.ts'
import { ask } from './ask.ts'
import type { Client } from './ask.ts'

type Server = Pick<TestServer, 'app'>

/** How long an event may take on a busy machine. */
const PATIENCE_MS = 20_000

/** A year: the stream is not taken for one of a server that is gone. */
const AHEAD_MS = 365 * 86_400_000

/** A live stream of a creator, without a room of an engine. */
export function makeStream({ app }: Server, creator: Person, given: Partial<Stream> = {}): Promise<Stream> {
  return transact(app, null, async ({ em, now }) =>
    em.create(Stream, {
      ...{ id: v7(), performerId: creator.id, kind: 'public', status: 'live', title: 'Live', access: 'public' },
      ...{ engine: 'none', node: 'test', startedAt: now, createdAt: now, chat: OPEN_CHAT },
      updatedAt: new Date(now.getTime() + AHEAD_MS),
      ...given,
    }),
  )
}

/** Changes a stream past the commands. */
export async function changeStream({ app }: Server, id: string, change: Partial<Stream>): Promise<void> {
  await transact(app, null, async ({ em }) => void em.assign(await em.findOneOrFail(Stream, { id }), change))
}

/** The chat of a stream in the database: its last number, and its lines in order, held ones last. */
export async function chatOf({ app }: Server, id: string) {
  const em = app.orm.em.fork()
  const { chatSeq } = await em.findOneOrFail(Stream, { id })
  const rows = await em.find(StreamMessage, { streamId: id }, { orderBy: { seq: 'asc', createdAt: 'asc' } })
  return { seq: chatSeq, lines: rows.map(({ id, seq, text, state, senderId }) => ({ id, seq, text, state, senderId })) }
}

/** A socket that has logged in. */
export async function connect(
  { url }: Pick<TestServer, 'url'>,
  person: Person,
  transport: 'websocket' | 'polling' = 'websocket',
): Promise<Client> {
  const client: Client = io(url, { transports: [transport], forceNew: true, reconnection: false })
  await once(client as never, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
  const answer = await ask(client, 'login', { token: person.token })
  if (!answer.ok) throw new Error('the socket could not log in')
  return client
}

/** Enters a stream; the answer is the chat, or the refusal. */
export async function join(
  client: Client,
  streamId: string,
  since?: number,
): Promise<({ ok: true } & StreamEntry) | Refused> {
  return ask(client, 'stream:join', { streamId, ...(since === undefined ? {} : { since }) })
}

/** Enters a stream that is open. */
export async function enter(client: Client, streamId: string, since?: number): Promise<StreamEntry> {
  const answer = await join(client, streamId, since)
  if (!answer.ok) throw new Error(answer.message ?? 'the stream is closed')
  return answer
}

/** Says something in a chat; gives the id that it was said under with the answer. */
export async function send(
  client: Client,
  streamId: string,
  { _id = v7(), text = 'Hello', replyTo = null }: { _id?: string; text?: string; replyTo?: string | null } = {},
) {
  return { _id, ...(await ask(client, 'chat:send', { streamId, _id, text, replyTo })) }
}

/** Moderates a chat; the answer is `ok`, or the refusal. */
export async function order(client: Client, given: ChatModeration): Promise<string> {
  const answer = await ask(client, 'chat:moderate', given)
  return answer.ok ? 'ok' : (answer.message ?? 'refused')
}

/** All events of one name that a socket hears from now on. */
export function hear<Event extends keyof ServerToClient>(
  client: Client,
  event: Event,
): Parameters<ServerToClient[Event]>[0][] {
  const heard: Parameters<ServerToClient[Event]>[0][] = []
  client.on(event as 'chat:batch', ((given: never) => void heard.push(given)) as never)
  return heard
}

/** Waits until something holds; throws after a while. */
export async function until(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('this took too long')
    await sleep(5)
  }
}
