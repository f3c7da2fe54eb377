// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { UndoEmail } from './undo-email.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

const asked = vi.mocked(callApi)

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a former address comes back once it is asked for, also after a failure', async () => {
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  asked.mockResolvedValueOnce({ message: 'Done.' })
  render(
    <I18nProvider i18n={i18n}>
      <UndoEmail token="the-token" />
    </I18nProvider>,
  )
  expect(asked).not.toHaveBeenCalled()
  for (const said of [/cannot be reached/, /former email address is back/]) {
    fireEvent.click(screen.getByRole('button', { name: 'Undo the change' }))
    await screen.findByText(said)
  }
  expect(screen.queryByRole('button')).toBeNull()
  const call = { path: '/auth/email-undo', body: { token: 'the-token' } }
  expect(asked.mock.calls).toMatchObject([[call], [call]])
})
