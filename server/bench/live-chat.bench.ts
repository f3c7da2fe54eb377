// A chat with as many sockets as one process can open, up to 1,000, and 50 messages a second: `npm run bench -- live-chat`.
// The sockets live in a process of their own, which measures from the message to its line on every socket.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { v7 } from 'uuid'
import { OPEN_CHAT, Stream } from '../domains/live/streams/entity.ts'
import { useMemoryEngine } from '../domains/live/streams/testing/memory-engine.ts'
import { transact } from '../infra/database/transaction.ts'
import { makePerson } from '../infra/sync/testing/person.ts'
import { startBenchServer } from './bench-server.ts'
import type { ChatCrowd, CrowdResult } from './chat-crowd.ts'
import { machineLoad } from './machine-load.ts'

/** The share of a core that the server may take, and milliseconds from saying to the last of all sockets, at the 95th percentile. */
const [CPU_MAX, P95_MAX] = [0.6, 500]
/** Accounts, each with so many sockets. */
const [ACCOUNTS, SOCKETS_EACH, PER_SECOND, SECONDS] = [100, 10, 50, 15]

const server = await startBenchServer()
useMemoryEngine(server.app)
const creator = await makePerson(server, 'creator', true)
const tokens: string[] = []
for (let n = 0; n < ACCOUNTS; n += 1) tokens.push((await makePerson(server, `fan_${n}`)).token)
const streamId = v7()
await transact(server.app, null, async ({ em, now }) => {
  em.create(Stream, {
    ...{ id: streamId, performerId: creator.id, kind: 'public', status: 'live', title: 'Live', access: 'public' },
    ...{ engine: 'none', node: 'bench', startedAt: now, createdAt: now, chat: OPEN_CHAT },
    updatedAt: new Date(now.getTime() + 3_600_000),
  })
})

const loadBefore = machineLoad()
const crowd = fork(fileURLToPath(new URL('chat-crowd.ts', import.meta.url)))
let cpuAtStart = process.cpuUsage()
crowd.on('message', (said) => void (said === 'begun' && (cpuAtStart = process.cpuUsage())))
crowd.send({
  url: server.url,
  streamId,
  tokens,
  socketsEach: SOCKETS_EACH,
  perSecond: PER_SECOND,
  seconds: SECONDS,
} satisfies ChatCrowd)
const result = await resultOf()
const { user, system } = process.cpuUsage(cpuAtStart)
const share = (user + system) / 1e6 / result.seconds
process.stdout.write(
  [
    `${result.sockets} sockets, ${(result.sent / result.seconds).toFixed(1)} messages a second for ${result.seconds.toFixed(1)} s`,
    `from saying to all: p50 ${Math.round(result.p50)} ms, p95 ${Math.round(result.p95)} ms`,
    `to the answer: p95 ${Math.round(result.answerP95)} ms; lines that never came: ${result.missing}; refused: ${result.refused}`,
    `CPU of the server: ${Math.round(share * 100)} % of a core`,
    `load of the machine: ${loadBefore} before, ${machineLoad()} after`,
    '',
  ].join('\n'),
)
if (result.p95 > P95_MAX) fail(`A message takes ${Math.round(result.p95)} ms to all.`)
if (share > CPU_MAX) fail(`The server takes ${Math.round(share * 100)} % of a core.`)
if (result.missing > 0 || result.refused > 0) fail('Lines are missing.')
await server.stop()

/** The crowd ends once it has told. */
async function resultOf(): Promise<CrowdResult> {
  for (;;) {
    const [said] = (await once(crowd, 'message', { signal: AbortSignal.timeout(180_000) })) as [CrowdResult | 'begun']
    if (said !== 'begun') return said
  }
}

function fail(sentence: string): void {
  process.stdout.write(`✗ ${sentence}\n`)
  process.exitCode = 1
}
