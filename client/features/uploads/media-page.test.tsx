// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { LibraryFile } from '@vesper/sync/vesper/api/files.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { MediaPage } from './media-page.tsx'

const outside = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  files: [] as object[],
  asked: 0,
  gate: Promise.resolve(),
  isConnected: true,
  whenReady: new Set<() => void>(),
}))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => outside.sync }))
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: async () => {
    outside.asked += 1
    await outside.gate
    return { data: outside.files, total: outside.files.length }
  },
}))
vi.mock('../../core/live/socket.ts', () => ({
  onSocket: () => () => {},
  onSocketReady(listener: () => void) {
    outside.whenReady.add(listener)
    if (outside.isConnected) listener()
    return () => outside.whenReady.delete(listener)
  },
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const { db } = await openDatabase(v7(), vesperModel)
  outside.sync = { db, inside: { replica: { model: vesperModel } } } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: v7() } as Profile })
  Object.assign(outside, { files: [], asked: 0, gate: Promise.resolve(), isConnected: true })
})
afterEach(() => {
  cleanup()
  outside.sync.db.close()
})

const video = (given: Partial<LibraryFile> = {}) => ({
  ...{ _id: v7(), status: 'processing', received: 200, total: 200, progress: null, failure: null, file: null },
  ...{
    type: 'video',
    purpose: 'feed-video',
    createdAt: '2026-11-21T09:00:00.000Z',
    isHeld: true,
    name: null,
    tags: [],
    ...given,
  },
})

async function queue(fileId: string): Promise<void> {
  const queuedAt = '2026-11-21T09:00:00.000Z'
  await outside.sync.db.uploads.put({
    ...{ fileId, name: 'pier.mp4', mimeType: 'video/mp4', size: 200, state: 'waiting', sent: 0 },
    ...{ rejection: null, width: null, height: null, queuedAt },
  })
  await outside.sync.db.outbox.add({
    ...{ id: v7(), name: 'message.send', schema: 2, lane: 'c', queuedAt, owner: 'me', state: 'waiting' },
    ...{ args: { _id: v7(), conversationId: v7(), text: '', fileIds: [fileId] }, attempts: 0, rejection: null },
  } as never)
}

function show(): void {
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <MediaPage search={{}} onMore={() => {}} />
      </I18nProvider>
    </Provider>,
  )
}

test('an upload that has reached the server stands there in preparation, though nobody tells of it', async () => {
  const file = video()
  await queue(file._id)
  show()
  expect(await screen.findByText('pier.mp4')).toBeTruthy()
  expect(await screen.findByText('Nothing is ready yet')).toBeTruthy()
  outside.files = [file]
  await outside.sync.db.uploads.update(file._id, { state: 'sent', sent: 200 })
  expect(await screen.findByText('Preparing')).toBeTruthy()
  expect(screen.queryByText('pier.mp4')).toBeNull()
})

test('while the library is read for the upload that was sent, nobody is told that nothing was uploaded', async () => {
  const file = video()
  await queue(file._id)
  show()
  expect(await screen.findByText('Nothing is ready yet')).toBeTruthy()
  const slow = Promise.withResolvers<void>()
  outside.gate = slow.promise
  outside.files = [file]
  await outside.sync.db.uploads.update(file._id, { state: 'sent', sent: 200 })
  await vi.waitFor(() => expect(screen.queryByText('pier.mp4')).toBeNull())
  expect(screen.queryByText('Nothing uploaded yet')).toBeNull()
  expect(screen.getByRole('status', { name: 'Loading your media' })).toBeTruthy()
  slow.resolve()
  expect(await screen.findByText('Preparing')).toBeTruthy()
})

test('a file that became ready without a real-time connection is in the library once there is one', async () => {
  outside.isConnected = false
  const file = video()
  outside.files = [file]
  show()
  expect(await screen.findByText('Preparing')).toBeTruthy()
  outside.files = [{ ...file, status: 'ready' }]
  act(() => outside.whenReady.forEach((listener) => listener()))
  expect(await screen.findByRole('list', { name: 'Library' })).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByText('Preparing')).toBeNull())
})

test('with a connection the library is read once', async () => {
  show()
  expect(await screen.findByText('Nothing uploaded yet')).toBeTruthy()
  expect(outside.asked).toBe(1)
})
