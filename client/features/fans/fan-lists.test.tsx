// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { CountedFanList, Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import { conversationIdOf } from '@vesper/sync/vesper/records/conversation.ts'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { FanListPage } from './fan-list-page.tsx'
import { FanListsPage } from './fan-lists-page.tsx'
import { valuesOf } from './list-values.ts'
import { NoteDialog } from './note-dialog.tsx'
import { RuleFields } from './rule-fields.tsx'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  answer: (_path: string): Promise<unknown> => Promise.reject(new Error('no server')),
  query: {} as Record<string, string>,
  visited: [] as unknown[],
}))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../core/sync/with-sync-dialog.tsx', () => ({
  WithSyncDialog: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../core/i18n/lazy-with-texts.ts', async () => {
  const { lazy } = await import('react')
  return { lazyAgain: (load: () => Promise<never>) => lazy(async () => ({ default: await load() })) }
})
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: ({ path, query = {} }: { path: string; query?: Record<string, string> }) => {
    engine.query = query
    return engine.answer(path)
  },
}))
vi.mock('../../core/session/session.ts', async (original) => ({
  ...(await original<object>()),
  signedInUser: () => ({ _id: 'me' }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="#list">{children}</a>,
  useNavigate: () => async (place: unknown) => void engine.visited.push(place),
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  engine.sync = await syncWithoutLine()
  engine.answer = () => Promise.reject(new ConnectionError())
  engine.visited = []
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const editedAt = '2026-11-28T15:40:00.000Z'
const ada = { name: 'Ada Ek', username: 'ada', avatar: null }

function show(node: ReactNode): void {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={fork()}>
        <I18nProvider i18n={i18n}>{node}</I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

const showList = (listId: string, onLeave = () => {}) =>
  show(<FanListPage listId={listId} contents="here" onLeave={onLeave} />)

async function makeList(): Promise<string> {
  const _id = v7()
  await engine.sync.mutate('fan-list.save', { _id, kind: 'manual', changes: { name: 'Regulars' }, editedAt })
  return _id
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each<[Contents, string]>([
  ['here', 'No lists yet'],
  ['coming', 'Loading your lists'],
  ['away', 'Nothing on this device yet'],
])('without lists the page says why: %s', async (contents, text) => {
  show(<FanListsPage contents={contents} />)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a list by rule is made without a connection, in plain words', async () => {
  show(<FanListsPage contents="here" />)
  press('New list')
  await screen.findByRole('dialog', { name: 'New list' })
  press('Save list')
  expect(await screen.findByText('Give the list a name.')).toBeTruthy()
  type('Name of the list', 'Generous')
  type('Fans on the list', 'spent')
  type('In this many days', '400')
  press('Save list')
  expect(await screen.findByText('Use whole days, from 1 to 365.')).toBeTruthy()
  type('In this many days', '٩٠')
  press('Save list')
  const list = await screen.findByRole('list', { name: 'Lists' })
  expect(within(list).getByText('Generous')).toBeTruthy()
  expect(list.textContent).toContain('Spent at least 500 tokens in 90 days')
  // The server has not counted it.
  expect(list.textContent).not.toContain('fan')
  expect(engine.visited).toMatchObject([{ to: '/creator/lists/$listId' }])
})

test('the count of a rule is the server’s, that of a list by hand the device’s', async () => {
  const byHand = await makeList()
  await engine.sync.mutate('fan-list.add', { listId: byHand, userId: v7(), seen: 0, user: ada })
  const byRule = v7()
  const rule = { kind: 'unseen', days: 30 } as const
  await engine.sync.mutate('fan-list.save', { _id: byRule, kind: 'rule', changes: { name: 'Away', rule }, editedAt })
  const told = { _id: byRule, performerId: 'me', name: 'Away', kind: 'rule', rule, createdAt: editedAt } as const
  const data: CountedFanList[] = [{ ...told, updatedAt: editedAt, count: 12 }]
  engine.answer = async () => ({ data, total: 1 })
  show(<FanListsPage contents="here" />)
  const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(items()).toEqual(['AwayNot seen for 30 days · 12 fans', 'RegularsChosen by hand · 1 fan']))
})

test('fans are found, added, taken off and noted on, all without a connection', async () => {
  const listId = await makeList()
  const userId = v7()
  await engine.sync.mutate('conversation.open', {
    conversationId: conversationIdOf(engine.sync.inside.replica.account, userId),
    recipient: { _id: userId, ...ada, isPerformer: false },
  })
  showList(listId)
  expect(await screen.findByText('No fans on this list yet')).toBeTruthy()
  press('Add fans')
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ada Ek' }))
  expect(await screen.findByText('Added')).toBeTruthy()
  press('Close')
  fireEvent.click(await screen.findByRole('button', { name: 'Note about Ada Ek' }))
  const text = await screen.findByRole('textbox', { name: 'Note about Ada Ek' })
  fireEvent.change(text, { target: { value: 'Likes the sea.' } })
  press('Save note')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Likes the sea.')).toBeTruthy()
  type('Find a fan', 'nobody')
  expect(await screen.findByText('No fan on this list has this name.')).toBeTruthy()
  type('Find a fan', 'ADA')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Ada Ek' }))
  expect(await screen.findByText('No fans on this list yet')).toBeTruthy()
})

test('a list is renamed and deleted, and one that is gone says so', async () => {
  const listId = await makeList()
  const onLeave = vi.fn()
  showList(listId, onLeave)
  fireEvent.click(await screen.findByRole('button', { name: 'Rename' }))
  await screen.findByRole('dialog', { name: 'Change list' })
  expect(screen.queryByLabelText('Fans on the list')).toBeNull()
  type('Name of the list', 'Old friends')
  press('Save list')
  expect(await screen.findByRole('heading', { name: 'Old friends' })).toBeTruthy()
  press('Delete list')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete list' }))
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(await screen.findByText('This list is no longer there')).toBeTruthy()
})

test('the fans of a rule are shown with the reasons', async () => {
  const _id = v7()
  const rule = { kind: 'subscribers' } as const
  await engine.sync.mutate('fan-list.save', { _id, kind: 'rule', changes: { name: 'Members', rule }, editedAt })
  const times = { subscribedUntil: '2027-01-05T12:00:00.000Z', lastSeenOn: '2026-11-27', fanSince: editedAt }
  const fan: Fan = { _id: v7(), ...ada, isFollower: true, spent: 120, ...times }
  engine.answer = async (path) => (path.includes('/members') ? { data: [fan], total: 1 } : { data: [], total: 0 })
  showList(_id)
  const row = await screen.findByText('Ada Ek')
  expect(row.closest('li')?.textContent).toMatch(/120 tokens spent · subscribed until .*2027 · seen on .*2026/)
  expect(screen.queryByRole('button', { name: 'Remove Ada Ek' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add fans' })).toBeNull()
})

test('a note that was begun is still there after the dialog was closed', async () => {
  const fan = { _id: v7(), name: 'Ada Ek' }
  const open = () => show(<NoteDialog fan={fan} onClose={() => {}} />)
  open()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Note about Ada Ek' }), { target: { value: 'Half a' } })
  cleanup()
  open()
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note about Ada Ek' })
  expect(text.value).toBe('Half a')
})

test('the focus goes on to the next row after a fan is removed, and to the search field after the last', async () => {
  const listId = await makeList()
  for (const name of ['Ada', 'Bo']) {
    await engine.sync.mutate('fan-list.add', { listId, userId: v7(), seen: 0, user: { ...ada, name } })
  }
  showList(listId)
  const remove = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Remove ${name}` })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('button', { name: `Remove ${name}` })).toBeNull())
  }
  await remove('Ada')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Bo' }))
  await remove('Bo')
  expect(document.activeElement).toBe(screen.getByLabelText('Find a fan'))
})

test('a paid post can be the thing of a rule, and without any the form says so', async () => {
  const values = { ...valuesOf(null), kind: 'bought' as const }
  const fields = (edit = vi.fn()) => show(<RuleFields values={values} edit={edit} only={null} />)
  fields()
  expect(await screen.findByText(/You have nothing with a price yet/)).toBeTruthy()
  cleanup()
  const { account } = engine.sync.inside.replica
  const time = { scheduledAt: null, publishedAt: editedAt, createdAt: editedAt, updatedAt: editedAt }
  const post = { _id: v7(), performerId: account, seq: 1, status: 'published', access: 'paid', price: 9 } as const
  await engine.sync.db.posts.put({ ...noContent, ...post, isLocked: false, text: 'Low tide', ...time })
  const edit = vi.fn()
  fields(edit)
  await screen.findByRole('option', { name: 'Low tide' })
  type('The thing', `feed:${post._id}`)
  expect(edit).toHaveBeenCalledWith({ thing: `feed:${post._id}` })
})

test('fans chosen by hand have their figures with a connection, asked for once, and none without', async () => {
  const listId = await makeList()
  const [known, later] = [v7(), v7()]
  await engine.sync.mutate('fan-list.add', { listId, userId: known, seen: 0, user: ada })
  const times = { subscribedUntil: '2027-01-05T12:00:00.000Z', lastSeenOn: '2026-11-27', fanSince: editedAt }
  const factsOf = (_id: string): Fan => ({ _id, ...ada, isFollower: true, spent: 120, ...times })
  const asked: string[] = []
  engine.answer = async (path) => {
    if (!path.endsWith(`/${listId}/members`)) return { data: [], total: 0 }
    const ids = engine.query['ids']?.split(',') ?? []
    asked.push(...ids)
    return { data: ids.map(factsOf), total: ids.length }
  }
  showList(listId)
  const row = await screen.findByText('Ada Ek')
  const words = () => row.closest('li')?.textContent
  await waitFor(() => expect(words()).toMatch(/120 tokens spent · subscribed until .*2027 · seen on .*2026/))
  await act(() => engine.sync.mutate('fan-list.add', { listId, userId: later, seen: 0, user: { ...ada, name: 'Bo' } }))
  await waitFor(() => expect(screen.getAllByText(/120 tokens spent/)).toHaveLength(2))
  expect(asked.toSorted()).toEqual([known, later].toSorted())
  cleanup()
  engine.answer = () => Promise.reject(new ConnectionError())
  showList(listId)
  await screen.findByText('Ada Ek')
  expect(screen.queryByText(/tokens spent/)).toBeNull()
  expect(screen.getAllByText('@ada')).toHaveLength(2)
})
