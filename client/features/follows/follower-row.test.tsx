// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { showToast } from '../../ui/overlay/toast.ts'
import { FollowerRow } from './follower-row.tsx'

vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn() }))

const follower = { _id: 'f', name: 'Fay', username: 'fay', avatar: null, isPerformer: false }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a button to write to a follower is busy while the conversation opens, is pressed once, and says that it failed', async () => {
  const opening = Promise.withResolvers<void>()
  const onMessage = vi.fn(() => opening.promise)
  render(
    <I18nProvider i18n={i18n}>
      <FollowerRow follower={{ ...follower, followedAt: '2026-01-02T03:04:05.000Z' }} onMessage={onMessage} />
    </I18nProvider>,
  )
  const button = screen.getByRole('button', { name: 'Message Fay' })
  expect(button.getAttribute('aria-busy')).not.toBe('true')
  for (const _ of ['first', 'second']) fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(onMessage).toHaveBeenCalledOnce()
  opening.reject(new Error('no'))
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  expect(showToast).toHaveBeenCalledWith('error', 'Error occurred, please try again later')
})
