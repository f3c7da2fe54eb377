// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../../../core/session/model.ts'
import { ContentPage } from '../content/content-page.tsx'
import { UsersPage } from '../users/users-page.tsx'

const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/desk/cases/x">{children}</a>,
}))

let sent: { path: string; body: unknown }[]
let bulks: BulkAnswer[]
let answers: Record<string, () => BulkAnswer | Promise<BulkAnswer>>

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  sent = []
  bulks = []
  answers = { preview: () => bulkOf('previewed'), run: () => bulkOf('done'), undo: () => bulkOf('undone') }
  callApi.mockReset()
  callApi.mockImplementation(async ({ method = 'GET', path = '', body }: Record<string, string>) => {
    if (path === '/desk/content') return { data: [1, 2, 3].map(rowOf), total: 3, next: null }
    if (path === '/desk/users') return { data: [4, 5].map(userOf), total: 2 }
    if (method === 'GET') return { data: bulks, total: bulks.length }
    sent.push({ path, body })
    const answer = await answers[path.split('/').at(-1) ?? '']?.()
    bulks = answer && answer.state !== 'previewed' ? [answer] : bulks
    return answer
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows who would be left out and why, applies to the rest, and takes it back', async () => {
  await open()
  press('checkbox', 'Select 1')
  press('checkbox', 'Select 3')
  expect(screen.getByText('2 selected')).toBeTruthy()
  press('button', 'Decide on 2…')
  await decide()
  expect(sent).toMatchObject([
    {
      path: '/desk/bulk/preview',
      body: {
        ...{ action: 'hide', clause: 'spam', facts: 'It sells watches.', caseIds: [] },
        things: [
          { type: 'feed', id: id(1) },
          { type: 'feed', id: id(3) },
        ],
      },
    },
  ])
  const left = within(await screen.findByRole('list', { name: 'Left out' }))
  expect(left.getByText('This is an account of staff. An admin has to do this.')).toBeTruthy()
  expect(left.getByText('Watches 3')).toBeTruthy()
  press('button', 'Apply to 1')
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.click(await dialog.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent.at(-1)?.path).toBe(`/desk/bulk/${id(50)}/undo`))
  expect(await dialog.findByText('1 was taken back.')).toBeTruthy()
})

test('all rows are ticked at once, and none after the filter has changed', async () => {
  await open()
  press('checkbox', 'Select all 3')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select 2' }).checked).toBe(true)
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'hidden' } })
  await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull())
})

test('accounts are suspended as what they are', async () => {
  await open(<UsersPage maySuspend />, 'Users')
  press('checkbox', 'Select all 2')
  press('button', 'Decide on 2…')
  await decide()
  const things = [
    { type: 'user', id: id(4) },
    { type: 'performer', id: id(5) },
  ]
  expect(sent).toMatchObject([{ body: { action: 'suspend', things } }])
})

test('who may not suspend has no boxes to tick', async () => {
  await open(<UsersPage maySuspend={false} />, 'Users')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('words stay after a refused preview, also while the dialog is closed', async () => {
  answers['preview'] = () => Promise.reject(new Refusal('invalid', 'Choose at most 500 cases.'))
  await open()
  press('checkbox', 'Select 1')
  press('button', 'Decide on 1…')
  await decide()
  expect(await screen.findByText('Choose at most 500 cases.')).toBeTruthy()
  press('button', 'Close')
  press('checkbox', 'Select 2')
  press('button', 'Decide on 1…')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened' }).value).toBe('It sells watches.')
})

test('a run whose answer is lost shows how far it is', async () => {
  answers['run'] = () => {
    bulks = [{ ...bulkOf('running'), count: 40, done: 10, refused: [] }]
    return Promise.reject(new TypeError('The connection broke off.'))
  }
  await open()
  press('checkbox', 'Select 1')
  press('button', 'Decide on 1…')
  await decide()
  press('button', 'Apply to 1')
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('10 of 40 done. It goes on if you close this.')).toBeTruthy()
  expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
})

test('after a reload the last decision can be taken back until its time is over', async () => {
  bulks = [bulkOf('done'), { ...bulkOf('done'), _id: id(51), until: null, createdAt: inMinutes(-40) }]
  await open()
  const recent = within(await screen.findByRole('region', { name: 'Recent decisions on many' }))
  expect(recent.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(recent.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toMatchObject([{ path: `/desk/bulk/${id(50)}/undo` }]))
})

async function decide() {
  fireEvent.change(screen.getByRole('combobox', { name: 'Rule' }), { target: { value: 'spam' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value: 'It sells watches.' } })
  press('button', 'Show the preview')
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  await screen.findByRole('button', { name: /Apply|Show the preview/ })
}

function press(role: 'button' | 'checkbox', name: string) {
  fireEvent.click(screen.getByRole(role, { name }))
}

async function open(page: ReactNode = <ContentPage mayDecide />, table = 'Content') {
  const user = { _id: id(9) } as Profile
  const scope = fork({ values: [[$session, { state: 'signed-in', token: 'x', remember: true, user }]] })
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
  await screen.findByRole('table', { name: table })
}

function bulkOf(state: BulkAnswer['state']): BulkAnswer {
  const refused = {
    ...{ caseId: null, thing: { type: 'feed' as const, id: id(3) }, objectType: 'feed' as const },
    ...{ preview: 'Watches 3', why: 'This is an account of staff. An admin has to do this.' },
  }
  const until = state === 'done' ? inMinutes(30) : null
  return {
    ...{ _id: id(50), action: 'hide', state, count: 1, done: state === 'previewed' ? 0 : 2, refused: [refused] },
    ...{ until, createdAt: inMinutes(0) },
  }
}

function rowOf(at: number): ContentRow {
  return {
    ...{ _id: id(at), objectType: 'feed', preview: `Watches ${at}`, state: 'shown', caseId: null },
    ...{ author: { _id: id(8), username: 'mara', name: 'Mara' }, createdAt: inMinutes(-60) },
  }
}

function userOf(at: number) {
  return {
    ...{ _id: id(at), username: `user${at}`, name: 'User', email: null, role: at === 5 ? 'creator' : 'fan' },
    ...{ status: 'active', createdAt: inMinutes(-60), lastSeen: null },
  }
}
