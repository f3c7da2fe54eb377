// The sockets of `live-chat.bench.ts`, in a process of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { v7 } from 'uuid'
import { ask } from '../domains/live/chat/testing/ask.ts'
import type { Client } from '../domains/live/chat/testing/ask.ts'

export type ChatCrowd = {
  url: string
  streamId: string
  tokens: string[]
  socketsEach: number
  perSecond: number
  seconds: number
}

/** Times are in milliseconds, but for `seconds`. */
export type CrowdResult = {
  sockets: number
  sent: number
  refused: number
  seconds: number
  p50: number
  p95: number
  answerP95: number
  missing: number
}

type Message = { at: number; heard: number; lastAt: number }

/** Sockets that are opened at once. */
const AT_ONCE = 25
/** The last lines have so long to arrive. */
const PATIENCE_MS = 5_000

process.once('message', (crowd: ChatCrowd) => {
  void run(crowd).then((result) => process.send?.(result, () => process.exit()))
})

async function run(crowd: ChatCrowd): Promise<CrowdResult> {
  const { streamId, perSecond, seconds } = crowd
  const messages = new Map<string, Message>()
  const clients = await openAll(crowd, (id) => {
    const message = messages.get(id)
    if (message) Object.assign(message, { heard: message.heard + 1, lastAt: performance.now() })
  })
  process.send?.('begun')
  const begun = performance.now()
  const answers: number[] = []
  let refused = 0
  const sending: Promise<void>[] = []
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begun + (n * 1000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    const [_id, at] = [v7(), performance.now()]
    messages.set(_id, { at, heard: 0, lastAt: at })
    const client = clients[(n * 7) % clients.length]
    if (!client) throw new Error('no socket is open')
    const said = ask(client, 'chat:send', { streamId, _id, text: `A message of usual length, number ${n}` })
    sending.push(
      said.then(({ ok }) => {
        answers.push(performance.now() - at)
        if (!ok) refused += 1
      }),
    )
  }
  const took = (performance.now() - begun) / 1000
  await Promise.all(sending)
  const all = [...messages.values()]
  const until = performance.now() + PATIENCE_MS
  while (all.some(({ heard }) => heard < clients.length) && performance.now() < until) await sleep(20)
  const times = all.map(({ at, lastAt }) => lastAt - at)
  return {
    ...{ sockets: clients.length, sent: all.length, refused, seconds: took },
    ...{ p50: percentile(times, 0.5), p95: percentile(times, 0.95), answerP95: percentile(answers, 0.95) },
    missing: all.reduce((sum, { heard }) => sum + clients.length - heard, 0),
  }
}

async function openAll(
  { url, streamId, tokens, socketsEach }: ChatCrowd,
  hear: (id: string) => void,
): Promise<Client[]> {
  const wanted = Array.from({ length: socketsEach }, () => tokens).flat()
  const clients: Client[] = []
  while (wanted.length > 0) {
    const opened = await Promise.all(wanted.splice(0, AT_ONCE).map((token) => open({ url, streamId, token })))
    for (const client of opened) client.on('chat:batch', (batch) => batch.messages.forEach(({ _id }) => hear(_id)))
    clients.push(...opened)
  }
  return clients
}

async function open({ url, streamId, token }: { url: string; streamId: string; token: string }): Promise<Client> {
  const client: Client = io(url, { transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => void client.once('connect', resolve))
  const [login, joined] = [await ask(client, 'login', { token }), await ask(client, 'stream:join', { streamId })]
  if (!login.ok || !joined.ok) throw new Error('a socket could not enter the stream')
  return client
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
