import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noPublisherFigures } from '../rtc/publisher-figures.ts'
import type { OnState, PublisherConnection } from '../rtc/viewer-connection.ts'
import { PublisherSession } from './publisher-session.ts'
import type { PublisherState } from './publisher-session.ts'

let opened: { onState: OnState; tracks: (string | null)[]; isClosed: boolean }[]
let fails: Error | null
let state: PublisherState
let session: PublisherSession | null

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  fails = null
  session = null
})
afterEach(() => {
  session?.stop()
  vi.useRealTimers()
})

async function begin(): Promise<PublisherSession> {
  session = new PublisherSession({
    onChange: (next) => (state = next),
    async open(onState): Promise<PublisherConnection> {
      if (fails) throw fails
      const connection = { onState, tracks: [] as (string | null)[], isClosed: false }
      opened.push(connection)
      return {
        replaceTrack: async (_kind, track) => void connection.tracks.push(track?.id ?? null),
        figures: async () => ({ ...noPublisherFigures, bytes: 70 }),
        close: () => (connection.isClosed = true),
      }
    },
  })
  await vi.advanceTimersByTimeAsync(0)
  return session
}

test('a creator whose line is lost is connected again, at once when the line is back', async () => {
  const sending = await begin()
  opened[0]?.onState('connected')
  expect(state.phase).toBe('sending')
  fails = new Error('no line')
  opened[0]?.onState('lost')
  expect(state.phase).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(1)
  fails = null
  sending.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(2)
  opened[1]?.onState('connected')
  expect(state.phase).toBe('sending')
})

test('the figures are those of a connection that sends; there are none while it waits', async () => {
  const sending = await begin()
  expect(await sending.figures()).toBeNull()
  opened[0]?.onState('connected')
  expect(await sending.figures()).toMatchObject({ bytes: 70 })
  opened[0]?.onState('lost')
  expect(await sending.figures()).toBeNull()
})

test('a connection that another one has replaced says nothing any more', async () => {
  await begin()
  opened[0]?.onState('lost')
  await vi.advanceTimersByTimeAsync(1_000)
  opened[1]?.onState('connected')
  opened[0]?.onState('lost')
  expect(state.phase).toBe('sending')
})

test('a stream that has ended is not sent to again', async () => {
  fails = new Refusal('conflict', 'The stream is over.')
  await begin()
  expect(state).toEqual({ phase: 'refused', refusal: fails })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toEqual([])
})

test('another camera takes the place of the present one without a new connection', async () => {
  const sending = await begin()
  sending.replaceTrack('video', { id: 'back' } as MediaStreamTrack)
  sending.replaceTrack('video', null)
  expect(opened.map(({ tracks }) => tracks)).toEqual([['back', null]])
})
