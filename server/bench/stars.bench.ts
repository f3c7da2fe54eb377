// A chat of two while 20,000 followers of a star, all connected to this server, are poked of a post: `npm run bench -- stars`.
// The followers are rooms without sockets: their pokes are written, and nobody pulls. The chat goes over real sockets.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '@vesper/sync/bench/statistics.ts'
import { spaceOfConversation, spaceOfPerformer } from '@vesper/sync/vesper/records/spaces.ts'
import { roomOfUser } from '../infra/live/rooms.ts'
import type { LiveServer } from '../infra/live/rooms.ts'
import { createPokes } from '../infra/sync/pokes/pokes.ts'
import { makePair, makePerson, say } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'
import { machineLoad } from './machine-load.ts'
import { openRawSocket } from './raw-socket.ts'

/** A message may take so many times as long, at the 95th percentile, while the pokes go out. */
const RATIO_MAX = 1.5
const FOLLOWERS = 20_000
const [PAUSE_MS, WARM, QUIET] = [80, 100, 200]

const server = await startBenchServer({ jobs: 'off' })
const { app } = server
const star = await makePerson(server, 'star', true)
const { fan, creator, conversationId } = await makePair(server, 1)
const followers = Array.from({ length: FOLLOWERS }, () => randomUUID())
await app.orm.em
  .fork()
  .execute(
    `insert into follow (follower_id, performer_id, created_at) select id::uuid, ?, now() from json_array_elements_text(?::json) id`,
    [star.id, JSON.stringify(followers)],
  )
await app.orm.em.fork().execute('analyze follow')

let heard: () => void = () => {}
const listener = await openRawSocket(
  server.url,
  (text) => text.includes(spaceOfConversation(conversationId)) && heard(),
)
if (!(await listener.ask('login', { token: creator.token })).ok) throw new Error('a socket could not log in')

const load = machineLoad()
await messagesWhile(() => true, WARM)
const before = await messagesWhile(() => true, QUIET)
const spread = await duringPost()
const after = await messagesWhile(() => true, QUIET)
const quiet = percentile([...before, ...after], 95)
const ratio = percentile(spread.messages, 95) / quiet
process.stdout.write(
  [
    `${FOLLOWERS} followers, ${app.config.pokesPerSecond} pokes a second: the last after ${(spread.tookMs / 1000).toFixed(1)} s, at most ${spread.most} in a second`,
    `a message: p95 ${quiet.toFixed(1)} ms without, ${percentile(spread.messages, 95).toFixed(1)} ms beside: ${ratio.toFixed(2)} times as long, at most ${RATIO_MAX}`,
    `followers that were poked: ${spread.poked} of ${FOLLOWERS}, ${spread.twice} of them twice`,
    `load of the machine: ${load} before, ${machineLoad()} after`,
    '',
  ].join('\n'),
)
if (spread.poked < FOLLOWERS || spread.twice > 0) fail('Followers missed a poke, or had two.')
// A process that loses its processor between two pokes of a tick puts them apart.
if (spread.most > app.config.pokesPerSecond * 1.1) fail('More pokes went out than the rate allows.')
if (ratio > RATIO_MAX) fail('A message takes far longer beside the pokes of a star.')
await server.stop()
process.exit()

/** Milliseconds of each message until the other member is poked, one after another, while `goesOn` and at least `count`. */
async function messagesWhile(goesOn: () => boolean, count: number): Promise<number[]> {
  const took: number[] = []
  while (took.length < count && goesOn()) {
    const began = performance.now()
    const { promise, resolve } = Promise.withResolvers<void>()
    heard = resolve
    await say(server, fan, { to: conversationId, text: `Message ${took.length}` })
    await promise
    took.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  return took
}

/** A post of the star, with messages beside it until the last follower is poked. */
async function duringPost() {
  const poked = new Map<string, number>()
  const times: number[] = []
  const rooms = new Map(followers.map((id) => [roomOfUser(id), new Set([id])]))
  const emit = (room: string, event: string, payload: unknown): boolean => {
    // As much as a socket takes: its packet is encoded and written.
    Buffer.from(`42${JSON.stringify([event, payload])}`)
    poked.set(room, (poked.get(room) ?? 0) + 1)
    return times.push(performance.now()) > 0
  }
  const to = (room: string) => ({ emit: (event: string, payload: unknown) => emit(room, event, payload) })
  const io = { sockets: { sockets: rooms, adapter: { rooms, sids: new Map() } }, to } as unknown as LiveServer
  const pokes = createPokes(app, io)
  const began = performance.now()
  pokes.add([{ space: spaceOfPerformer(star.id), version: 1, step: null }], star.id)
  const messages = await messagesWhile(() => poked.size < FOLLOWERS, Number.POSITIVE_INFINITY)
  const most = Math.max(...times.map((time, index) => index - times.findIndex((other) => other > time - 1000) + 1))
  const twice = [...poked.values()].filter((count) => count > 1).length
  return { messages, most, twice, poked: poked.size, tookMs: (times.at(-1) ?? began) - began }
}

function fail(sentence: string): void {
  process.stdout.write(`✗ ${sentence}\n`)
  process.exitCode = 1
}
