// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { EmailForm } from './email-form.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../ui/overlay/toast.ts'), async (original) => ({ ...(await original()), showToast: vi.fn() }))

i18n.loadAndActivate({ locale: 'en', messages: {} })
const source = 'a good password'
const onChange = vi.fn()
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('an address whose answer was lost is no failure once it is the account’s', async () => {
  onChange.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  const { rerender } = render(formOf('old@demo.test'))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'new@demo.test' } })
  press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
  rerender(formOf('new@demo.test'))
  expect(screen.getByRole('alert').textContent).toBe('')
})

test('who changes the address to what it is already is told so', async () => {
  render(formOf('old@demo.test'))
  press()
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('info', 'Your account already has this address.'))
})

test('a change without a password replaced no address, and one with a password is reported as done', async () => {
  render(formOf('old@demo.test'))
  typePassword()
  press()
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith('success', 'Changes saved'))
  press()
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith('info', expect.anything()))
  expect(onChange.mock.calls).toEqual([[{ email: 'old@demo.test', source }], [{ email: 'old@demo.test' }]])
})

test('the address that this device knows is asked for as well: the account may have had another since', async () => {
  const lost = new ConnectionError('The server cannot be reached.')
  onChange.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost)
  render(formOf('old@demo.test'))
  typePassword()
  for (const email of ['new@demo.test', 'old@demo.test']) {
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
    press()
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ email, source }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
  }
  press()
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('success', 'Changes saved'))
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(onChange).toHaveBeenCalledTimes(3)
})

test('an address that is to be confirmed is shown, is sent its link again, and is cancelled without a password', async () => {
  const asked = vi.mocked(callApi).mockResolvedValue({ message: 'A link is on its way.' })
  render(formOf('old@demo.test', 'new@demo.test'))
  expect(screen.getByText('new@demo.test')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(asked.mock.calls).toMatchObject([[{ body: { source: 'new@demo.test' } }]]))
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('info', 'A link is on its way.'))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ email: 'old@demo.test' }))
  await waitFor(() => expect(showToast).toHaveBeenLastCalledWith('success', 'Changes saved'))
})

test('a new address whose answer was lost is no failure once it waits to be confirmed', async () => {
  onChange.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  const { rerender } = render(formOf('old@demo.test'))
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'new@demo.test' } })
  press()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('cannot be reached'))
  rerender(formOf('old@demo.test', 'new@demo.test'))
  expect(screen.getByRole('alert').textContent).toBe('')
})

function formOf(email: string, pendingEmail: string | null = null) {
  const user = { _id: 'me', email, emailVerified: true, pendingEmail } as Profile
  return (
    <I18nProvider i18n={i18n}>
      <EmailForm user={user} offline={false} onChange={onChange} />
    </I18nProvider>
  )
}

function typePassword(): void {
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: source } })
}

function press(): void {
  fireEvent.click(screen.getByText('Change the address'))
}
