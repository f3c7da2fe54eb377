// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskCreator } from '@vesper/sync/vesper/api/desk-creators.ts'
import type { DeskUser } from '@vesper/sync/vesper/api/desk-users.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $session } from '../../../core/session/model.ts'
import { CreatorPage } from '../creators/creator-page.tsx'
import { UserPage } from './user-page.tsx'
import { UsersPage } from './users-page.tsx'

const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`
const AT = '2026-11-20T10:00:00.000Z'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/desk/users/x">{children}</a>,
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

const user: DeskUser = {
  ...{ _id: id(1), username: 'ada', name: 'Ada', email: 'ada@desk.test', role: 'fan', status: 'active' },
  ...{ createdAt: AT, lastSeen: AT, emailVerified: true, pendingEmail: null, country: 'DE', hasPassword: true },
  ...{ logins: [], roles: [], isOwn: false, factors: { hasTotp: true, passkeys: 0, codesLeft: 3 }, verification: null },
  sessions: [{ _id: id(2), name: 'Phone', userAgent: '', createdAt: AT, lastSeenAt: AT }],
  ...{ reports: { open: 1, total: 2 }, notes: [], money: null },
}
const creator: DeskCreator = {
  ...{ _id: id(3), username: 'cleo', name: 'Cleo', country: 'DE', emailVerified: true, verification: 'submitted' },
  ...{ createdAt: AT, status: 'active', dateOfBirth: '1990-01-02', rejectionReason: null, version: 'v1' },
  ...{ isOwn: false, mayReview: true },
  documents: (['idFront', 'selfie'] as const).map((kind, at) => ({
    ...{ _id: id(10 + at), kind, status: 'submitted', reason: null, createdAt: AT, isThere: true, isPdf: false },
  })),
}

let asked: { method: string; path: string; body: unknown; query: unknown }[]
let answers: { user: DeskUser; creator: DeskCreator }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  asked = []
  answers = { user, creator }
  callApi.mockReset()
  callApi.mockImplementation(async ({ method = 'GET', path, body, query }: Record<string, string>) => {
    asked.push({ method: method ?? '', path: path ?? '', body, query })
    if (method === 'POST') return { success: true, ended: 1 }
    if (path === '/desk/users') return { data: [user], total: 1 }
    if (path?.includes('/seen/')) return { view: 'feed', text: 'name: Ada' }
    if (path?.startsWith('/desk/users/')) return answers.user
    return path?.startsWith('/desk/documents/') ? { mimeType: 'image/jpeg', data: 'AAAA' } : answers.creator
  })
})
afterEach(cleanup)

test('a search asks for what was typed, and lists the accounts', async () => {
  open(<UsersPage maySuspend={false} />)
  fireEvent.change(await screen.findByLabelText('Search users'), { target: { value: ' ad ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  const table = within(await screen.findByRole('table', { name: 'Users' }))
  expect(table.getByText('ada@desk.test')).toBeTruthy()
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ q: 'ad' }))
})

test('support ends the sessions with a reason, and has no button to suspend', async () => {
  openUser(['users.read', 'users.access'])
  fireEvent.click(await screen.findByRole('button', { name: 'End sessions' }))
  const dialog = within(screen.getByRole('dialog', { name: 'End all sessions?' }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'She asked.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'End sessions' }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/desk/users/${user._id}/sessions/end`,
      body: { reason: 'She asked.' },
    }),
  )
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
})

