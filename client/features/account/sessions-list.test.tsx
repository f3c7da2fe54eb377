// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { serverMissed, serverReached } from '../../core/connection/model.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { SessionsList } from './sessions-list.tsx'

vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../ui/overlay/toast.ts'), async (original) => ({ ...(await original()), showToast: vi.fn() }))

i18n.loadAndActivate({ locale: 'en', messages: {} })
const asked = vi.mocked(callApi)
const here = { _id: 'here', userAgent: null, lastSeenAt: '2026-11-21T09:00:00.000Z', current: true, waiting: 0 }
const listed = (...sessions: object[]) => ({ data: sessions, total: sessions.length })

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('a session that has ended already is ended, whoever ended it', async () => {
  asked.mockResolvedValueOnce(listed(here, { ...here, _id: 'there', current: false }))
  show()
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  fireEvent.click(await screen.findByText('End'))
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce())
  asked.mockRejectedValueOnce(new Refusal('not-found', 'There is no such session.'))
  asked.mockResolvedValueOnce(listed(here))
  fireEvent.click(screen.getByText('End'))
  await waitFor(() => expect(screen.queryByText('End')).toBeNull())
  expect(showToast).toHaveBeenCalledOnce()
})

test('a session that was not ended for another reason stays, and it is said why', async () => {
  asked.mockResolvedValueOnce(listed(here, { ...here, _id: 'there', current: false }))
  show()
  asked.mockRejectedValueOnce(new Refusal('rate-limited', 'Too many requests.'))
  fireEvent.click(await screen.findByText('End'))
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('error', 'Too many requests.'))
  expect(screen.getByText('End')).toBeTruthy()
})

test('sessions that could not be read are read when the connection is back', async () => {
  asked.mockRejectedValueOnce(new ConnectionError('The server cannot be reached.'))
  show()
  expect(await screen.findByText('Your sessions could not be loaded')).toBeTruthy()
  asked.mockResolvedValueOnce(listed(here))
  act(() => {
    serverMissed()
    serverReached()
  })
  // Sooner than the next try of its own.
  expect(await screen.findByText('This device', {}, { timeout: 1000 })).toBeTruthy()
})

function show(): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <I18nProvider i18n={i18n}>
        <SessionsList account="me" />
      </I18nProvider>
    </SWRConfig>,
  )
}
