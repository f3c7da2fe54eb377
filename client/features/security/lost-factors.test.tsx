// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { regionalLocale } from '../../ui/text/date-format.ts'
import { LostFactors } from './lost-factors.tsx'
import { ResetNotice } from './reset-notice.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const server = vi.mocked(callApi)
const dueAt = '2026-12-08T12:00:00.000Z'
// The order of its parts is the device's.
const day = new Intl.DateTimeFormat(regionalLocale('en'), { dateStyle: 'long' }).format(new Date(dueAt))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void server.mockReset())
afterEach(cleanup)

const show = (content: React.ReactNode) => render(<I18nProvider i18n={i18n}>{content}</I18nProvider>)

test('an owner who has lost each factor reads what comes before asking, and the day after it', async () => {
  server.mockResolvedValue({ dueAt })
  show(<LostFactors challengeId="01900000-0000-7000-8000-000000000001" />)
  fireEvent.click(screen.getByRole('button', { name: 'I have lost all of these' }))
  expect(server).not.toHaveBeenCalled()
  expect(screen.getByText(/We can remove your second factor in seven days/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove it in seven days' }))
  expect((await screen.findByText(/Your second factor is removed on/)).textContent).toContain(day)
  expect(server.mock.calls[0]?.[0]).toMatchObject({ method: 'POST', path: '/auth/factor-reset' })
})

test('a refusal says what to do, and the button stays', async () => {
  const message = 'Contact support: we compare your documents first.'
  server.mockRejectedValue(new Refusal('conflict', message))
  show(<LostFactors challengeId="01900000-0000-7000-8000-000000000001" />)
  fireEvent.click(screen.getByRole('button', { name: 'I have lost all of these' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove it in seven days' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove it in seven days' })).toBeTruthy()
})

test('the security page tells of the wish of somebody else, and stops it', async () => {
  server.mockResolvedValue({ success: true })
  const onStopped = vi.fn(() => Promise.resolve())
  show(<ResetNotice dueAt={dueAt} onStopped={onStopped} />)
  expect(screen.getByText(/Somebody who knows your first step/).textContent).toContain(day)
  fireEvent.click(screen.getByRole('button', { name: 'Keep my second factor' }))
  await vi.waitFor(() => expect(onStopped).toHaveBeenCalledOnce())
  expect(server.mock.calls[0]?.[0]).toMatchObject({ path: '/auth/users/me/factor-reset/stop' })
})
