// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { LinkForm } from './link-form.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const asked = vi.mocked(callApi)

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('another link is sent without asking for the address, and tried again after whatever stood in its way', async () => {
  const often = 'Too many requests. Please try again in 37 seconds.'
  const sent = 'A link is on its way.'
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  asked.mockRejectedValueOnce(new Refusal('rate-limited', often))
  asked.mockResolvedValueOnce({ message: sent })
  render(
    <I18nProvider i18n={i18n}>
      <LinkForm email="fan@demo.test" isKnown />
    </I18nProvider>,
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const said of [/cannot be reached/, often, sent]) {
    fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }))
    await screen.findByText(said)
  }
  expect(screen.queryByText(often)).toBeNull()
  const body = { source: 'fan@demo.test' }
  expect(asked.mock.calls).toMatchObject([[{ body }], [{ body }], [{ body }]])
})