test('a moderator suspends by the dialog of decisions, and restores a suspended account', async () => {
  openUser(['users.read', 'users.suspend'])
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  expect(screen.getByRole('dialog', { name: 'Decide' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End sessions' })).toBeNull()
  cleanup()
  answers.user = { ...user, status: 'suspended' }
  openUser(['users.read', 'users.suspend'])
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeTruthy()
})

test('a decision goes with the version that was looked at, and is looked at again where that is old', async () => {
  answers.user = { ...user, version: 3 }
  const answered = callApi.getMockImplementation()
  callApi.mockImplementation(async (call: Record<string, string>) => {
    const answer: unknown = await answered?.(call)
    if (call['path']?.endsWith('/decide')) throw new Refusal('conflict', 'Decided 2026-11-20 10:00 UTC: warned.')
    return answer
  })
  openUser(['users.read', 'users.suspend'])
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decide' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'What happened' }), { target: { value: 'It sells watches.' } })
  fireEvent.change(dialog.getByRole('combobox', { name: 'Rule' }), { target: { value: 'spam' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Send decision' }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      ...{ path: `/desk/things/user/${user._id}/decide`, body: { kind: 'suspend', version: 3 } },
    }),
  )
  fireEvent.click(await dialog.findByRole('button', { name: 'Look again' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'GET', path: `/desk/users/${user._id}` }))
  expect(screen.queryByRole('dialog', { name: 'Decide' })).toBeNull()
})

test('a look at the account is text alone', async () => {
  openUser(['users.read'])
  fireEvent.click(await screen.findByRole('button', { name: 'See as text' }))
  fireEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(await screen.findByText('name: Ada')).toBeTruthy()
  expect(asked.at(-1)?.path).toBe(`/desk/users/${user._id}/seen/feed`)
})

test('a conversation is asked for by the username of the other person, and opens by a second one', async () => {
  callApi.mockImplementation(async ({ method = 'GET', path = '', body, query }: Record<string, string>) => {
    asked.push({ method, path, body, query })
    if (path === '/desk/users') return { data: [{ ...user, _id: id(7), username: 'cleo' }], total: 1 }
    if (path.includes('/seen/'))
      throw new Refusal('forbidden', 'A second person has to approve this.', [
        { path: 'approval', message: 'conversation.look' },
      ])
    return method === 'POST' ? { success: true } : answers.user
  })
  openUser(['users.read', 'cases.decide'])
  fireEvent.click(await screen.findByRole('button', { name: 'See as text' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'View' }), { target: { value: 'conversation' } })
  const other = screen.getByRole('textbox', { name: 'Username of the other person' })
  fireEvent.change(other, { target: { value: '@cleo' } })
  fireEvent.click(screen.getByRole('button', { name: 'Look' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for approval' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Look at a conversation' }))
  expect(dialog.getByText('cleo')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A threat.' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await waitFor(() =>
    expect(asked.at(-1)?.body).toMatchObject({
      ...{ kind: 'conversation.look', payload: { userId: user._id, withId: id(7) }, reason: 'A threat.' },
    }),
  )
})

test('a post is looked at by its address', async () => {
  openUser(['users.read'])
  fireEvent.click(await screen.findByRole('button', { name: 'See as text' }))
  fireEvent.change(screen.getByRole('combobox', { name: 'View' }), { target: { value: 'post' } })
  const address = screen.getByRole('textbox', { name: 'Address of the post' })
  fireEvent.change(address, { target: { value: `https://vesper.test/posts/${id(20)}?from=x` } })
  fireEvent.click(screen.getByRole('button', { name: 'Look' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ query: { about: id(20) } }))
  expect(asked.at(-1)?.path).toBe(`/desk/users/${user._id}/seen/post`)
})

test('the own account has no buttons', async () => {
  answers.user = { ...user, isOwn: true }
  openUser(['users.read', 'users.access', 'users.suspend'])
  expect(await screen.findByText('Another person has to decide on your own account.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
})

test('a document opens by a press, and a rejection names its problem', async () => {
  open(<CreatorPage creatorId={creator._id} />)
  const [show] = await screen.findAllByRole('button', { name: 'Show document' })
  fireEvent.click(show ?? expect.fail())
  expect(await screen.findByRole('img', { name: 'Identity document, front' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  expect(screen.getByText('Write the problem with at least one document.')).toBeTruthy()
  const problem = screen.getByRole('textbox', { name: 'Problem with Selfie with the document' })
  fireEvent.change(problem, { target: { value: 'Blurred.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      ...{ version: 'v1', decision: 'reject', documents: [{ kind: 'selfie', reason: 'Blurred.' }] },
    }),
  )
})

test('problems stay while the page is left and after a refusal, and the creator is read again', async () => {
  const scope = scopeOf()
  const write = async () => {
    open(<CreatorPage creatorId={creator._id} />, scope)
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Problem with Selfie with the document' })
  }
  fireEvent.change(await write(), { target: { value: 'Blurred.' } })
  cleanup()
  expect((await write()).value).toBe('Blurred.')
  const reads = () => asked.filter(({ path }) => path === `/desk/creators/${creator._id}`).length
  const before = reads()
  callApi.mockRejectedValueOnce(new Refusal('conflict', 'Somebody else has decided.'))
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(reads()).toBe(before + 1))
  expect(screen.getByText('Somebody else has decided.')).toBeTruthy()
  const problem = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Problem with Selfie with the document' })
  expect(problem.value).toBe('Blurred.')
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(problem.value).toBe(''))
})

test('who may not review sees that there are documents, and no way to open them', async () => {
  answers.creator = { ...creator, mayReview: false }
  open(<CreatorPage creatorId={creator._id} />)
  expect(await screen.findAllByText('You may not look at documents.')).toHaveLength(2)
  for (const name of ['Show document', 'Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull()
})

function openUser(permissions: Permission[]) {
  open(<UserPage userId={user._id} permissions={permissions} />)
}

function scopeOf() {
  const me = { _id: id(9) } as Profile
  return fork({ values: [[$session, { state: 'signed-in', token: 'x', remember: true, user: me }]] })
}

function open(page: ReactNode, scope = scopeOf()) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>{page}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}
