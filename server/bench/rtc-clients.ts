/* The thread of the clients of `rtc.bench.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { publish, view } from '../infra/rtc/testing/rtc-peer.ts'
import type { RtcConnect } from '../infra/rtc/testing/rtc-peer.ts'

export type ClientsReport =
  | { id: number; role: 'publish' | 'view'; offer: string }
  | { ready: true }
  | { packets: number }
export type ClientsRequest = { id: number; answer: { sdp: string; peer: string } } | { end: true }

/** Packets of a frame: ten frames of them a second are 0.9 Mbit/s. */
const LOAD = 10

const { viewers } = workerData as { viewers: number }
const waiting = new Map<number, (answer: { sdp: string; peer: string }) => void>()
const tell = (report: ClientsReport) => parentPort?.postMessage(report)

function connectAs(id: number, role: 'publish' | 'view'): RtcConnect {
  return (offer) => {
    const { promise, resolve } = Promise.withResolvers<{ sdp: string; peer: string }>()
    waiting.set(id, resolve)
    tell({ id, role, offer })
    return promise
  }
}

parentPort?.on('message', (request: ClientsRequest) => {
  if ('answer' in request) waiting.get(request.id)?.(request.answer)
  else tell({ packets: peers.reduce((sum, { packets }) => sum + packets.audio + packets.video, 0) })
})

await publish(connectAs(0, 'publish'), { load: LOAD })
const peers = await Promise.all(Array.from({ length: viewers }, (_, index) => view(connectAs(index + 1, 'view'))))
while (peers.some(({ packets }) => packets.video === 0)) await new Promise((resolve) => setTimeout(resolve, 50))
tell({ ready: true })
