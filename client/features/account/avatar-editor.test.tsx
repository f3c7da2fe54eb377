// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { uploadFiles } from '../../core/api/upload.ts'
import { hasUnsavedWork } from '../../core/page/unsaved-work.ts'
import { AvatarEditor } from './avatar-editor.tsx'

vi.mock(import('./crop-avatar.ts'), () => ({ squarePicture: (file: File) => Promise.resolve(file) }))
vi.mock(import('../../core/api/upload.ts'), () => ({ uploadFiles: vi.fn() }))

i18n.loadAndActivate({ locale: 'en', messages: {} })
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a picture on its way to the server is in hand: no update takes the page', async () => {
  const upload = Promise.withResolvers<{ url: string }>()
  vi.mocked(uploadFiles).mockReturnValue(upload.promise)
  const user = { name: 'Mara', avatar: null } as Profile
  render(
    <I18nProvider i18n={i18n}>
      <AvatarEditor
        user={user}
        offline={false}
        onUploaded={() => Promise.resolve()}
        onRemove={() => Promise.resolve()}
      />
    </I18nProvider>,
  )
  const files = [new File(['picture'], 'me.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('Change picture'), { target: { files } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploadFiles).toHaveBeenCalledOnce()
  expect(hasUnsavedWork()).toBe(true)
  upload.resolve({ url: '/media/me.webp' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(hasUnsavedWork()).toBe(false)
})

test('a picture can be removed; without one, or without a connection, there is nothing to press', () => {
  const onRemove = vi.fn(() => Promise.resolve())
  const shown = (avatar: string | null, offline: boolean) => (
    <I18nProvider i18n={i18n}>
      <AvatarEditor
        user={{ name: 'Mara', avatar } as Profile}
        offline={offline}
        onUploaded={() => Promise.resolve()}
        onRemove={onRemove}
      />
    </I18nProvider>
  )
  const { rerender } = render(shown('/media/me.webp', true))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove picture' }).disabled).toBe(true)
  rerender(shown('/media/me.webp', false))
  fireEvent.click(screen.getByRole('button', { name: 'Remove picture' }))
  expect(onRemove).toHaveBeenCalledOnce()
  rerender(shown(null, false))
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
})

test('a picture that was removed leaves the focus at the picker, and no error of an upload before', async () => {
  vi.mocked(uploadFiles).mockRejectedValueOnce(new Error('No upload.'))
  function Page() {
    const [avatar, setAvatar] = useState<string | null>('/media/me.webp')
    return (
      <AvatarEditor
        user={{ name: 'Mara', avatar } as Profile}
        offline={false}
        onUploaded={() => Promise.resolve()}
        onRemove={() => Promise.resolve(setAvatar(null))}
      />
    )
  }
  render(
    <I18nProvider i18n={i18n}>
      <Page />
    </I18nProvider>,
  )
  const files = [new File(['picture'], 'me.png', { type: 'image/png' })]
  fireEvent.change(screen.getByLabelText('Change picture'), { target: { files } })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText(/Error occurred/)).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Remove picture' })
  button.focus()
  fireEvent.click(button)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByRole('button', { name: 'Remove picture' })).toBeNull()
  expect(screen.queryByText(/Error occurred/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Change picture'))
})
