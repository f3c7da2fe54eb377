// The sockets of `live-chat.bench.ts`, in a process of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatBatch } from '@vesper/sync/vesper/live-events.ts'
import { v7 } from 'uuid'
import { openRawSocket } from './raw-socket.ts'
import type { RawSocket } from './raw-socket.ts'

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
const BATCH = '42["chat:batch",'
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
    const said = client.ask('chat:send', { streamId, _id, text: `A message of usual length, number ${n}` })
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
): Promise<RawSocket[]> {
  const wanted = Array.from({ length: socketsEach }, () => tokens).flat()
  const idsOf = idReader()
  const clients: RawSocket[] = []
  while (wanted.length > 0) {
    const opened = wanted.splice(0, AT_ONCE).map(async (token) => {
      const client = await openRawSocket(url, (text) => text.startsWith(BATCH) && idsOf(text).forEach(hear))
      for (const answer of [await client.ask('login', { token }), await client.ask('stream:join', { streamId })]) {
        if (!answer.ok) throw new Error('a socket could not enter the stream')
      }
      return client
    })
    clients.push(...(await Promise.all(opened)))
  }
  return clients
}

/** Reads the ids of the lines in a batch, once for all sockets that get the same one. */
function idReader(): (text: string) => string[] {
  let last = { text: '', ids: [] as string[] }
  return (text) => {
    if (text !== last.text) {
      const [, batch] = JSON.parse(text.slice(2)) as [string, ChatBatch]
      last = { text, ids: batch.messages.map(({ _id }) => _id) }
    }
    return last.ids
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
