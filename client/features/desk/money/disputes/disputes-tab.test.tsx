// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskDisputeDetail } from '@vesper/sync/vesper/api/desk-disputes.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../../core/api/api.ts'
import { $browserOnline } from '../../../../core/connection/model.ts'
import { $session } from '../../../../core/session/model.ts'
import { MoneyPage } from '../money-page.tsx'
import { shownMoney } from '../money-tabs.ts'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children, search }: { children: ReactNode; search: { dispute?: string } }) => (
    <a href={`/desk/money?dispute=${search.dispute ?? ''}`}>{children}</a>
  ),
}))

const ID = '0190a5a0-0000-7000-8000-000000000007'
const soon = new Date(Date.now() + 3 * 86_400_000 + 60_000).toISOString()
const dispute: DeskDisputeDetail = {
  ...{ _id: ID, state: 'open', isInquiry: false, amount: 4_250, currency: 'USD', reason: 'fraudulent', dueAt: soon },
  ...{ fan: 'mira', creators: ['cleo'], chargeId: null, number: null, title: '850 tokens', decision: null },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', closedAt: null, version: 5, isOwn: false },
  ...{ paidAt: '2026-11-19T10:00:00.000Z', sales: [], decisions: [] },
  draft: {
    text: 'The customer bought "850 tokens".',
    parts: [
      { part: 'receipt', text: 'Receipt of 850 tokens' },
      { part: 'access', text: 'Signed in on a phone' },
    ],
  },
}

let asked: { method: string; path: string; body: unknown; query: unknown }[]
let answers: { dispute: DeskDisputeDetail; list: unknown; refusal: Error | null }
let scope: ReturnType<typeof fork>

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  asked = []
  answers = { dispute, list: { data: [dispute], total: 1 }, refusal: null }
  scope = scopeWith(true)
  callApi.mockReset()
  callApi.mockImplementation(async ({ method = 'GET', path, body, query }: Record<string, string>) => {
    asked.push({ method: method ?? '', path: path ?? '', body, query })
    if (answers.refusal && (method === 'POST' || path === '/desk/disputes')) throw answers.refusal
    if (method === 'POST') return { success: true }
    return path === '/desk/disputes' ? answers.list : answers.dispute
  })
})
afterEach(cleanup)

function scopeWith(isOnline: boolean) {
  const user = { _id: 'me' } as Profile
  const session = { state: 'signed-in', token: 't', remember: true, user } as const
  return fork({
    values: [
      [$session, session],
      [$browserOnline, isOnline],
    ],
  })
}

function open(shown?: string) {
  return render(
    <I18nProvider i18n={i18n}>
      <Provider value={scope}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
          <MoneyPage permissions={['disputes.answer']} shown="disputes" dispute={shown} onShow={() => {}} />
        </SWRConfig>
      </Provider>
    </I18nProvider>,
  )
}

const sent = () => asked.filter(({ method }) => method === 'POST')

test('the list begins with the disputes that wait, the next due date first, and finds a fan', async () => {
  open()
  const table = within(await screen.findByRole('table', { name: 'Disputes' }))
  expect(asked[0]?.query).toMatchObject({ state: 'open', sortBy: 'dueAt', sort: 'asc' })
  for (const text of ['mira', 'cleo', '$42.50', 'in 3 days', 'Waits for an answer'])
    expect(table.getAllByText(text).length).toBeGreaterThan(0)
  expect(table.getByRole('link', { name: 'mira' }).getAttribute('href')).toContain(ID)
  fireEvent.change(screen.getByLabelText('Username of the fan or the creator'), { target: { value: ' mira ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ q: 'mira' }))
  fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'won' } })
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ state: 'won', q: 'mira' }))
  expect(asked.at(-1)?.query).not.toHaveProperty('sortBy')
})

test('an empty list says so, and one that fails can be asked for again', async () => {
  answers.list = { data: [], total: 0 }
  open()
  expect(await screen.findByText('No dispute waits for an answer.')).toBeTruthy()
  cleanup()
  answers.refusal = new ConnectionError()
  open()
  expect(await screen.findByText('The disputes could not be loaded')).toBeTruthy()
  answers = { ...answers, refusal: null, list: { data: [dispute], total: 1 } }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Disputes' })).toBeTruthy()
})

