/*
 * The thread of the embedded media engine: packets go through it alone, so that the server's own thread keeps answering.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Connections } from './connections.ts'
import { Rooms } from './rooms.ts'
import type { RtcNetwork, ThreadReport, ThreadRequest } from './thread-calls.ts'

/** Faults of single connections that werift hears nobody for. With more of them in a minute, the thread ends itself. */
const FAULTS_MAX = 100

const tell = (report: ThreadReport) => parentPort?.postMessage(report)
const rooms = new Rooms({ connections: new Connections(workerData as RtcNetwork), tell })
let faults = 0

parentPort?.on('message', (request: ThreadRequest) => {
  const { id } = request
  rooms.answer(request).then(
    (value) => tell({ id, value }),
    (error: unknown) => {
      if (error instanceof Refusal) tell({ id, refusal: { kind: error.kind, message: error.message } })
      else tell({ id, fault: String(error) })
    },
  )
})
setInterval(() => rooms.tick(), 1_000)
setInterval(() => (faults = 0), 60_000)

// A socket that cannot send, or a handshake that breaks off, is the end of one connection, not of all rooms.
process.on('uncaughtException', noteFault)
process.on('unhandledRejection', noteFault)

function noteFault(error: unknown): void {
  faults += 1
  tell({ news: 'fault', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  if (faults > FAULTS_MAX) process.exit(1)
}
