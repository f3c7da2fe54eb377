// One publisher of 0.9 Mbit/s and 30 viewers in the embedded media engine: packets that were lost, the work of the engine's
// thread, and how long this thread, which would serve requests, was held up: `npm run bench -- rtc`. The clients are threads
// of this process too, so that the machine does all of their work beside.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openTestEngine } from '../infra/rtc/testing/open-test-engine.ts'
import { machineLoad } from './machine-load.ts'
import type { ClientsReport, ClientsRequest } from './rtc-clients.ts'

const [VIEWERS, SECONDS] = [30, 15]
/** The most packets of all that may be lost. */
const LOST_MAX = 0.01
/** 99 of 100 times, this thread may be held up so long. */
const HELD_UP_MAX_MS = 50

const { engine, lines, as } = openTestEngine()
await engine.open('room', { record: false, maxViewers: VIEWERS })
const clients = new Worker(new URL('rtc-clients.ts', import.meta.url), { workerData: { viewers: VIEWERS } })
const ready = Promise.withResolvers<void>()
const ended = Promise.withResolvers<number>()
clients.on('message', (report: ClientsReport) => {
  if ('offer' in report) void answer(report)
  else if ('ready' in report) ready.resolve()
  else ended.resolve(report.packets)
})
clients.on('error', ready.reject)

const loadBefore = machineLoad()
const joining = performance.now()
await ready.promise
print(`${VIEWERS} viewers joined in ${Math.round(performance.now() - joining)} ms`)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const before = engine.thread?.performance.eventLoopUtilization()
await pause(SECONDS * 1_000)
const work = engine.thread?.performance.eventLoopUtilization(before).utilization ?? Number.NaN
const viewers = (await engine.room('room'))?.peers.filter(({ role }) => role === 'view') ?? []
delay.disable()
clients.postMessage({ end: true } satisfies ClientsRequest)
const packets = await ended.promise

const lost = viewers.reduce((sum, viewer) => sum + viewer.lost, 0) / viewers.length
const heldUp = delay.percentile(99) / 1e6 - 5
print(`${packets} packets came, ${(lost * 100).toFixed(2)} % were lost, at most ${LOST_MAX * 100} %`)
print(`the thread of the engine worked ${(work * 100).toFixed(0)} % of the time`)
print(`this thread was held up for ${heldUp.toFixed(1)} ms (p99), at most ${HELD_UP_MAX_MS} ms`)
print(`load of the machine: ${loadBefore} before, ${machineLoad()} after`)
if (viewers.length < VIEWERS) fail(`${VIEWERS - viewers.length} viewers are gone`)
if (lost > LOST_MAX) fail('viewers lose packets')
if (heldUp > HELD_UP_MAX_MS) fail('packets hold up the thread that serves requests')
if (lines.length > 0) fail(lines.join(''))
await clients.terminate()
await engine.stop()

async function answer({ id, role, offer }: { id: number; role: 'publish' | 'view'; offer: string }): Promise<void> {
  const given = await as('room', role, `${role}-${id}`)(offer)
  clients.postMessage({ id, answer: given } satisfies ClientsRequest)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(sentence: string): void {
  print(`✗ ${sentence}`)
  process.exitCode = 1
}
