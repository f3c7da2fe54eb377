// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../../../core/session/model.ts'
import { CasePage } from './case-page.tsx'
import { CasesPage } from './cases-page.tsx'

const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()

const { callApi, navigate } = vi.hoisted(() => ({ callApi: vi.fn(), navigate: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/desk/cases/x">{children}</a>,
  useCanGoBack: () => false,
  useNavigate: () => navigate,
  useRouter: () => ({}),
}))

let detail: CaseDetail
let sent: { path: string; body: unknown }[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  detail = caseOf()
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(
    async ({ method = 'GET', path, body }: { method?: string; path: string; body: unknown }) => {
      if (method === 'GET')
        return path.startsWith('/desk/cases?')
          ? others()
          : path === '/desk/cases'
            ? { data: [detail], total: 1 }
            : detail
      sent.push({ path, body })
      return { success: true }
    },
  )
})
afterEach(cleanup)

test('marks the words that the author has changed since the report', async () => {
  detail.now = { text: 'You are kind', isHidden: false, href: '/posts/1' }
  open()
  const evidence = within(await screen.findByRole('region', { name: 'Evidence' }))
  expect(evidence.getByText('Changed since')).toBeTruthy()
  expect(evidence.getByText('bad').tagName).toBe('DEL')
  expect(evidence.getByText('kind').tagName).toBe('INS')
})

test('says that the author has removed the thing, and keeps its text', async () => {
  detail.now = null
  open()
  const evidence = within(await screen.findByRole('region', { name: 'Evidence' }))
  expect(evidence.getByText('You are bad')).toBeTruthy()
  expect(evidence.getByText('Its author has removed it since.')).toBeTruthy()
})

test('shows who works on a case, and claims it', async () => {
  detail.claim = { by: 'ben', isOwn: false, until: iso(Date.now() + 60_000) }
  open()
  expect((await screen.findByRole('status')).textContent).toBe('ben works on this.')
  fireEvent.click(screen.getByRole('button', { name: 'Claim' }))
  await waitFor(() => expect(sent).toEqual([{ path: `/desk/cases/${id(1)}/claim`, body: {} }]))
})

test('asks before it closes the version of the case that is shown', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Close case' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Close this case?' }))
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Close case' }))
  await waitFor(() => expect(sent[0]).toMatchObject({ path: `/desk/cases/${id(1)}/close`, body: { version: 3 } }))
})

test('merges into another open case of the author, once it has shown what goes there', async () => {
  detail.notes = [{ _id: id(40), by: 'ben', text: 'Look', at: iso(Date.now()) }]
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Merge…' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Merge' }))
  const into = await dialog.findByRole('combobox', { name: 'Merge into' })
  expect(
    within(into)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose…', '00000033 · Post · Watches'])
  expect(dialog.queryByRole('button', { name: 'Merge' })).toBeNull()
  fireEvent.change(into, { target: { value: id(33) } })
  for (const text of ['1 report', '1 piece of evidence', 'no decision', '1 note'])
    expect(dialog.getByText(text)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ path: `/desk/cases/${id(1)}/merge`, body: { into: id(33), version: 3 } }]),
  )
  expect(navigate).toHaveBeenCalledWith({ to: '/desk/cases/$caseId', params: { caseId: id(33) } })
})

test('says why the own case cannot be decided', async () => {
  detail.whyNot = 'Another person has to decide this.'
  open()
  expect(await screen.findByText('Another person has to decide this.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Decide…' }).disabled).toBe(true)
})

