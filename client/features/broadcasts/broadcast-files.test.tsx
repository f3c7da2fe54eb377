// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { rejectForFile } from '@vesper/sync/engine/local/retry-mutation.ts'
import type { Broadcast } from '@vesper/sync/vesper/records/broadcast.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { beginScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { fileRecord } from '../../testing/file-record.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { showToast } from '../../ui/overlay/toast.ts'
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
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => children,
  useCanGoBack: () => false,
  useRouter: () => ({}),
}))

const figures = { total: 0, sent: 0, left: 0, opened: 0, bought: 0, tokens: 0, earned: 0 }
let account: string
let id: string

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)
beforeEach(async () => {
  localStorage.clear()
  vi.mocked(showToast).mockClear()
  beginScope({ state: 'signed-out' })
  vi.mocked(callApi).mockImplementation(async ({ path }: { path: string }) =>
    path.endsWith('/preview') ? { count: 7, leftOut: { excluded: 0, muted: 0, owned: 0 } } : { figures },
  )
  ;[account, id] = [v7(), v7()]
  engine.sync = await syncWithoutLine(account)
})

/** The message as the server has it, with nothing queued. */
async function stored(content: Partial<Broadcast> = {}): Promise<void> {
  await engine.sync.db.outbox.clear()
  await storeBroadcast(engine.sync, { _id: id, performerId: account, ...content })
}

function show(onLeave = () => {}) {
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Provider value={fork()}>
        <I18nProvider i18n={i18n}>
          <BroadcastPage id={id} isNew contents="here" onOpen={() => {}} onLeave={onLeave} />
        </I18nProvider>
      </Provider>
    </SWRConfig>,
  )
}

async function pick(...files: File[]): Promise<void> {
  await screen.findByRole('button', { name: 'Add photos, videos or sound' })
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, { target: { files } })
}

const photo = (name = 'sea.jpg') => new File(['\u00ff\u00d8\u00ff'], name, { type: 'image/jpeg' })
const outbox = () => engine.sync.db.outbox.orderBy('order').toArray()
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Send to/ })
const known = (fileId: string, status: FileRecord['status']) => ({
  ...fileRecord({ type: 'photo', status }),
  _id: fileId,
})

async function pickedId(): Promise<string> {
  const fileId = await waitFor(async () => {
    const [first] = (await engine.sync.db.broadcasts.get(id))?.fileIds ?? []
    if (first === undefined) throw new Error('no file is in the message yet')
    return first
  })
  return fileId
}

test('files of the device are kept with the message, and it cannot be sent before all of them are ready', async () => {
  await stored()
  show()
  await pick(photo())
  const fileId = await pickedId()
  expect(await screen.findByText('Waiting')).toBeTruthy()
  expect(screen.getByText(/Files are still being uploaded/)).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  expect(await engine.sync.db.uploads.get(fileId)).toMatchObject({ name: 'sea.jpg', purpose: 'message' })
  // A new page on the same device has it, too.
  cleanup()
  show()
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy()
  await act(() => engine.sync.db.uploads.update(fileId, { state: 'sending', sent: 3 }))
  expect((await screen.findByRole('progressbar', { name: 'Uploading sea.jpg' })).getAttribute('aria-valuenow')).toBe(
    '50',
  )
  await act(() => stored({ fileIds: [fileId], files: [known(fileId, 'processing')] }))
  expect(await screen.findByText('Processing')).toBeTruthy()
  expect(screen.getByText(/Files are still being prepared/)).toBeTruthy()
  expect(sendButton().disabled).toBe(true)
  await act(() => stored({ fileIds: [fileId], files: [known(fileId, 'ready')] }))
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect(screen.getByText(/You can take it back for a minute/)).toBeTruthy()
})

