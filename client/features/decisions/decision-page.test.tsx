// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Statement } from '@vesper/sync/vesper/api/cases.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { formsOf } from '../../core/forms/form-draft-storage.ts'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { DecisionPage } from './decision-page.tsx'

const id = '0190a5a0-0000-7000-8000-000000000001'
const account = '0190a5a0-0000-7000-8000-000000000009'
const DAY = 86_400_000

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

let statement: Statement
/** The answers to the next appeals; then they are taken. */
let failures: Error[]
let appeals: { _id: string; text: string }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  localStorage.clear()
  statement = statementOf()
  failures = []
  appeals = []
  callApi.mockReset()
  callApi.mockImplementation(
    async ({ method = 'GET', body }: { method?: string; body: { _id: string; text: string } }) => {
      if (method === 'GET') return statement
      appeals.push(body)
      const failure = failures.shift()
      if (failure) throw failure
      const at = new Date().toISOString()
      statement = { ...statement, appeal: { ...body, state: 'open', answer: null, createdAt: at, dueAt: at } }
      return { success: true }
    },
  )
  beginScope({ state: 'signed-in', token: 'x', remember: true, user: { _id: account } as Profile })
})
afterEach(cleanup)

test('says in plain words what was decided, by which rule and why', async () => {
  open()
  expect(await screen.findByText('We have hidden this. Only you still see it.')).toBeTruthy()
  for (const words of ['The rules of this site: Harassment', 'Insults a fan', 'Everywhere on this site'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('A person. No machine took part.')).toBeTruthy()
})

test('sends an appeal, forgets its text and shows that it waits for an answer', async () => {
  open()
  await write('It was a joke')
  press()
  expect(await screen.findByText('Appeal sent')).toBeTruthy()
  expect(appeals).toMatchObject([{ text: 'It was a joke' }])
  expect(formsOf(account).all()).toEqual([])
})

test('asks for the words first', async () => {
  open()
  await write('  ')
  press()
  expect(screen.getByText('Say why you disagree.')).toBeTruthy()
  expect(appeals).toEqual([])
})

test('keeps an appeal that the line has cut, and sends the same one when the line is back', async () => {
  failures = [new ConnectionError('gone')]
  open()
  await write('It was a joke')
  press()
  expect(await screen.findByText(/kept on this device/)).toBeTruthy()
  await act(() => allSettled(browserOnlineChanged, { scope: currentScope(), params: false }))
  await act(() => allSettled(browserOnlineChanged, { scope: currentScope(), params: true }))
  expect(await screen.findByText('Appeal sent')).toBeTruthy()
  expect(appeals).toHaveLength(2)
  expect(appeals[1]).toEqual(appeals[0])
})

test('an appeal that waited goes out when the page is opened again, with the same id', async () => {
  failures = [new ConnectionError('gone')]
  open()
  await write('It was a joke')
  press()
  await screen.findByText(/kept on this device/)
  cleanup()
  open()
  expect(await screen.findByText('Appeal sent')).toBeTruthy()
  expect(new Set(appeals.map(({ _id }) => _id)).size).toBe(1)
})

test('keeps the text of an appeal that the server refuses, and sends it by itself no more', async () => {
  failures = [new Refusal('conflict', 'The six months are over.')]
  open()
  await write('It was a joke')
  press()
  expect(await screen.findByText('The six months are over.')).toBeTruthy()
  cleanup()
  open()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Why you disagree' })
  expect(field.value).toBe('It was a joke')
  expect(appeals).toHaveLength(1)
})

test('shows the answer to an appeal, and that the decision has no effect any more', async () => {
  const at = new Date().toISOString()
  const appeal = {
    _id: id,
    text: 'It was a joke',
    state: 'reversed',
    answer: 'It was',
    createdAt: at,
    dueAt: at,
  } as const
  statement = { ...statement, isAlive: false, appealUntil: null, appeal }
  open()
  expect(await screen.findByText('The decision was reversed')).toBeTruthy()
  expect(screen.getByText('It was')).toBeTruthy()
  expect(screen.getByText('This decision has no effect any more.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull()
})

test('without a line the kept statement can be read', async () => {
  open()
  await screen.findByText('Insults a fan')
  cleanup()
  await waitFor(() => expect(localStorage.length).toBeGreaterThan(0))
  callApi.mockRejectedValue(new ConnectionError('gone'))
  open()
  expect(await screen.findByText('Insults a fan')).toBeTruthy()
})

function open(): void {
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Provider value={currentScope()}>
        <I18nProvider i18n={i18n}>
          <DecisionPage account={account} decisionId={id} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

async function write(value: string): Promise<void> {
  fireEvent.change(await screen.findByRole('textbox', { name: 'Why you disagree' }), { target: { value } })
}

function press(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Appeal' }))
}

function statementOf(): Statement {
  const at = new Date(Date.now() - DAY).toISOString()
  return {
    ...{ _id: id, side: 'author', kind: 'hide', objectType: 'comment', objectId: id, preview: 'You are bad' },
    ...{ ground: 'terms', clause: 'harassment', facts: 'Insults a fan', restrict: null, until: null },
    ...{ automated: 'none', createdAt: at, isAlive: true, appeal: null },
    appealUntil: new Date(Date.now() + 100 * DAY).toISOString(),
  }
}
