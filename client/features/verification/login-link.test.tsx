// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { LoginLinkNotice } from './login-link.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const asked = vi.mocked(callApi)

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('a login link whose answer was lost is tried again as it is', async () => {
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  asked.mockResolvedValueOnce({ message: '' })
  show()
  fireEvent.click(await screen.findByText('Try again'))
  expect(await screen.findByText('You can log in on this device now.')).toBeTruthy()
  expect(asked.mock.calls.map(([{ body }]) => body)).toEqual([{ token: 'the-token' }, { token: 'the-token' }])
})

test('a login link that is no longer valid is not', async () => {
  asked.mockRejectedValueOnce(new Refusal('invalid', 'This link is no longer valid. Ask for a new one.'))
  show()
  await screen.findByText(/no longer valid/)
  expect(screen.queryByText('Try again')).toBeNull()
})

function show(): void {
  render(
    <I18nProvider i18n={i18n}>
      <LoginLinkNotice token="the-token" />
    </I18nProvider>,
  )
}
