// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskPackages, DeskPayout } from '@vesper/sync/vesper/api/desk-money.ts'
import type { ApprovalRecord } from '@vesper/sync/vesper/api/staff.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../../core/session/model.ts'
import { ApprovalsPage } from './approvals-page.tsx'
import { PackagesTab } from './money/packages-tab.tsx'
import { PayoutsTab } from './money/payouts-tab.tsx'

const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const AT = '2026-11-20T10:00:00.000Z'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const approval: ApprovalRecord = {
  ...{ _id: id(1), kind: 'tokens.grant', facts: { account: 'ada', tokens: 5000 }, reason: 'She lost them.' },
  ...{ state: 'waiting', requestedBy: 'ben', decidedBy: null, createdAt: AT, expiresAt: AT, whyNot: null },
}
const payout: DeskPayout = {
  ...{ _id: id(2), creator: 'cleo', amount: 10_000, fee: 0, currency: 'EUR', state: 'pending', method: 'bank' },
  ...{ destination: '1234', balance: 500, reason: null, isAsked: false, createdAt: AT },
} as DeskPayout
const packages: DeskPackages = {
  ...{ version: 4, currency: 'EUR' },
  packages: [{ _id: id(3), name: 'Small', tokens: 100, bonus: 0, amount: 1_000 }],
}

let answers: Record<string, unknown>
let sent: { method: string; path: string; body: unknown }[]
const TAKEN = 'Somebody else has decided this.'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  sent = []
  answers = {
    '/desk/approvals': { data: [approval], total: 1 },
    '/desk/payouts': { data: [payout], total: 1 },
    '/desk/packages': packages,
  }
  Element.prototype.scrollIntoView = () => {}
  callApi.mockReset()
  callApi.mockImplementation(async ({ method = 'GET', path, body }: Record<string, string>) => {
    if (method === 'GET') return answers[path ?? '']
    sent.push({ method: method ?? '', path: path ?? '', body })
    // Somebody else was faster: the list has nothing more of it.
    for (const list of ['/desk/approvals', '/desk/payouts']) answers[list] = { data: [], total: 0 }
    answers['/desk/packages'] = { ...packages, version: 5, packages: [] }
    throw new Refusal('conflict', TAKEN)
  })
})
afterEach(cleanup)

test('a request that somebody else has decided leaves the list, and the refusal stays', async () => {
  open(<ApprovalsPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Execute' }))
  await waitFor(() => expect(screen.queryByText('She lost them.')).toBeNull())
  expect(screen.getByRole('alert').textContent).toContain(TAKEN)
})

test('a payout that somebody else has decided leaves the list, and the refusal stays', async () => {
  open(<PayoutsTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve the payout of cleo?' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Checked.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByText('cleo')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(TAKEN, { exact: false })).toBeTruthy()
})

test('a package is asked about before its sale ends, in the version that was shown', async () => {
  open(<PackagesTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'Sell Small no more' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Sell Small no more?' }))
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Sell it no more' }))
  await waitFor(() => expect(screen.queryByText('Small')).toBeNull())
  expect(callApi).toHaveBeenCalledWith(expect.objectContaining({ method: 'DELETE', query: { version: 4 } }))
  expect(screen.getByText(TAKEN, { exact: false })).toBeTruthy()
})

function open(page: ReactNode) {
  const user = { _id: id(9) } as Profile
  const scope = fork({ values: [[$session, { state: 'signed-in', token: 'x', remember: true, user }]] })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}
