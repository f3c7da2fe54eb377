// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { approvalKinds } from '@vesper/sync/vesper/api/staff.ts'
import type { ApprovalKindName, ApprovalRecord } from '@vesper/sync/vesper/api/staff.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $session } from '../../core/session/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { ApprovalsPage } from './approvals-page.tsx'

const AT = '2026-11-20T10:00:00.000Z'
const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

const facts: Record<ApprovalKindName, ApprovalRecord['facts'][]> = {
  'staff.grant': [{ account: 'ada', role: 'finance', now: 'admin, support' }],
  'staff.revoke': [{ account: 'ada', role: 'support', now: '' }],
  'settings.change': [
    { setting: 'commissionBps', valueNow: 2000, valueThen: 1550 },
    { setting: 'payoutFee', valueNow: 0, valueThen: 0.25 },
  ],
  'payout.approve': [
    {
      ...{ account: 'cleo', amount: 60_000, fee: 25, currency: 'EUR', balance: 1_234 },
      ...{ method: 'bank', destination: '1234', detailsSince: AT },
    },
  ],
  'charge.refund': [{ payer: 'ada', creator: 'cleo', amount: 15_000, left: 20_000, currency: 'EUR', paidBy: 'card' }],
  'tokens.grant': [{ account: 'ada', tokens: 5_000, balance: 10 }],
  'conversation.look': [{ account: 'ada', with: 'cleo' }],
  'user.factor-reset': [{ account: 'ada' }],
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a change of the commission and of the fee shows the setting and both values as the form does', async () => {
  const [commission, fee] = await open('settings.change')
  expect(textsOf(commission)).toEqual(['Setting', 'Commission', 'Value now', '20%', 'New value', '15.5%'])
  expect(textsOf(fee)).toEqual(['Setting', 'Fee of a payout', 'Value now', '€0.00', 'New value', '€0.25'])
})

test('money, parts and ways stand in words', async () => {
  const [payout] = await open('payout.approve')
  expect(textsOf(payout)).toEqual(expect.arrayContaining(['€600.00', '€0.25', '€12.34', 'Bank account']))
  cleanup()
  const [grant] = await open('staff.grant')
  expect(textsOf(grant)).toEqual(['Account', 'ada', 'Part', 'Finance', 'Parts now', 'Admin, Support'])
})

test.each(approvalKinds)('%s shows no name of the code', async (kind) => {
  const words = (await open(kind)).flatMap(textsOf)
  expect(words.filter((text) => /[a-z][A-Z]|[{}[\]]|^[a-z.]+$/.test(text ?? ''))).toEqual(
    words.filter((text) => ['ada', 'cleo'].includes(text ?? '')),
  )
  expect(screen.queryByText('Another request')).toBeNull()
})

async function open(kind: ApprovalKindName): Promise<HTMLElement[]> {
  const data = facts[kind].map((one, at): ApprovalRecord => ({
    ...{ _id: id(at), kind, facts: one, reason: 'As agreed.', state: 'waiting', requestedBy: 'ben', decidedBy: null },
    ...{ createdAt: AT, expiresAt: AT, whyNot: null },
  }))
  callApi.mockResolvedValue({ data, total: data.length })
  const user = { _id: id(9) } as Profile
  const settings = { currency: 'EUR' } as PublicSettings
  const session = { state: 'signed-in' as const, token: 'x', remember: true, user }
  const scope = fork({
    values: [
      [$session, session],
      [$settings, settings],
    ],
  })
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>
          <ApprovalsPage />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
  return within(await screen.findByRole('list', { name: 'Approvals' })).getAllByRole('listitem')
}

function textsOf(card: HTMLElement | undefined): (string | null)[] {
  return [...(card ?? expect.fail()).querySelectorAll('dt, dd')].map((part) => part.textContent)
}
