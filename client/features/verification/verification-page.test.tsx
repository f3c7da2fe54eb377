// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { VerificationPage } from './verification-page.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const asked = vi.mocked(callApi)
const onConfirmed = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('a link whose answer was lost is tried again as it is', async () => {
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  asked.mockResolvedValueOnce({ message: '' })
  show()
  fireEvent.click(await screen.findByText('Try again'))
  expect(await screen.findByText('Your email address is confirmed')).toBeTruthy()
  const sent = asked.mock.calls.map(([{ body }]) => body)
  expect(sent).toEqual([{ token: 'the-token' }, { token: 'the-token' }])
  expect(onConfirmed).toHaveBeenCalledOnce()
})

test('a link that is no longer valid is not', async () => {
  asked.mockRejectedValueOnce(new Refusal('invalid', 'This link is no longer valid. Ask for a new one.'))
  show()
  await screen.findByText(/no longer valid/)
  expect([screen.queryByText('Try again'), screen.queryByText('Send another link')?.tagName]).toEqual([null, 'BUTTON'])
})

function show(): void {
  render(
    <I18nProvider i18n={i18n}>
      <VerificationPage token="the-token" email={undefined} onConfirmed={onConfirmed} next={null} />
    </I18nProvider>,
  )
}
