import 'fake-indexeddb/auto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RecordingState } from '@vesper/sync/vesper/api/live-recordings.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendParts } from '../../../../core/api/send-parts.ts'
import { fillGaps, recordedStreams } from './fill-gaps.ts'
import { openSliceStore } from './slice-store.ts'
import type { SliceStore } from './slice-store.ts'

type Call = { method?: string; body?: { slices?: { _id: string; beginMs: number; endMs: number }[]; isDone?: boolean } }

const hole = { beginMs: 104_000, endMs: 108_000 }
let state: RecordingState
let calls: NonNullable<Call['body']>[]
let store: SliceStore
let count = 0

vi.mock('../../../../core/api/send-parts.ts', () => ({ sendParts: vi.fn(async () => undefined) }))
vi.mock('../../../../core/api/api.ts', () => ({
  callApi: async ({ method, body }: Call) => {
    if (method === 'PUT' && body) calls.push(body)
    if (state.status === 'none') throw new Refusal('not-found', 'This stream does not exist.')
    return state
  },
}))

beforeEach(async () => {
  vi.mocked(sendParts).mockReset()
  calls = []
  state = { status: 'waiting', atMs: null, holes: [hole], slices: [] }
  store = openSliceStore(`account ${(count += 1)}`)
  const init = new Uint8Array([1])
  await store.runs.put({ id: 'run', streamId: 'one', beginMs: 100_000, init, createdAt: Date.now() })
  // Each chunk is a cluster of two seconds.
  for (let index = 0; index < 6; index += 1) {
    const fromMs = index * 2_000
    const bytes = new Uint8Array([0x1f, 0x43, 0xb6, 0x75, 0x88, 0xe7, 0x82, fromMs >> 8, fromMs & 0xff, index])
    await store.chunks.put({ runId: 'run', index, fromMs, toMs: fromMs + 2_000, bytes })
  }
})
afterEach(() => store.close())

test('the part of a hole goes up, in the server’s time, and nothing stays on the device', async () => {
  expect(await recordedStreams(store)).toEqual(['one'])
  expect(await fillGaps(store, 'one', () => {})).toBe(true)
  expect(calls).toMatchObject([{ slices: [{ beginMs: 104_000, endMs: 108_000, bytes: 21 }] }])
  const [[fields, file] = []] = vi.mocked(sendParts).mock.calls
  expect(fields).toEqual({ purpose: 'stream-slice', fileId: calls[0]?.slices?.[0]?._id })
  expect(file?.size).toBe(21)
  expect(await recordedStreams(store)).toEqual([])
})

test('an upload that breaks off goes on under the same ids', async () => {
  vi.mocked(sendParts).mockRejectedValueOnce(new Error('no line'))
  await expect(fillGaps(store, 'one', () => {})).rejects.toThrow('no line')
  expect(await fillGaps(store, 'one', () => {})).toBe(true)
  expect(calls[1]).toEqual(calls[0])
  expect(vi.mocked(sendParts)).toHaveBeenCalledTimes(2)
})

test('a slice that has arrived is not sent again', async () => {
  vi.mocked(sendParts).mockRejectedValueOnce(new Error('the answer was lost'))
  await expect(fillGaps(store, 'one', () => {})).rejects.toThrow('lost')
  state = { ...state, slices: [{ _id: calls[0]?.slices?.[0]?._id ?? '', hasArrived: true }] }
  await fillGaps(store, 'one', () => {})
  expect(vi.mocked(sendParts)).toHaveBeenCalledTimes(1)
})

test('a device that has nothing for a hole says so', async () => {
  state = { ...state, holes: [{ beginMs: 50_000, endMs: 60_000 }] }
  expect(await fillGaps(store, 'one', () => {})).toBe(true)
  expect(calls).toEqual([{ isDone: true }])
  expect(await recordedStreams(store)).toEqual([])
})

test('the parts of a closed recording are removed, and those of a running stream stay', async () => {
  state = { ...state, status: 'recording', atMs: 5_000 }
  expect(await fillGaps(store, 'one', () => {})).toBe(false)
  expect(await recordedStreams(store)).toEqual(['one'])
  state = { ...state, status: 'none' }
  expect(await fillGaps(store, 'one', () => {})).toBe(true)
  expect(await recordedStreams(store)).toEqual([])
  expect(calls).toEqual([])
})

test('a recording of two days ago is removed', async () => {
  await store.runs.update('run', { createdAt: Date.now() - 48 * 3_600_000 - 1_000 })
  expect(await recordedStreams(store)).toEqual([])
  expect(await store.chunks.count()).toBe(0)
})
