// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { ConfirmAddress } from './confirm-address.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn() }))

const fan = { _id: 'me', email: 'robin@demo.test', emailVerified: false, isPerformer: false } as Profile

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(changes: Partial<Profile> = {}): HTMLElement {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <ConfirmAddress user={{ ...fan, ...changes }} />
    </I18nProvider>,
  )
  return container
}

test('an account hears where the link went and what waits for it, and has it sent again', async () => {
  vi.mocked(callApi).mockResolvedValue({ message: 'We sent you a link.' })
  const { textContent } = show()
  expect(textContent).toContain('We sent a link to robin@demo.test.')
  expect(textContent).toContain('Until then you get no mail about orders and renewals.')
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('info', 'We sent you a link.'))
  expect(vi.mocked(callApi).mock.calls[0]?.[0]).toMatchObject({ body: { source: 'robin@demo.test' } })
})

test('a link that is not sent again says why', async () => {
  vi.mocked(callApi).mockRejectedValue(new Refusal('rate-limited', 'Too many mails. Try again later.'))
  show({ isPerformer: true })
  expect(screen.getByText(/Until then fans cannot find you/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('Too many mails. Try again later.')
})

test('another link waits for a minute, also after a reload, and says how long', async () => {
  vi.mocked(callApi).mockResolvedValue({ message: 'We sent you a link.' })
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again in 60 s' }).disabled).toBe(true),
  )
  cleanup()
  vi.setSystemTime(Date.now() + 59_000)
  show()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again in 1 s' }).disabled).toBe(true)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send again' }).disabled).toBe(false)
})

test('says nothing once the address is confirmed, nor without one', () => {
  expect(show({ emailVerified: true }).textContent).toBe('')
  expect(show({ email: null }).textContent).toBe('')
})
