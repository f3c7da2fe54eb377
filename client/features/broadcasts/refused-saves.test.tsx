// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { rejectForFile } from '@vesper/sync/engine/local/retry-mutation.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ComponentProps, ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { beginScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { rejectWaiting } from '../../testing/reject-waiting.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { BroadcastPage } from './broadcast-page.tsx'
import { storeBroadcast } from './testing/store-broadcast.ts'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock('../../entities/library/add-from-library.tsx', () => ({ AddFromLibrary: () => null }))
vi.mock('../../entities/fans/use-fan-lists.ts', () => ({ useFanLists: () => [] }))
vi.mock('../../core/media/prepare/with-sound-type.ts', () => ({ withSoundType: async (file: File) => file }))
// The pictures of a browser are not there.
vi.mock('../../core/media/prepare/prepare-file.ts', () => ({
  prepareFile: async (file: File) => ({ bytes: file, width: 10, height: 10 }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

const figures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }
const unreadable = { kind: 'unsupported', message: 'This file could not be read.' } as const
const discarded = {
  kind: 'conflict',
  message: 'This message was discarded. Your words are kept on this device.',
} as const
const full = { kind: 'forbidden', message: 'You have 100 drafts of messages to many. Send or discard some.' } as const
let account: string
let id: string

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)
beforeEach(async () => {
  localStorage.clear()
  beginScope({ state: 'signed-out' })
  vi.mocked(callApi).mockImplementation(async ({ path }: { path: string }) =>
    path.endsWith('/preview') ? { count: 412, leftOut: { excluded: 0, muted: 0, owned: 0 } } : { figures },
  )
  ;[account, id] = [v7(), v7()]
  engine.sync = await syncWithoutLine(account)
})

/** The message as the server has it, with nothing queued. */
async function stored(content: Partial<Broadcast> = {}): Promise<void> {
  await storeBroadcast(engine.sync, { _id: id, performerId: account, ...content })
}

type Given = Partial<ComponentProps<typeof BroadcastPage>>

function show(given: Given = {}) {
  const props = { id, isNew: false, contents: 'here' as const, onOpen: () => {}, onLeave: () => {}, ...given }
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={fork()}>
        <I18nProvider i18n={i18n}>
          <BroadcastPage {...props} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

/** Adds photos, each once the one before is in the message; answers the ids of all of them. */
async function pick(...names: string[]): Promise<string[]> {
  await screen.findByRole('button', { name: 'Add photos, videos or sound' })
  const files = names.map((name) => new File(['\u00ff\u00d8\u00ff'], name, { type: 'image/jpeg' }))
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files } })
  await waitFor(async () => expect((await row())?.fileIds).toHaveLength(names.length))
  await waitFor(() => expect(within(tiles()).getAllByRole('img')).toHaveLength(names.length))
  return (await row())?.fileIds ?? []
}

const row = () => engine.sync.db.broadcasts.get(id)
const outbox = () => engine.sync.db.outbox.orderBy('order').toArray()
const queuedSaves = async () =>
  (await outbox()).map(({ state, args }) => ({ state, ...(args as { _id: string; changes: object }), editedAt: '' }))
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Send to/ })
const tiles = () => screen.getByRole('list', { name: 'Photos and videos' })
const textBox = () => screen.findByLabelText<HTMLTextAreaElement>('Message to many')
const refuseFile = (fileId = '') => act(() => rejectForFile(engine.sync.inside.replica, fileId, unreadable))