test('an answer is the draft as it was edited, with the records that stay chosen', async () => {
  open(ID)
  expect(
    await screen.findByText('The bank has the money. Without an answer in time, the cardholder keeps it.'),
  ).toBeTruthy()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Words for the bank')
  expect(field.value).toBe('The customer bought "850 tokens".')
  fireEvent.change(field, { target: { value: 'They used all of it.' } })
  fireEvent.click(screen.getByLabelText('Receipt'))
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    ...{ path: `/desk/disputes/${ID}/answer`, body: { version: 5, text: 'They used all of it.', parts: ['access'] } },
  })
})

test('typed words stay when the page is left, and an emptied answer is not sent', async () => {
  open(ID)
  const type = async (value: string) =>
    fireEvent.change(await screen.findByLabelText('Words for the bank'), { target: { value } })
  await type('Half a')
  cleanup()
  open(ID)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Words for the bank')).value).toBe('Half a')
  await type('')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Words for the bank').value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Write the answer.')).toBeTruthy()
  expect(sent()).toEqual([])
})

test('accepting asks first, says what it costs, and sends the reason', async () => {
  open(ID)
  fireEvent.click(await screen.findByRole('button', { name: 'Accept dispute' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Accept dispute?' }))
  expect(dialog.getByText(/The cardholder keeps \$42\.50\./)).toBeTruthy()
  expect(sent()).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'They are right.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Accept dispute' }))
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({
      ...{ path: `/desk/disputes/${ID}/accept`, body: { version: 5, reason: 'They are right.' } },
    }),
  )
})

test('the words stay where somebody else was faster, and the dispute is read again', async () => {
  answers.refusal = new Refusal('conflict', 'Somebody has decided already. It is on its way to the bank.')
  open(ID)
  fireEvent.change(await screen.findByLabelText('Words for the bank'), { target: { value: 'Mine.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(/Somebody has decided already\./)).toBeTruthy()
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'GET', path: `/desk/disputes/${ID}` }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Words for the bank').value).toBe('Mine.')
})

test.each([
  { edit: { dueAt: '2026-11-01T00:00:00.000Z', draft: null }, says: /^The time to answer is over\./ },
  { edit: { state: 'answered', draft: null }, says: /^The bank looks at the answer\./ },
  { edit: { state: 'won', draft: null }, says: /^The bank has decided for the site\./ },
  { edit: { isOwn: true, draft: null }, says: 'This concerns your own account. Another person decides on it.' },
] as const)('a dispute that takes no answer of the person says $says', async ({ edit, says }) => {
  answers.dispute = { ...dispute, ...edit }
  open(ID)
  expect(await screen.findByText(says)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send answer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Accept dispute' })).toBeNull()
})

test('an inquiry is answered, never accepted', async () => {
  answers.dispute = { ...dispute, isInquiry: true }
  open(ID)
  expect(await screen.findByRole('button', { name: 'Send answer' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept dispute' })).toBeNull()
})

test('without a connection nothing can be sent', async () => {
  scope = scopeWith(false)
  open(ID)
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send answer' })
  expect(send.disabled).toBe(true)
  expect(screen.getByText('The desk needs a connection')).toBeTruthy()
})

test('a decision shows its words and the records that were sent', async () => {
  answers.dispute = {
    ...{ ...dispute, state: 'answered', draft: null },
    decisions: [
      {
        ...{ _id: ID, kind: 'answer', state: 'done', by: 'ada', at: soon, text: 'They used it.', failure: null },
        parts: [{ part: 'access', text: 'Signed in on a phone' }],
      },
    ],
  }
  open(ID)
  const decisions = within(await screen.findByRole('region', { name: 'Decisions' }))
  for (const text of ['ada', 'They used it.', 'Sent', 'Signed in on a phone'])
    expect(decisions.getByText(text)).toBeTruthy()
})

test('an address shows a dispute in its tab alone', () => {
  expect(shownMoney({ tab: 'disputes', dispute: ID })).toEqual({ tab: 'disputes', dispute: ID })
  expect(shownMoney({ tab: 'refunds', dispute: ID })).toEqual({ tab: 'refunds' })
  expect(shownMoney({ tab: 'disputes', dispute: '../x' })).toEqual({ tab: 'disputes' })
})
