import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { noFigures } from '../rtc/viewer-connection.ts'
import type { OnState, ViewerConnection, ViewerFigures } from '../rtc/viewer-connection.ts'
import { ViewerSession } from './viewer-session.ts'
import type { ViewerState } from './viewer-session.ts'

let opened: { onState: OnState; videos: boolean[]; isClosed: boolean; figures: ViewerFigures }[]
let fails: Error | null
let figuresFail: boolean
let state: ViewerState
let session: ViewerSession | null

beforeEach(() => {
  vi.useFakeTimers()
  opened = []
  fails = null
  figuresFail = false
  session = null
})
afterEach(() => {
  session?.stop()
  vi.useRealTimers()
})

function begin(isSoundOnly = false): ViewerSession {
  session = new ViewerSession({
    isSoundOnly,
    onChange: (next) => (state = next),
    async open(onState): Promise<ViewerConnection> {
      if (fails) throw fails
      const connection = { onState, videos: [] as boolean[], isClosed: false, figures: noFigures }
      opened.push(connection)
      return {
        media: {} as MediaStream,
        figures: async () => {
          if (figuresFail) throw new Error('no figures')
          return connection.figures
        },
        setVideo: async (on) => void connection.videos.push(on),
        close: () => (connection.isClosed = true),
      }
    },
  })
  return session
}

/** Seconds in which so much arrives at the latest connection. */
async function seconds(count: number, frames: number, packets = 100): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    const connection = opened.at(-1)
    if (connection) {
      const { framesDecoded, packetsReceived } = connection.figures
      connection.figures = {
        ...noFigures,
        roundTripMs: 1_200,
        framesDecoded: framesDecoded + frames,
        packetsReceived: packetsReceived + packets,
      }
    }
    await vi.advanceTimersByTimeAsync(1_000)
  }
}

test('a lost connection is made again after 1 s, then 2, 4, 8 and at most 10, and from 1 s once it has held', async () => {
  begin()
  await vi.advanceTimersByTimeAsync(0)
  opened[0]?.onState('connected')
  expect(state.phase).toBe('playing')
  fails = new ConnectionError('gone')
  opened[0]?.onState('lost')
  expect(state.phase).toBe('waiting')
  expect(opened[0]?.isClosed).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 8_000 + 10_000)
  fails = null
  await vi.advanceTimersByTimeAsync(9_999)
  expect(opened).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toHaveLength(2)
  opened[1]?.onState('connected')
  opened[1]?.onState('lost')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened).toHaveLength(3)
})

test('a refusal ends the tries, until something has changed', async () => {
  fails = new Refusal('payment-required', 'This stream has a ticket.')
  const watching = begin()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state).toMatchObject({ phase: 'refused', refusal: fails })
  fails = null
  watching.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(1)
})

test('a server that is busy is asked again', async () => {
  fails = new Refusal('unavailable', 'Try again.')
  begin()
  await vi.advanceTimersByTimeAsync(0)
  expect(state.phase).toBe('waiting')
})

test('a line that shows few pictures and is slow for six seconds gets sound alone, and the viewer may take the picture again', async () => {
  const watching = begin()
  await vi.advanceTimersByTimeAsync(0)
  opened[0]?.onState('connected')
  await seconds(5, 3)
  expect(state.isSoundOnly).toBe(false)
  await seconds(1, 3)
  expect(state).toMatchObject({ isSoundOnly: true, isForced: true })
  expect(opened[0]?.videos).toEqual([false])
  watching.setSoundOnly(false)
  expect(state).toMatchObject({ isSoundOnly: false, isForced: false })
  expect(opened[0]?.videos).toEqual([false, true])
})

test('silence of five seconds makes a new connection, but not while the creator is away', async () => {
  const watching = begin()
  await vi.advanceTimersByTimeAsync(0)
  opened[0]?.onState('connected')
  watching.setLive(false)
  await seconds(20, 0, 0)
  expect(opened).toHaveLength(1)
  watching.setLive(true)
  await seconds(4, 0, 0)
  expect(state.phase).toBe('playing')
  await seconds(1, 0, 0)
  expect(state.phase).toBe('waiting')
  expect(opened[0]?.isClosed).toBe(true)
})

test('a second of which the browser tells no figures does not end the looks at the line', async () => {
  begin()
  await vi.advanceTimersByTimeAsync(0)
  opened[0]?.onState('connected')
  figuresFail = true
  await seconds(1, 0, 0)
  figuresFail = false
  await seconds(5, 0, 0)
  expect(state.phase).toBe('waiting')
})

test('somebody who wants little data gets no picture, after a new connection neither', async () => {
  begin(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(opened[0]?.videos).toEqual([false])
  opened[0]?.onState('lost')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(opened[1]?.videos).toEqual([false])
})

test('a session that was stopped opens nothing, and closes what opens late', async () => {
  begin().stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.isClosed).toBe(true)
})
