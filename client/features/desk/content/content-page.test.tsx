// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../../../core/session/model.ts'
import { ContentPage } from './content-page.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/desk">{children}</a>,
}))

const AT = '2026-11-20T10:00:00.000Z'
const row: ContentRow = {
  ...{ _id: '0190a5a0-0000-7000-8000-000000000001', objectType: 'feed', preview: 'Watches', caseId: null },
  author: { _id: '0190a5a0-0000-7000-8000-000000000002', username: 'cleo', name: 'Cleo' },
  ...{ state: 'shown', version: 3, createdAt: AT },
}

let sent: { path: string; body: unknown }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async ({ method, path, body }: Record<string, string>) => {
    if (method === 'POST') sent.push({ path: path ?? '', body })
    if (method === 'POST') return { success: true }
    return path === '/desk/content' ? { data: [row], total: 1 } : { data: [], total: 0 }
  })
})
afterEach(cleanup)

test('a decision on a thing goes with the version of its row', async () => {
  const session = { state: 'signed-in', token: 't', remember: true, user: { _id: 'me' } as Profile } as const
  render(
    <I18nProvider i18n={i18n}>
      <Provider value={fork({ values: [[$session, session]] })}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <ContentPage mayDecide />
        </SWRConfig>
      </Provider>
    </I18nProvider>,
  )
  const table = within(await screen.findByRole('table', { name: 'Content' }))
  fireEvent.click(table.getByRole('button', { name: /Decide/ }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decide' }))
  fireEvent.change(dialog.getByRole('combobox', { name: 'Decision' }), { target: { value: 'hide' } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Rule' }), { target: { value: 'spam' } })
  fireEvent.change(dialog.getByRole('textbox', { name: 'What happened' }), { target: { value: 'It sells watches.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send decision' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ path: `/desk/things/feed/${row._id}/decide`, body: { kind: 'hide', version: 3 } }]),
  )
})