test('words that were typed before a file do not wait for it', async () => {
  await stored()
  show()
  fireEvent.change(await screen.findByLabelText('Message to many'), { target: { value: 'Look at this' } })
  await pick(photo())
  await pickedId()
  expect((await outbox()).map(({ args }) => Object.keys((args as { changes: object }).changes))).toEqual([
    ['text'],
    ['fileIds'],
  ])
})

test('a file that is taken out before it was uploaded leaves the device', async () => {
  await stored()
  show()
  await pick(photo('one.jpg'), photo('two.jpg'))
  await waitFor(async () => expect((await engine.sync.db.broadcasts.get(id))?.fileIds).toHaveLength(2))
  for (const _time of [1, 2]) {
    const before = await engine.sync.db.uploads.count()
    fireEvent.click(await screen.findByRole('button', { name: 'Remove file 1' }))
    await waitFor(async () => expect(await engine.sync.db.uploads.count()).toBe(before - 1))
  }
  expect(screen.queryByRole('list', { name: 'Photos and videos' })).toBeNull()
  expect((await outbox()).map(({ args }) => args)).toMatchObject([{ changes: { fileIds: [] } }])
})

test('a file that the server refuses is told with the reason, and can be tried again or dropped', async () => {
  await stored()
  show()
  await pick(photo())
  const fileId = await pickedId()
  const rejection = { kind: 'unsupported', message: 'This file could not be read.' }
  const refuse = () => rejectForFile(engine.sync.inside.replica, fileId, rejection)
  await act(refuse)
  expect(await screen.findByText('A change was not saved')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('This file could not be read.')).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await outbox()).toMatchObject([{ state: 'waiting' }]))
  // The first attempt fails without a line, and the next is not soon.
  await waitFor(async () => expect(await engine.sync.db.uploads.get(fileId)).toMatchObject({ state: 'waiting' }))
  await waitFor(() => expect(screen.queryByText('A change was not saved')).toBeNull())
  await act(refuse)
  fireEvent.click(await screen.findByRole('button', { name: 'Discard the change' }))
  await waitFor(async () => expect(await outbox()).toEqual([]))
  expect(await engine.sync.db.uploads.count()).toBe(0)
  await waitFor(() => expect(sendButton().disabled).toBe(false))
})

test('no more than ten files are taken, and none of another kind', async () => {
  const fileIds = Array.from({ length: 9 }, () => v7())
  await stored({ fileIds, files: fileIds.map((fileId) => known(fileId, 'ready')) })
  show()
  await pick(new File(['%PDF'], 'terms.pdf', { type: 'application/pdf' }), photo(), photo(), photo(), photo())
  await waitFor(async () => expect((await engine.sync.db.broadcasts.get(id))?.fileIds).toHaveLength(10))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add photos, videos or sound' })
  await waitFor(() => expect(button.disabled).toBe(true))
  expect(await engine.sync.db.uploads.count()).toBe(1)
  const said = vi.mocked(showToast).mock.calls.filter(([, text]) => text === 'A message has at most 10 files.')
  expect(said).toHaveLength(1)
})

test('a draft that is discarded takes its files along before they are uploaded', async () => {
  const onLeave = vi.fn()
  show(onLeave)
  fireEvent.change(await screen.findByLabelText('Message to many'), { target: { value: 'Never mind' } })
  await pick(photo())
  await pickedId()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  fireEvent.click(screen.getAllByRole('button', { name: 'Discard' }).at(-1) as HTMLElement)
  await waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  // The words were in a request: the server may have them.
  expect((await outbox()).map(({ name }) => name)).toEqual(['broadcast.save', 'broadcast.discard'])
  expect(await engine.sync.db.uploads.count()).toBe(0)
})

test('a message that is out shows its files', async () => {
  const fileId = v7()
  await stored({
    state: 'sent',
    goesAt: '2026-01-01T00:00:00.000Z',
    fileIds: [fileId],
    files: [known(fileId, 'ready')],
  })
  show()
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove file 1' })).toBeNull()
})
