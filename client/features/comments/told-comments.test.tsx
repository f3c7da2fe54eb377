// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ToldComment } from '@vesper/sync/vesper/live-events.ts'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import { comment, FakeServer, showComments } from './testing/thread.tsx'

const engine = vi.hoisted(() => ({
  sync: undefined as unknown as Sync,
  answer: (_call: object): Promise<unknown> => Promise.reject(new Error('no server')),
  handlers: new Map<string, Set<(told: unknown) => void>>(),
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
    const set = engine.handlers.get(name) ?? new Set()
    engine.handlers.set(name, set.add(handler))
    return () => set.delete(handler)
  },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
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
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const tell = (name: string, told: object) =>
  act(() => {
    for (const handler of engine.handlers.get(name) ?? []) handler(told)
  })

test('comments of others wait until they are let in', async () => {
  await showComments({ account, objectId })
  expect(await screen.findByText('No comments yet')).toBeTruthy()
  const told = comment({ objectId, text: 'Just now' })
  server.comments = [told]
  tell('comment:created', { ...told, hasFile: false } satisfies ToldComment)
  expect(screen.queryByText('Just now')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 new comment' }))
  expect(await screen.findByText('Just now')).toBeTruthy()
})

test('comments of a person whom the creator blocks meanwhile go, and come back in their places', async () => {
  const shown = [comment({ objectId, text: 'Spam' }), comment({ objectId, text: 'Hello' })]
  server.comments = shown
  await showComments({ account, objectId })
  expect(await screen.findByText('Spam')).toBeTruthy()
  const late = comment({ objectId, text: 'Late spam' })
  tell('comment:created', { ...late, hasFile: false } satisfies ToldComment)
  expect(await screen.findByRole('button', { name: 'Show 1 new comment' })).toBeTruthy()
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  const commentIds = [shown[0]?._id ?? '', late._id]
  tell('comments:changed', { type: 'feed', id: v7(), commentIds, areGone: true })
  expect(screen.getByText('Spam')).toBeTruthy()
  tell('comments:changed', { type: 'feed', id: objectId, commentIds, areGone: true })
  // The list has not been read again yet.
  expect(screen.queryByText('Spam')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show 1 new comment' })).toBeNull()
  expect(screen.getByText('Hello')).toBeTruthy()
  server.comments = shown.slice(1)
  gate.resolve()
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
  server.comments = [...shown, late]
  tell('comments:changed', { type: 'feed', id: objectId, commentIds, areGone: false })
  expect(await screen.findByText('Late spam')).toBeTruthy()
  expect(screen.getByText('Spam')).toBeTruthy()
})

test('a comment that staff hide and show again stands where it stood, once', async () => {
  const spam = comment({ objectId, text: 'Not spam', replies: 1 })
  server.comments = [spam]
  await showComments({ account, objectId })
  expect(await screen.findByText('Not spam')).toBeTruthy()
  server.comments = [{ ...spam, text: '', author: null, isDeleted: true }]
  tell('comment:deleted', { _id: spam._id, objectType: 'feed', objectId, parentId: null })
  expect(screen.queryByText('Not spam')).toBeNull()
  await waitFor(() => expect(server.asked).toBe(2))
  server.comments = [spam]
  tell('comment:created', { ...spam, hasFile: false } satisfies ToldComment)
  expect(await screen.findByText('Not spam')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('the comments of a person whom the creator blocks vanish at once, and answers stay', async () => {
  const [first, second] = [comment({ objectId, text: 'Spam', replies: 1 }), comment({ objectId, text: 'More spam' })]
  server.comments = [first, second]
  await showComments({ account, objectId, ownerId: account })
  expect(await screen.findByText('More spam')).toBeTruthy()
  const { _id: userId = '', name = '', username = null, avatar = null } = first.author ?? {}
  await sync.mutate('block.set', { userId, blocked: true, reason: '', user: { name, username, avatar } })
  await waitFor(() => expect(screen.queryByText('More spam')).toBeNull())
  expect(screen.queryByText('Spam')).toBeNull()
  expect(screen.getByText('This comment is gone')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show 1 reply' })).toBeTruthy()
})