test('a new message whose first save is refused shows its words and files, and is not called discarded', async () => {
  show({ isNew: true })
  const [fileId] = await pick('sea.jpg')
  await refuseFile(fileId)
  expect(await row()).toBeUndefined()
  expect(await screen.findByText('A change was not saved')).toBeTruthy()
  expect(await within(tiles()).findByText('This file could not be read.')).toBeTruthy()
  expect(screen.queryByText('This message was discarded')).toBeNull()
  cleanup()
  // After a reload, too.
  show()
  expect(await screen.findByText('A change was not saved')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove file 1' }))
  await waitFor(async () => expect(await outbox()).toEqual([]))
  expect(await engine.sync.db.uploads.count()).toBe(0)
  expect(await textBox()).toBeTruthy()
})

test('words of one draft too many stay in the form, and typing on saves all of them', async () => {
  show({ isNew: true })
  fireEvent.change(await textBox(), { target: { value: 'The hundred and first' } })
  fireEvent.change(screen.getByLabelText('Price in tokens'), { target: { value: '5' } })
  await waitFor(async () => expect(await row()).toMatchObject({ text: 'The hundred and first', price: 5 }))
  await act(() => rejectWaiting(engine.sync.inside.replica, full))
  expect(await screen.findByText(full.message)).toBeTruthy()
  expect((await textBox()).value).toBe('The hundred and first')
  fireEvent.change(await textBox(), { target: { value: 'The hundred and first!' } })
  await waitFor(async () =>
    expect(await queuedSaves()).toEqual([
      { state: 'waiting', _id: id, changes: { text: 'The hundred and first!', price: 5 }, editedAt: '' },
    ]),
  )
  await waitFor(() => expect(screen.queryByText('A change was not saved')).toBeNull())
})

test('nothing goes out while a change is refused, and the page says why', async () => {
  await stored()
  show()
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  fireEvent.change(await textBox(), { target: { value: 'The last edit' } })
  await waitFor(async () => expect(await row()).toMatchObject({ text: 'The last edit' }))
  await act(() => rejectWaiting(engine.sync.inside.replica, full))
  expect(await screen.findByText(/You can send the message once the change is saved or discarded/)).toBeTruthy()
  expect([(await textBox()).value, sendButton().disabled]).toEqual(['The last edit', true])
  fireEvent.click(screen.getByRole('button', { name: 'Discard the change' }))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect((await textBox()).value).toBe('Hello, all')
})

test.each(['Remove file 1', 'Discard the change'])(
  '“%s” drops the refused file and keeps the good one',
  async (name) => {
    await stored()
    show()
    const [bad, good] = await pick('bad.jpg', 'good.jpg')
    await refuseFile(bad)
    await waitFor(() => expect(within(tiles()).getByText('This file could not be read.')).toBeTruthy())
    expect(within(tiles()).getAllByRole('listitem')).toHaveLength(2)
    expect(sendButton().disabled).toBe(true)
    fireEvent.click(await screen.findByRole('button', { name }))
    await waitFor(async () =>
      expect(await queuedSaves()).toEqual([{ state: 'waiting', _id: id, changes: { fileIds: [good] }, editedAt: '' }]),
    )
    await waitFor(async () => expect(await engine.sync.db.uploads.toCollection().primaryKeys()).toEqual([good]))
    await waitFor(() => expect(within(tiles()).getAllByRole('listitem')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByText('A change was not saved')).toBeNull())
  },
)

test.each(['sent', 'gone'])(
  'words for a message that is %s are shown, and can be written as a new message',
  async (end) => {
    const onOpen = vi.fn()
    if (end === 'sent') await stored({ state: 'sent', goesAt: '2026-01-01T00:00:00.000Z' })
    const changes = { text: 'Too late for this' }
    await engine.sync.mutate('broadcast.save', { _id: id, changes, editedAt: new Date().toISOString() })
    await rejectWaiting(engine.sync.inside.replica, discarded)
    show({ onOpen })
    expect(await screen.findByText('Too late for this')).toBeTruthy()
    expect(screen.getByText(discarded.message)).toBeTruthy()
    expect(screen.queryByLabelText('Message to many')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Write as a new message' }))
    await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
    const _id = onOpen.mock.lastCall?.[0] as string
    expect(_id).not.toBe(id)
    expect(await queuedSaves()).toEqual([{ state: 'waiting', _id, changes, editedAt: '' }])
  },
)

test.each([
  ['coming', null],
  ['away', 'Nothing on this device yet'],
  ['here', 'This message is no longer there'],
] as const)('a message that this device does not have is no form: %s', async (contents, title) => {
  show({ contents })
  if (title) expect(await screen.findByText(title)).toBeTruthy()
  else await waitFor(() => expect(document.querySelector('.skeleton')).toBeTruthy())
  expect(screen.queryByLabelText('Message to many')).toBeNull()
})

test('a new message has its form also where nothing has come to this device', async () => {
  show({ isNew: true, contents: 'away' })
  expect(await textBox()).toBeTruthy()
})
