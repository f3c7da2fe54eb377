import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import { v7 } from 'uuid'
import { callApi } from '../../../../core/api/api.ts'
import { sendParts } from '../../../../core/api/send-parts.ts'
import { cutWebm, joinBytes } from './cut-webm.ts'
import { whenStored } from './local-recorder.ts'
import { rowsNear, timedRuns } from './rows-near.ts'
import { forgetStream } from './slice-store.ts'
import type { ReadySlice, SliceStore } from './slice-store.ts'

/** The server takes nothing of a stream that ended longer ago. */
const KEPT_MS = 24 * 3_600_000
/** The recording of a stream is closed some seconds after its end. */
const PAUSE_MS = 2_000
const TRIES = 15

/** The streams of which this device has recorded something. Parts that are too old are removed. */
export async function recordedStreams(store: SliceStore): Promise<string[]> {
  const runs = await store.runs.toArray()
  const streams = new Set(runs.map(({ streamId }) => streamId))
  for (const streamId of streams) {
    const isOld = runs.every((run) => run.streamId !== streamId || Date.now() - run.createdAt > 2 * KEPT_MS)
    if (!isOld) continue
    await forgetStream(store, streamId)
    streams.delete(streamId)
  }
  return [...streams]
}

/**
 * Sends what fills the holes of a stream that has ended, and removes what this device has of it. Gone on with after a page that
 * was closed in the middle. `onProgress` hears from 0 to 1 once there is something to send. False while the stream goes on.
 * Rejects as `callApi` does; then all stays.
 */
export async function fillGaps(
  store: SliceStore,
  streamId: string,
  onProgress: (share: number) => void,
): Promise<boolean> {
  await whenStored()
  const state = await closedState(streamId)
  if (state?.status === 'recording') return false
  if (state?.status === 'waiting') await sendSlices(store, { streamId, holes: state.holes }, onProgress)
  await forgetStream(store, streamId)
  return true
}

/** Null: the server knows no such recording. */
async function closedState(streamId: string): Promise<RecordingState | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      const state = await callApi({ path: `/streaming/live/${streamId}/recording`, answer: RecordingState })
      if (state.status !== 'recording' || state.atMs !== null || tries === TRIES) return state
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'not-found') return null
      throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function sendSlices(
  store: SliceStore,
  { streamId, holes }: { streamId: string; holes: RecordingState['holes'] },
  onProgress: (share: number) => void,
): Promise<void> {
  const slices = await readySlices(store, { streamId, holes })
  const promised = slices.map(({ id, beginMs, endMs, bytes }) => ({ _id: id, beginMs, endMs, bytes: bytes.length }))
  const { status, slices: known } = await callApi({
    ...{ method: 'PUT', path: `/streaming/live/${streamId}/recording`, answer: RecordingState },
    body: slices.length > 0 ? { slices: promised } : { isDone: true },
  })
  if (status !== 'waiting') return
  const arrived = new Set(known.flatMap(({ _id, hasArrived }) => (hasArrived ? _id : [])))
  const total = slices.reduce((sum, { bytes }) => sum + bytes.length, 0)
  let sent = 0
  onProgress(0)
  for (const { id: fileId, bytes } of slices) {
    if (!arrived.has(fileId)) {
      const file = new File([bytes], 'stream.webm')
      const before = sent
      await sendParts({ fileId, purpose: 'stream-slice' }, file, (share) =>
        onProgress((before + share * bytes.length) / total),
      )
    }
    sent += bytes.length
  }
}

/** The slices of an earlier try, or those that are cut out of the runs now. They are stored before the server hears of them. */
async function readySlices(
  store: SliceStore,
  { streamId, holes }: { streamId: string; holes: RecordingState['holes'] },
): Promise<ReadySlice[]> {
  const known = await store.slices.where({ streamId }).toArray()
  if (known.length > 0) return known
  const made: ReadySlice[] = []
  for (const { id: runId, beginMs, init } of timedRuns(await store.runs.where({ streamId }).toArray())) {
    const chunks = await store.chunks.where({ runId }).toArray()
    for (const hole of holes) {
      const times = { fromMs: hole.beginMs - beginMs, toMs: (hole.endMs ?? Infinity) - beginMs }
      for (const row of rowsNear(chunks, { beginMs }, hole)) {
        const bytes = joinBytes(row.map((chunk) => chunk.bytes))
        const cut = cutWebm({ init, bytes, lastMs: row.at(-1)?.toMs ?? 0 }, times)
        if (!cut || beginMs + cut.beginMs < 0) continue
        const [from, to] = [cut.beginMs, cut.endMs].map((ms) => Math.round(beginMs + ms)) as [number, number]
        if (to > hole.beginMs && from < (hole.endMs ?? Infinity)) {
          made.push({ id: v7(), streamId, beginMs: from, endMs: to, bytes: cut.bytes })
        }
      }
    }
  }
  await store.slices.bulkPut(made)
  return made
}