test('answers an appeal in words, and keeps them when the server refuses', async () => {
  detail.decisions = [decisionOf()]
  open()
  fireEvent.change(await screen.findByRole('combobox', { name: 'Outcome' }), { target: { value: 'reversed' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(screen.getByText('Answer in words.')).toBeTruthy()
  const answer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
  fireEvent.change(answer, { target: { value: 'You are right' } })
  callApi.mockRejectedValueOnce(new Refusal('forbidden', 'Another person has to decide this.'))
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Another person has to decide this.')).toBeTruthy()
  expect(answer.value).toBe('You are right')
  fireEvent.click(screen.getByRole('button', { name: 'Send answer' }))
  const body = { outcome: 'reversed', answer: 'You are right' }
  await waitFor(() => expect(sent[0]).toMatchObject({ path: `/desk/appeals/${id(8)}/decide`, body }))
})

test('adds a note, and keeps its words with their id until they are sent', async () => {
  open()
  const notes = within(await screen.findByRole('region', { name: 'Notes' }))
  const note = notes.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  fireEvent.change(note, { target: { value: 'Seen before' } })
  callApi.mockRejectedValueOnce(new Refusal('forbidden', 'Another person has to decide this.'))
  fireEvent.click(notes.getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText('Another person has to decide this.')).toBeTruthy()
  const calls = () => callApi.mock.calls as [{ method?: string; body?: { _id: string } }][]
  const posts = () => calls().flatMap(([{ method, body }]) => (method === 'POST' ? [body?._id] : []))
  fireEvent.click(notes.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(note.value).toBe(''))
  expect(new Set(posts()).size).toBe(1)
  await waitFor(() =>
    expect(sent[0]).toMatchObject({ path: `/desk/cases/${id(1)}/note`, body: { text: 'Seen before' } }),
  )
})

test('lists cases with the time that is left, and marks those that are overdue', async () => {
  detail.dueAt = iso(Date.now() - 2.5 * DAY)
  open(<CasesPage canDecide />)
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement)
  expect(row.getByText('Overdue')).toBeTruthy()
  expect(row.getByText('2 days ago')).toBeTruthy()
  expect(row.getByText('You are bad')).toBeTruthy()
})

test('asks for the cases of a kind and of a priority', async () => {
  open(<CasesPage canDecide />)
  await screen.findByRole('table', { name: 'Cases' })
  fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'message' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Priority' }), { target: { value: '0' } })
  const query = { state: 'open', kind: 'message', priority: '0' }
  await waitFor(() => expect(callApi.mock.calls.at(-1)).toMatchObject([{ path: '/desk/cases', query }]))
})

function open(
  page: ReactNode = <CasePage caseId={id(1)} permissions={['content.read', 'cases.decide', 'appeals.decide']} />,
): void {
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

function caseOf(): CaseDetail {
  const now = Date.now()
  return {
    ...{ _id: id(1), objectType: 'comment', objectId: id(2), preview: 'You are bad', version: 3 },
    target: { _id: id(3), username: 'mara', name: 'Mara' },
    ...{ sources: ['report'], categories: ['spam'], reports: 1, priority: 2, dueAt: iso(now + DAY), state: 'open' },
    ...{ claim: null, createdAt: iso(now - DAY), decisions: [], notes: [], whyNot: null },
    reportList: [{ _id: id(4), by: null, category: 'spam', text: 'Buy this', createdAt: iso(now - DAY) }],
    evidence: [{ _id: id(5), text: 'You are bad', context: [], files: [], takenAt: iso(now - DAY) }],
    now: { text: 'You are bad', isHidden: false, href: null },
    author: { status: 'active', since: iso(now - 90 * DAY), decisions: 0, openCases: 0, restrictions: [] },
  }
}

/** The open cases of the author: this one, and another. */
function others() {
  return { data: [detail, { ...detail, _id: id(33), objectType: 'feed', preview: 'Watches' }], total: 2 }
}

function decisionOf(): CaseDetail['decisions'][number] {
  const at = iso(Date.now() - DAY)
  return {
    ...{ _id: id(7), by: 'ben', kind: 'hide', ground: 'terms', clause: 'spam', facts: 'Sells', restrict: null },
    ...{ until: null, isAlive: true, createdAt: at },
    appeal: {
      ...{ _id: id(8), side: 'author', by: 'mara', text: 'Not true', state: 'open', answer: null },
      ...{ dueAt: iso(Date.now() + DAY), createdAt: at, whyNot: null },
    },
  }
}
