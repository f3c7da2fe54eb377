// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { comment, confirmAll, FakeServer, queueUntried, refuseLast, showComments } from './testing/thread.tsx'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  answer: (_call: object): Promise<unknown> => Promise.reject(new Error('no server')),
}))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  useSync: () => engine.sync,
  WithSync: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: (call: object) => engine.answer(call),
}))
vi.mock('../../core/live/socket.ts', () => ({
  sayNow: () => {},
  onSocketReady: () => () => {},
  onSocket: () => () => {},
}))
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))

let sync: Sync
let account: string
let objectId: string

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  engine.answer = new FakeServer().answer
  sync = engine.sync = await syncWithoutLine()
  account = sync.inside.replica.account
  objectId = v7()
})
afterEach(cleanup)

/** Opens the page anew: nothing is known of the comments but what the device keeps. */
const open = (counted: number) => showComments({ account, objectId, counted })

async function expectCount(count: number): Promise<void> {
  await waitFor(() => expect(screen.getByLabelText('Count').textContent).toBe(String(count)))
}

test('a comment that waits to be sent is counted after a reload, and once when the server counts it too', async () => {
  await queueUntried(sync, comment({ objectId }))
  const { unmount } = await open(12)
  await expectCount(13)
  await act(() => confirmAll(sync))
  await expectCount(13)
  unmount()
  await open(13)
  await screen.findByRole('article')
  await expectCount(13)
})

test('a comment whose removal waits to be sent is counted no more after a reload', async () => {
  await queueUntried(sync, comment({ objectId }))
  await confirmAll(sync)
  const [own] = await sync.db['own-comments'].toArray()
  await sync.mutate('comment.remove', { _id: own?._id ?? '', objectId })
  await open(12)
  await expectCount(11)
})

test('a comment that comes and goes before it is sent, and one that is refused, change no count', async () => {
  const written = comment({ objectId })
  await queueUntried(sync, written)
  await sync.mutate('comment.remove', { _id: written._id, objectId })
  await queueUntried(sync, comment({ objectId }))
  await refuseLast(sync, 'Comments are closed.')
  await open(12)
  await screen.findByText('Comments are closed.')
  await expectCount(12)
})
