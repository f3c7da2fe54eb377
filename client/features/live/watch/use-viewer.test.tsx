// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dataBudget, MEGABYTE } from '../../../core/data-budget/data-budget.ts'
import { noFigures } from '../rtc/viewer-connection.ts'
import type { ViewerConnection } from '../rtc/viewer-connection.ts'
import { useViewer } from './use-viewer.ts'

const line = vi.hoisted(() => ({ bytes: 0, packets: 0, videos: [] as boolean[] }))
vi.mock('../rtc/open-viewer.ts', () => ({
  openViewer: async (_what: unknown, onState: (state: 'connected') => void): Promise<ViewerConnection> => {
    onState('connected')
    return {
      media: {} as MediaStream,
      figures: async () => {
        line.packets += 50
        return { ...noFigures, bytes: line.bytes, packetsReceived: line.packets, framesDecoded: line.packets }
      },
      setVideo: async (isOn) => void line.videos.push(isOn),
      close: () => {},
    }
  },
}))

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  dataBudget.look()
  Object.assign(line, { bytes: 0, packets: 0, videos: [] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const watch = () => renderHook(() => useViewer({ streamId: 's', rtc: 'embedded', isLive: true })).result
const second = () => act(() => vi.advanceTimersByTimeAsync(1_000))

test('a stream counts into the data of today, and becomes sound alone when they are used, until the picture is asked for', async () => {
  dataBudget.setLimit(50)
  const viewer = watch()
  await second()
  line.bytes = 49 * MEGABYTE
  await second()
  expect([dataBudget.state().used, viewer.current.state.isSoundOnly]).toEqual([49 * MEGABYTE, false])
  line.bytes = 51 * MEGABYTE
  await second()
  expect([dataBudget.state().used, viewer.current.state.isSoundOnly]).toEqual([51 * MEGABYTE, true])
  expect(line.videos).toEqual([false])
  act(() => viewer.current.setSoundOnly(false))
  line.bytes = 60 * MEGABYTE
  await second()
  expect([line.videos, viewer.current.state.isSoundOnly]).toEqual([[false, true], false])
})

test('a stream that is opened after today’s data were used begins with sound alone', async () => {
  dataBudget.setLimit(50)
  dataBudget.count(50 * MEGABYTE)
  const viewer = watch()
  await second()
  expect([line.videos, viewer.current.state.isSoundOnly]).toEqual([[false], true])
})
