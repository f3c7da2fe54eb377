// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { OutboxRecord, Upload } from '@vesper/sync/engine/store.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mutationWords } from '../../app/mutation-words.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { OutboxPage } from './outbox-page.tsx'

const unsentText = 'It has not been sent. You lose it for good.'
const goingUpText = 'Still waiting: its photo or video is still uploading.'
const othersText = 'Still waiting: an earlier change has to be sent first.'
const perhapsText = /may have reached the server already/

const discard = vi.fn(async () => {})
const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn(async () => {}) }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const account = v7()
  const { db } = await openDatabase(account, vesperModel)
  engine.sync = {
    ...{ db, discard, wake() {}, subscribe: () => () => {} },
    status: () => ({ state: 'idle', pending: 0, lastSyncAt: null, nextAttemptAt: null }),
  } as unknown as Sync
})
afterEach(() => {
  cleanup()
  discard.mockClear()
  engine.sync.db.close()
})

test('shows the current state of a message that goes out while the question is open', async () => {
  const { order } = await outboxWith({ attempts: 0 })
  fireEvent.click(await screen.findByText('Discard'))
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByText(unsentText)).toBeTruthy()
  await engine.sync.db.outbox.update(order, { state: 'sending', attempts: 1 })
  expect(await within(dialog).findByText(perhapsText)).toBeTruthy()
  await engine.sync.db.outbox.update(order, { state: 'rejected' })
  expect(await within(dialog).findByText(unsentText)).toBeTruthy()
  await engine.sync.db.outbox.delete(order)
  expect(await within(dialog).findByText(perhapsText)).toBeTruthy()
  fireEvent.click(within(dialog).getByText('Discard', { selector: 'button' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('discards the message that the question named', async () => {
  const { id } = await outboxWith({})
  fireEvent.click(await screen.findByText('Discard'))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Discard', { selector: 'button' }))
  expect(discard).toHaveBeenCalledExactlyOnceWith(id)
})

test('a lane has a name also where its conversation is not on the device', async () => {
  await outboxWith({})
  expect(await screen.findByRole('heading', { name: 'A conversation' })).toBeTruthy()
})

test('a mutation that this version of the app does not know is shown by its name', async () => {
  await outboxWith({ name: 'tip.send', args: null })
  expect(await screen.findByText('tip.send')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Other changes' })).toBeTruthy()
  expect(screen.queryByText('Edit')).toBeNull()
})

test.each([
  ['message.send', 'sending', false],
  ['message.send', 'waiting', true],
  ['profile.update', 'rejected', true],
])('a %s that is %s offers to be edited: %s', async (name, state, isOffered) => {
  await outboxWith({ name, state: state as OutboxRecord['state'] })
  const button = await screen.findByText<HTMLButtonElement>('Edit', { selector: 'button' })
  expect(button.disabled).toBe(!isOffered)
})

test('a change of the profile that waits is edited in the profile alone', async () => {
  await outboxWith({ name: 'profile.update', args: { changes: { bio: 'x' } } })
  expect(await screen.findByText('Retry')).toBeTruthy()
  expect(screen.queryByText('Edit')).toBeNull()
})

test('the whole text of a message can be copied, whatever became of its conversation', async () => {
  const text = 'line\n'.repeat(20)
  await outboxWith({ state: 'rejected' }, text)
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  fireEvent.click(await screen.findByText('Copy text'))
  await vi.waitFor(() => expect(showToast).toHaveBeenCalledWith('success', 'Copied'))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(text)
})

test.each([
  ['message.send', 'waiting', { fileIds: ['f'] }],
  ['message.send', 'keeping', { fileIds: ['f'] }],
  ['draft.save', 'sending', { changes: { fileIds: ['f'] } }],
] as const)('a %s whose file is %s waits for that, and is told so', async (name, state, args) => {
  await engine.sync.db.uploads.put(upload(state))
  await outboxWith({ name, args })
  fireEvent.click(await screen.findByText('Retry'))
  expect(await screen.findAllByText(goingUpText)).toHaveLength(2)
  expect(screen.queryByText(othersText)).toBeNull()
  await engine.sync.db.uploads.update('f', { state: 'sent' })
  expect(await screen.findAllByText(othersText)).toHaveLength(2)
})

test('the file of another message is no reason', async () => {
  await engine.sync.db.uploads.put(upload('sending'))
  await outboxWith({})
  fireEvent.click(await screen.findByText('Retry'))
  expect(await screen.findAllByText(othersText)).toHaveLength(2)
})

test('a post with a photo is one card, which says what it waits for, and shows its parts on demand', async () => {
  const { db } = engine.sync
  const draft = { _id: v7(), text: 'The first day', fileIds: ['f'], files: [] }
  await db['post-drafts'].put(draft as never)
  await db.uploads.put({ ...upload('sending'), mimeType: 'image/png' })
  const queued = { lane: `draft:${draft._id}`, args: { _id: draft._id } }
  await db.outbox.bulkPut([
    queuedRecord({ ...queued, order: 2, name: 'draft.save' }),
    queuedRecord({ ...queued, order: 3, name: 'draft.publish' }),
  ])
  await outboxWith({ ...queued, order: 1, name: 'draft.save' })
  expect(await screen.findByText('Post with 1 photo, waiting to be published')).toBeTruthy()
  const cards = within(screen.getByRole('list', { name: 'Waiting to be sent' })).getAllByRole('listitem')
  expect(cards).toHaveLength(1)
  expect(screen.getByText('The first day')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
  expect(screen.queryByText('Discard')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '3 queued changes' }))
  expect(screen.getAllByText('Discard')).toHaveLength(3)
})

function upload(state: Upload['state']): Upload {
  return {
    ...{ fileId: 'f', name: 'cat.mp4', mimeType: 'video/mp4', size: 9, state, sent: 3, rejection: null },
    ...{ width: null, height: null, queuedAt: '2026-11-21T09:00:00.000Z' },
  }
}

/** The page, with one message in the outbox. */
async function outboxWith(change: Partial<OutboxRecord>, text = 'look'): Promise<OutboxRecord> {
  const record = queuedRecord(change, text)
  await engine.sync.db.outbox.put(record)
  render(
    <I18nProvider i18n={i18n}>
      <OutboxPage account="me" words={mutationWords} line="up" state="idle" onEdit={async () => {}} />
    </I18nProvider>,
  )
  return record
}

function queuedRecord(change: Partial<OutboxRecord>, text = 'look'): OutboxRecord {
  return {
    ...{ order: 1, id: v7(), lane: 'conversation:1', name: 'message.send', owner: 'me', schema: 1 },
    args: { _id: v7(), conversationId: v7(), text, fileIds: [] },
    ...{ queuedAt: '2026-11-21T09:00:00.000Z', state: 'waiting', attempts: 0, rejection: null },
    ...change,
  }
}
