// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { act } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { keepPreview } from '../../../core/media/upload-previews.ts'
import { fileRecord } from '../../../testing/file-record.ts'
import { MessageFiles } from './message-files.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(file: Partial<FileRecord>): FileRecord {
  const video = fileRecord({ _id: v7(), ...file })
  render(
    <I18nProvider i18n={i18n}>
      <MessageFiles files={[video]} isOwn={false} />
    </I18nProvider>,
  )
  return video
}

test('a video that the server still prepares is told as such, and cannot be played into an error', () => {
  show({ status: 'processing', width: null, height: null })
  expect(screen.getByText('Processing')).toBeTruthy()
  expect(screen.queryByLabelText('Video')).toBeNull()
})

test('its sender plays it from the device meanwhile', () => {
  const _id = v7()
  const preview = keepPreview(_id, new Blob(['film']))
  show({ _id, status: 'processing' })
  expect(screen.getByLabelText('Video').getAttribute('src')).toBe(preview)
  expect(screen.queryByText('Processing')).toBeNull()
})

test('a ready video plays from the server, and a failed one says so', () => {
  const { url } = show({})
  expect(screen.getByLabelText('Video').getAttribute('src')).toBe(url)
  const _id = v7()
  keepPreview(_id, new Blob(['film']))
  show({ _id, status: 'failed' })
  expect(screen.getByText('This file could not be processed.')).toBeTruthy()
})

test('a video that broke off says so, and can be played on from there', () => {
  vi.useFakeTimers()
  const { url } = show({})
  const video = screen.getByLabelText<HTMLVideoElement>('Video')
  video.currentTime = 12.5
  fireEvent.error(video)
  expect(screen.getByText('Could not be loaded.')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(5_000))
  const again = screen.getByLabelText('Video')
  expect(again.getAttribute('src')).toBe(`${url}#t=12.5`)
  // It has not come as far as to its beginning.
  fireEvent.error(again)
  act(() => void vi.advanceTimersByTime(15_000))
  expect(screen.getByLabelText('Video').getAttribute('src')).toBe(`${url}#t=12.5`)
})

test('a sound of a message has a player of its own, once the server has prepared it', async () => {
  show({ type: 'audio', mimeType: 'audio/mp4', width: null, height: null, durationMs: 4_000, url: '/media/song' })
  expect(await screen.findByRole('button', { name: 'Play sound' })).toBeTruthy()
  cleanup()
  show({ type: 'audio', status: 'processing', url: '/media/song' })
  expect(screen.getByText('Processing')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
