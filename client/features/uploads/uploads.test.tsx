// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { UploadsTray } from './uploads-tray.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const actions = {
  discard: vi.fn(async () => {}),
  retry: vi.fn(async () => {}),
  mutate: vi.fn(async () => {}),
  detach: vi.fn(async () => {}),
}
const wake = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db, wake, ...actions, inside: { replica: { model: vesperModel } } } as unknown as Sync
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  engine.sync.db.close()
})

const upload = (given: Partial<Upload> = {}): Upload => ({
  ...{ fileId: v7(), name: 'pier.mp4', mimeType: 'video/mp4', size: 200, state: 'sending', sent: 90 },
  ...{ rejection: null, width: null, height: null, queuedAt: '2026-11-21T09:00:00.000Z', ...given },
})

type Queued = Omit<OutboxRecord, 'order'>
const message = (fileIds: string[], given: Partial<Queued> = {}): Queued => ({
  ...{ id: v7(), name: 'message.send', schema: 2, lane: 'c', queuedAt: '2026-11-21T09:00:00.000Z' },
  ...{ args: { _id: v7(), conversationId: v7(), text: '', fileIds }, owner: 'me' },
  ...{ state: 'waiting' as const, attempts: 0, rejection: null, ...given },
})
const draftSave = (draftId: string, fileIds: string[], given: Partial<Queued> = {}): Queued => ({
  ...message([]),
  name: 'draft.save',
  args: { _id: draftId, base: {}, changes: { fileIds }, editedAt: '2026-11-21T09:00:00.000Z' },
  ...given,
})

/** The tray is a line until it is opened. */
async function openTray(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Show each upload' }))
}

async function store(uploads: Upload[], records: Queued[]): Promise<void> {
  await engine.sync.db.uploads.bulkPut(uploads)
  await engine.sync.db.outbox.bulkAdd(records as OutboxRecord[])
}

function show({ isCreator = false, isOnline = true } = {}): void {
  const scope = fork()
  if (!isOnline)
    void import('effector').then(({ allSettled }) => allSettled(browserOnlineChanged, { scope, params: false }))
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <UploadsTray isCreator={isCreator} hasTabs />
      </I18nProvider>
    </Provider>,
  )
}

test('a file that goes up stands in the tray with its name and percent', async () => {
  const file = upload()
  await store([file], [message([file.fileId])])
  show()
  await openTray()
  const tray = await screen.findByRole('region', { name: 'Uploads' })
  const [row] = within(within(tray).getByRole('list', { name: 'Uploads' })).getAllByRole('listitem')
  expect(row?.textContent).toContain('pier.mp4')
  expect(row?.textContent).toContain('Uploading, 45 %')
  const progress = within(tray).getByRole('progressbar', { name: 'Uploading pier.mp4' })
  expect(progress.getAttribute('aria-valuenow')).toBe('45')
  expect(within(tray).queryByRole('link')).toBeNull()
  await engine.sync.db.uploads.update(file.fileId, { state: 'sent' })
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('creators go from the tray to their media, and a device without a connection says so', async () => {
  const file = upload({ state: 'waiting', sent: 0 })
  await store([file], [message([file.fileId])])
  show({ isCreator: true, isOnline: false })
  await openTray()
  expect((await screen.findByRole('link', { name: 'Uploads' })).getAttribute('href')).toBe('/creator/media')
  expect(await screen.findByText('Waiting for a connection, 0 %')).toBeTruthy()
})

test('a refused file tells why, and is tried again with what names it', async () => {
  const rejection = { kind: 'unsupported', message: 'Use an MP4, MOV, WebM or MKV video.' } as const
  const [refused, waiting] = [upload({ state: 'rejected', rejection }), upload({ name: 'next.jpg' })]
  const record = message([refused.fileId], { state: 'rejected', rejection })
  await store([refused, waiting], [record, message([waiting.fileId])])
  show()
  await openTray()
  expect(await screen.findByText(rejection.message)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(wake).toHaveBeenCalledWith('manual'))
  expect(actions.retry).toHaveBeenCalledExactlyOnceWith(record.id)
})

test('removing the file of a message asks first, because the message goes with it', async () => {
  const file = upload()
  const record = message([file.fileId])
  await store([file], [record])
  show()
  await openTray()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(actions.discard).not.toHaveBeenCalled()
  const dialog = await screen.findByRole('dialog', { name: 'Remove this file, and what it was added to?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
  await vi.waitFor(() => expect(actions.discard).toHaveBeenCalledExactlyOnceWith(record.id))
})

test('a file that no mutation names is not under way', async () => {
  const named = upload({ name: 'named.jpg' })
  await store([upload({ state: 'waiting' }), named], [message([named.fileId])])
  show()
  await openTray()
  const list = within(await screen.findByRole('region')).getByRole('list', { name: 'Uploads' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('named.jpg')])
  await engine.sync.db.uploads.update(named.fileId, { state: 'sent' })
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
})

test('the tray is a line with the sum of its files, which opens to the list', async () => {
  const [half, none] = [upload({ size: 200, sent: 150 }), upload({ size: 100, sent: 0, name: 'next.jpg' })]
  await store([half, none], [message([half.fileId, none.fileId])])
  show()
  const tray = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(await tray.findByText(/2 files, 50 %/)).toBeTruthy()
  expect(tray.queryByRole('list')).toBeNull()
  const button = tray.getByRole('button', { name: 'Show each upload' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(tray.getAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(tray.getByRole('button', { name: 'Show less of the uploads' }))
  expect(tray.queryByRole('list')).toBeNull()
})

test('without a connection the line says that the uploads are paused', async () => {
  const file = upload({ size: 200, sent: 150 })
  await store([file], [message([file.fileId])])
  show({ isOnline: false })
  const tray = within(await screen.findByRole('region', { name: 'Uploads' }))
  expect(await tray.findByText(/1 file, paused, 75 %/)).toBeTruthy()
})

test('the line says first that a file was rejected', async () => {
  const rejection = { kind: 'unsupported', message: 'Use an MP4, MOV, WebM or MKV video.' } as const
  const [refused, waiting] = [upload({ state: 'rejected', rejection }), upload({ name: 'next.jpg' })]
  await store(
    [refused, waiting],
    [message([refused.fileId], { state: 'rejected', rejection }), message([waiting.fileId])],
  )
  show()
  expect(await screen.findByText('1 was rejected')).toBeTruthy()
})

test('removing the file of a draft asks first', async () => {
  const [file, draftId] = [upload({ state: 'waiting' }), v7()]
  await store([file], [draftSave(draftId, [file.fileId])])
  await engine.sync.db['post-drafts'].put({
    ...{ _id: draftId, ownerId: v7(), text: '', fileIds: [file.fileId], thumbnailId: null, teaserId: null },
  } as never)
  show()
  await openTray()
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this file?' }))
  expect(actions.mutate).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(actions.mutate).toHaveBeenCalledOnce())
})
