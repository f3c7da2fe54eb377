// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasUnsavedWork } from '../../../core/page/unsaved-work.ts'
import { VOICE_MAX_MS } from './start-recording.ts'
import type { Recording } from './start-recording.ts'
import { VoiceRecorder } from './voice-recorder.tsx'

const { startRecording } = vi.hoisted(() => ({ startRecording: vi.fn<() => Promise<Recording>>() }))
vi.mock('./start-recording.ts', async (original) => ({ ...(await original<object>()), startRecording }))

const file = new File(['sound'], 'voice.webm', { type: 'audio/webm' })
const [onDone, onClose, stop, cancel] = [vi.fn(), vi.fn(), vi.fn(async () => file), vi.fn()]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'performance'] })
  startRecording.mockResolvedValue({ stop, cancel })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
})

async function open() {
  const view = render(
    <I18nProvider i18n={i18n}>
      <VoiceRecorder onDone={onDone} onClose={onClose} />
    </I18nProvider>,
  )
  await act(async () => {})
  return view
}

test('a recording shows its time, and gives the sound when it is stopped', async () => {
  const { unmount } = await open()
  act(() => void vi.advanceTimersByTime(61_000))
  expect(screen.getByRole('timer').textContent).toBe('1:01 / 5:00')
  expect(hasUnsavedWork()).toBe(true)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stop recording' })))
  expect(onDone).toHaveBeenCalledExactlyOnceWith(file)
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  vi.advanceTimersByTime(1_000)
  expect(hasUnsavedWork()).toBe(false)
})

test('a recording ends by itself after five minutes, and not before', async () => {
  await open()
  await act(async () => void vi.advanceTimersByTime(VOICE_MAX_MS - 250))
  expect(stop).not.toHaveBeenCalled()
  await act(async () => void vi.advanceTimersByTime(250))
  expect(onDone).toHaveBeenCalledExactlyOnceWith(file)
})

test('leaving lets go of the microphone and keeps nothing', async () => {
  const { unmount } = await open()
  unmount()
  expect(cancel).toHaveBeenCalledOnce()
  expect(onDone).not.toHaveBeenCalled()
})

test.each([
  ['NotAllowedError', /Allow it for this page in the settings of the browser/],
  ['NotFoundError', /There is no microphone/],
  ['NotReadableError', /Close other apps that use the microphone/],
])('a microphone that cannot be used is told, with the way out (%s)', async (name, words) => {
  startRecording.mockRejectedValue(new DOMException('no', name))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await open()
  expect(screen.getByRole('alert').textContent).toMatch(words)
})
