// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { roomOf } from '../chat/testing/room.ts'
import { OnAir } from './on-air.tsx'
import type { PublisherState } from './publisher-session.ts'
import { freshLine } from './sent-line.ts'
import type { SentLine } from './sent-line.ts'
import type { Devices } from './use-devices.ts'

type Given = {
  status?: Stream['status']
  phase?: PublisherState['phase']
  line?: SentLine | null
  isAway?: boolean
  isCameraOn?: boolean
}

const parts = vi.hoisted(() => ({ room: {} as object, publisher: {} as object, call: vi.fn(), held: 0 }))
vi.mock('../../../core/page/unsaved-work.ts', () => ({
  holdUnsavedWork: () => {
    parts.held += 1
    return () => void (parts.held -= 1)
  },
}))
vi.mock('../chat/use-stream-room.ts', () => ({ useStreamRoom: () => parts.room }))
vi.mock('../chat/stream-chat.tsx', () => ({ StreamChat: () => null }))
vi.mock('../shows/use-show-requests.ts', () => ({ useShowRequests: () => [] }))
vi.mock('./preview.tsx', () => ({ Preview: ({ facts }: { facts: ReactNode }) => facts }))
vi.mock('./use-publisher.ts', () => ({ usePublisher: () => parts.publisher }))
vi.mock('./local-recording/use-local-recording.ts', () => ({ useLocalRecording: () => {} }))
vi.mock('../../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: parts.call }))
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => <a>{children}</a> }))

let visibility: DocumentVisibilityState

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  visibility = 'visible'
  parts.call.mockReset().mockResolvedValue({})
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const stream = {
  ...{ _id: 's1', kind: 'public', status: 'live', title: 'Tonight', viewers: 3, seconds: 0, isAway: false },
  isRecorded: false,
} as Stream

function show({ status = 'live', phase = 'sending', line = null, isAway = false, isCameraOn = true }: Given = {}) {
  parts.room = roomOf({ state: { streamId: 's1', status, reason: null, viewers: 3, seconds: 61, isAway } })
  parts.publisher = { phase, refusal: null, line }
  const media = { getTracks: () => [], getAudioTracks: () => [] } as unknown as MediaStream
  const devices: Devices = {
    ...{ media, problem: null, cameras: [], microphones: [], choice: { camera: null, microphone: null } },
    ...{ isCameraOn, isMicrophoneOn: true, open: async () => {}, setOn: () => {}, close: () => {} },
  }
  const onEnded = vi.fn()
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <OnAir stream={stream} rtc="embedded" userId="me" devices={devices} onEnded={onEnded} />
    </I18nProvider>,
  )
  return { onEnded, unmount }
}

test.each<[Given, RegExp]>([
  [{}, /^Viewers see and hear you\.$/],
  [{ isCameraOn: false }, /^Viewers hear you and see no picture\.$/],
  [{ status: 'starting' }, /^Your picture is on its way\./],
  [{ status: 'reconnecting' }, /^Your line is gone\./],
  [{ phase: 'waiting' }, /^Your line is gone\./],
  [{ isAway: true }, /^Viewers see that you are in a private show\.$/],
])('the creator is told what viewers see: %o', (given, words) => {
  show(given)
  expect(screen.getByText(words)).toBeTruthy()
})

test('a page that is hidden says that its picture stops, and takes it back once it is seen', async () => {
  show()
  visibility = 'hidden'
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('Your picture stops while this page is hidden.')).toBeTruthy()
  visibility = 'visible'
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('Viewers see and hear you.')).toBeTruthy()
})

test('the line is shown in figures, and a picture that suffers comes with what to do', () => {
  const line: SentLine = { ...freshLine, bits: 1_240_000, lost: 0.123, route: 'tcp' }
  show({ line })
  const region = screen.getByRole('region', { name: 'Your line' })
  expect(region.textContent).toMatch(/Upload rate1\.2 Mb.*Loss12\.3%RouteDirect \(TCP\)$/)
  cleanup()
  show({ line: { ...line, bits: 96_400, suffers: 'line' } })
  expect(screen.getByRole('region', { name: 'Your line' }).textContent).toMatch(/96 kb/)
  expect(screen.getByText(/^Your line is too slow for the whole picture/)).toBeTruthy()
  cleanup()
  show()
  expect(screen.queryByRole('region', { name: 'Your line' })).toBeNull()
})

test('a running stream tells the server every 15 seconds that the page lives, and no tab is closed by mistake', async () => {
  vi.useFakeTimers()
  const { unmount } = show()
  const leave = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(false)
  expect(parts.held).toBe(1)
  await act(async () => vi.advanceTimersByTimeAsync(30_000))
  const paths = (parts.call.mock.calls as [{ path: string }][]).map(([{ path }]) => path)
  expect(paths).toEqual(['/streaming/set-duration', '/streaming/set-duration'])
  unmount()
  expect([leave(), parts.held]).toEqual([true, 0])
})

test('a stream that has ended leads back to the studio', () => {
  expect(show({ status: 'ended' }).onEnded).toHaveBeenCalled()
})
