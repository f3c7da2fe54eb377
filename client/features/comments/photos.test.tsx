// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { rejectForFile } from '@vesper/sync/engine/local/retry-mutation.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ToldComment } from '@vesper/sync/vesper/live-events.ts'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attachFile } from '../../core/media/prepare/attach-file.ts'
import { keepPreview } from '../../core/media/upload-previews.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { fileRecord } from '../../testing/file-record.ts'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { comment, commentBy, FakeServer, showComments } from './testing/thread.tsx'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  answer: (_call: object): Promise<unknown> => Promise.reject(new Error('no server')),
  handlers: new Map<string, (told: unknown) => void>(),
}))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  useSync: () => engine.sync,
  WithSync: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: (call: object) => engine.answer(call),
}))
vi.mock('../../core/session/session.ts', async (original) => ({
  ...(await original<object>()),
  signedInUser: () => null,
}))
vi.mock('../../core/live/socket.ts', () => ({
  sayNow: () => {},
  onSocketReady: () => () => {},
  onSocket(name: string, handler: (told: unknown) => void) {
    engine.handlers.set(name, handler)
    return () => {}
  },
}))
vi.mock('../../core/media/prepare/attach-file.ts', () => ({ attachFile: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

let server: FakeServer
let sync: Sync
let account: string
let objectId: string

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  server = new FakeServer()
  engine.answer = server.answer
  engine.handlers.clear()
  sync = engine.sync = (await syncWithoutLine()) as Sync
  account = sync.inside.replica.account
  objectId = v7()
  vi.mocked(attachFile).mockImplementation(async (into, file, { purpose, fileId = v7() }) => {
    const size = { width: 40, height: 30 }
    await into.attach({ fileId, name: file.name, mimeType: file.type, bytes: file, purpose, ...size })
    keepPreview(fileId, file)
    return fileId
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const photo = () => new File(['jpeg'], 'pier.jpg', { type: 'image/jpeg' })
const uploads = () => sync.db.uploads.toArray()
const queued = () => sync.db.outbox.orderBy('order').toArray()
const send = (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Write a comment' }), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Send comment' }))
}

async function pick(file = photo()): Promise<void> {
  await screen.findByRole('button', { name: /Add a photo|Choose another photo/ })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  fireEvent.change(input)
}

test('a photo goes along with its comment, and waits with it', async () => {
  await showComments({ account, objectId })
  await pick()
  expect(await screen.findByRole('img', { name: 'Chosen photo' })).toBeTruthy()
  expect(screen.getByText('Write a few words to send the photo.')).toBeTruthy()
  send('Look')
  const own = await commentBy('Ada')
  expect(await own.findByRole('img', { name: 'Photo of this comment' })).toBeTruthy()
  const [upload] = await uploads()
  expect(upload).toMatchObject({ name: 'pier.jpg', purpose: 'comment-photo' })
  expect(await queued()).toMatchObject([{ name: 'comment.add', args: { _id: upload?.fileId, text: 'Look' } }])
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Chosen photo' })).toBeNull())
})

test('a comment waits for its photo while that is prepared', async () => {
  const prepared = Promise.withResolvers<string>()
  vi.mocked(attachFile).mockReturnValueOnce(prepared.promise)
  await showComments({ account, objectId })
  await pick()
  expect(await screen.findByText('Preparing the photo')).toBeTruthy()
  send('Too early')
  expect(screen.getByRole('button', { name: 'Send comment' }).getAttribute('aria-disabled')).toBe('true')
  expect(await queued()).toEqual([])
  prepared.resolve('')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send comment' }).getAttribute('aria-disabled')).toBe('false'),
  )
})

test('a photo is in the draft over a reload, and leaves the device when it is removed', async () => {
  const { unmount } = await showComments({ account, objectId })
  await pick()
  await screen.findByRole('img', { name: 'Chosen photo' })
  unmount()
  await showComments({ account, objectId })
  expect(await screen.findByRole('img', { name: 'Chosen photo' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Chosen photo' })).toBeNull())
  await waitFor(async () => expect(await uploads()).toEqual([]))
})

test('another photo takes the place of the one before', async () => {
  await showComments({ account, objectId })
  await pick()
  await screen.findByRole('img', { name: 'Chosen photo' })
  await pick(new File(['other'], 'boat.jpg', { type: 'image/jpeg' }))
  await waitFor(async () => expect(await uploads()).toMatchObject([{ name: 'boat.jpg' }]))
})

test('a photo that cannot be read says why, and the text goes without it', async () => {
  vi.mocked(attachFile).mockRejectedValueOnce(new Refusal('too-large', 'This file is too large: up to 10 MB.'))
  await showComments({ account, objectId })
  await pick()
  expect(await screen.findByText('This file is too large: up to 10 MB.')).toBeTruthy()
  send('Without')
  expect(await (await commentBy('Ada')).findByText('Without')).toBeTruthy()
  expect(screen.queryByText('This file is too large: up to 10 MB.')).toBeNull()
  expect(await uploads()).toEqual([])
})

test('a photo that the server refuses keeps the text, which goes without it', async () => {
  await showComments({ account, objectId })
  await pick()
  await screen.findByRole('img', { name: 'Chosen photo' })
  send('Look')
  await commentBy('Ada')
  const [first] = await uploads()
  await rejectForFile(sync.inside.replica, first?.fileId ?? '', { kind: 'unsupported', message: 'This is no photo.' })
  const refused = within(await screen.findByRole('group', { name: 'Not sent' }))
  expect([refused.getByText('Look'), refused.getByText('This is no photo.')]).toHaveLength(2)
  expect(screen.queryByRole('article')).toBeNull()
  fireEvent.click(await refused.findByRole('button', { name: 'Send without the photo' }))
  expect(await (await commentBy('Ada')).findByText('Look')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Not sent' })).toBeNull())
  const [record, ...others] = await queued()
  expect([record?.state === 'rejected', others]).toEqual([false, []])
  expect(record?.args).toMatchObject({ text: 'Look' })
  expect(record?.args).not.toMatchObject({ _id: first?.fileId })
  expect(await uploads()).toEqual([])
})

test('a draft that another tab has sent becomes a comment of its own', async () => {
  await showComments({ account, objectId })
  await pick()
  await screen.findByRole('img', { name: 'Chosen photo' })
  const [{ fileId } = { fileId: '' }] = await uploads()
  await sync.mutate('comment.add', { _id: fileId, objectType: 'feed', objectId, parentId: null, text: 'Elsewhere' })
  send('Here')
  await waitFor(async () => expect(await queued()).toHaveLength(2))
  const ids = (await queued()).map(({ args }) => (args as { _id: string })._id)
  expect([new Set(ids).size, ids[0]]).toEqual([2, fileId])
})

test('a thumbnail opens large, and closes again', async () => {
  const file = fileRecord({ type: 'photo', url: '/media/large', thumbnailUrl: '/media/small', width: 800, height: 600 })
  server.comments = [comment({ objectId, file })]
  await showComments({ objectId })
  const thumbnail = await screen.findByRole('img', { name: 'Photo of this comment' })
  expect(thumbnail.getAttribute('src')).toBe('/media/small')
  fireEvent.click(screen.getByRole('button', { name: /Open photo/ }))
  const large = await screen.findByRole('dialog', { name: 'Photo 1 of 1' })
  expect(within(large).getByRole('img', { name: 'Photo of this comment' }).getAttribute('src')).toBe('/media/large')
  fireEvent(large, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a reply that is told live is read again for its photo', async () => {
  const first = comment({ objectId, replies: 1, text: 'Where?' })
  const answer = comment({ objectId, parentId: first._id, text: 'There' })
  const file = fileRecord({ type: 'photo', url: '/media/large', thumbnailUrl: '/media/small' })
  const told = comment({ objectId, parentId: first._id, text: 'Here it is' })
  server.comments = [first, answer]
  await showComments({ objectId })
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 reply' }))
  await screen.findByText('There')
  server.comments.push({ ...told, file })
  act(() => engine.handlers.get('comment:created')?.({ ...told, hasFile: true } satisfies ToldComment))
  expect(await screen.findByText('Here it is')).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'Photo of this comment' })).toBeTruthy()
})
