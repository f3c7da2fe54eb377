// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope } from '../../core/session/current-scope.ts'
import { leadTo } from '../../core/session/intention.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { syncWithoutLine } from '../../testing/sync-without-line.ts'
import type { MenuItem } from '../../ui/overlay/menu-content.tsx'
import {
  comment,
  commentBy,
  confirmAll,
  FakeServer,
  other,
  queueUntried,
  refuseLast,
  showComments,
} from './testing/thread.tsx'

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
  Link: ({ to, children, onClick }: { to: string; children: ReactNode; onClick?: () => void }) => (
    <a href={to} onClick={onClick}>
      {children}
    </a>
  ),
}))
vi.mock('../../ui/overlay/menu.tsx', () => ({
  Menu: ({ items }: { items: MenuItem[] }) =>
    items.map((item) =>
      item === 'separator' ? null : (
        <button key={item.label} onClick={item.onSelect}>
          {item.label}
        </button>
      ),
    ),
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
  beginScope({ state: 'signed-out' })
})

const box = (name = 'Write a comment') => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const write = async (text: string, [name, send] = ['Write a comment', 'Send comment']) => {
  fireEvent.change(await box(name), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: send }))
}
const queued = async () => (await sync.db.outbox.orderBy('order').toArray()).map(({ name, args }) => ({ name, args }))
const tell = (name: string, told: object) =>
  act(() => {
    for (const handler of engine.handlers.get(name) ?? []) handler(told)
  })

test('a thing without comments says so', async () => {
  await showComments({ account, objectId })
  expect(await screen.findByText('No comments yet')).toBeTruthy()
})

test('comments that are on their way keep their room', async () => {
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  server.comments = [comment({ objectId, text: 'Here I am' })]
  const { container } = await showComments({ account, objectId })
  await waitFor(() => expect(container.querySelector('[aria-busy=true]')).not.toBeNull())
  expect(screen.queryByText('No comments yet')).toBeNull()
  gate.resolve()
  expect(await screen.findByText('Here I am')).toBeTruthy()
  expect(container.querySelector('[aria-busy=true]')).toBeNull()
})

test('comments that could not be loaded are asked for again', async () => {
  server.failure = new Refusal('unavailable', 'The server is tired.')
  server.comments = [comment({ objectId, text: 'Here I am' })]
  await showComments({ account, objectId })
  expect(await screen.findByText('The server is tired.')).toBeTruthy()
  server.failure = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Here I am')).toBeTruthy()
  expect(screen.queryByText('The server is tired.')).toBeNull()
})

test('a device without a connection says when comments come, and takes one meanwhile', async () => {
  server.isReachable = false
  await showComments({ account, objectId, isOnline: false })
  expect(await screen.findByText('The comments appear when you are back online.')).toBeTruthy()
  await write('From the train')
  const own = await commentBy('Ada')
  expect(own.getByText('From the train')).toBeTruthy()
  expect(await own.findByText('Waiting')).toBeTruthy()
})

test('a visitor reads, is led to the sign-up, and is back at the box for the comment', async () => {
  server.comments = [comment({ objectId, text: 'Here I am' })]
  await showComments({ objectId })
  expect(await screen.findByText('Here I am')).toBeTruthy()
  const way = screen.getByText('Sign up to comment')
  expect(way.getAttribute('href')).toBe('/auth/register')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reply' })).toBeNull()
  fireEvent.click(way)
  const user = { _id: account } as Profile
  beginScope({ state: 'signed-in', token: 'token', remember: true, user })
  leadTo('/posts/p', account)
  cleanup()
  await showComments({ account, objectId })
  await waitFor(async () => expect(document.activeElement).toBe(await box()))
  cleanup()
  await showComments({ account, objectId })
  expect(document.activeElement).not.toBe(await box())
})

test('a comment waits, stands once after it was sent, and its box is empty', async () => {
  await showComments({ account, objectId })
  await write('First')
  expect(await (await commentBy('Ada')).findByText('Waiting')).toBeTruthy()
  expect((await box()).value).toBe('')
  expect(await queued()).toMatchObject([{ name: 'comment.add', args: { objectId, parentId: null, text: 'First' } }])
  await confirmAll(sync)
  await waitFor(async () => expect((await commentBy('Ada')).queryByText('Waiting')).toBeNull())
  const [own] = await sync.db['own-comments'].toArray()
  const author = { ...other, _id: account, name: 'Ada' }
  server.comments = [comment({ objectId, _id: own?._id ?? '', author })]
  tell('comment:deleted', { _id: v7(), objectType: 'feed', objectId, parentId: null })
  await waitFor(() => expect(server.asked).toBeGreaterThan(1))
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('a text that the device cannot store stays in its box', async () => {
  const mutate = vi.spyOn(sync, 'mutate').mockRejectedValueOnce(new Error('disk'))
  await showComments({ account, objectId })
  await write('Keep me')
  await waitFor(() => expect(mutate).toHaveBeenCalled())
  expect((await box()).value).toBe('Keep me')
  expect(screen.queryByRole('article')).toBeNull()
})

test('a draft outlives the page', async () => {
  const { unmount } = await showComments({ account, objectId })
  fireEvent.change(await box(), { target: { value: 'Half a thought' } })
  unmount()
  await showComments({ account, objectId })
  expect((await box()).value).toBe('Half a thought')
})

test('a refused comment says why, keeps its text, and is sent again or discarded', async () => {
  await showComments({ account, objectId })
  await write('Let me in')
  await commentBy('Ada')
  await refuseLast(sync, 'This post does not exist.')
  const refused = within(await screen.findByRole('group', { name: 'Not sent' }))
  expect(refused.getByText('Let me in')).toBeTruthy()
  expect(refused.getByText('This post does not exist.')).toBeTruthy()
  expect(screen.queryByRole('article')).toBeNull()
  fireEvent.click(refused.getByRole('button', { name: 'Try again' }))
  expect((await commentBy('Ada')).getByText('Let me in')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Not sent' })).toBeNull()
  await refuseLast(sync, 'This post does not exist.')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Not sent' })).toBeNull())
  expect(await queued()).toEqual([])
})

test('a reply stands below the comment that it answers', async () => {
  const first = comment({ objectId, text: 'Where was this?' })
  server.comments = [first]
  await showComments({ account, objectId })
  fireEvent.click(await screen.findByRole('button', { name: 'Reply' }))
  await write('At the pier', ['Write a reply', 'Send reply'])
  const answers = within(await screen.findByRole('list', { name: 'Replies' }))
  expect(await answers.findByText('At the pier')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Hide 1 reply' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Write a reply' })).toBeNull()
  expect(await queued()).toMatchObject([{ name: 'comment.add', args: { parentId: first._id, text: 'At the pier' } }])
})

test('a reply that has been sent stays below the first of many', async () => {
  const first = comment({ objectId, text: 'Where was this?', replies: 26 })
  server.comments = [first, ...Array.from({ length: 26 }, () => comment({ objectId, parentId: first._id }))]
  await showComments({ account, objectId })
  fireEvent.click(await screen.findByRole('button', { name: 'Show 26 replies' }))
  expect(await screen.findByRole('button', { name: 'Show more replies' })).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Reply' })[0] as HTMLElement)
  await write('At the pier', ['Write a reply', 'Send reply'])
  const answers = within(screen.getByRole('list', { name: 'Replies' }))
  const own = (await answers.findByText('At the pier')).closest('article') as HTMLElement
  await within(own).findByText('Waiting')
  await confirmAll(sync)
  await waitFor(() => expect(answers.queryByText('Waiting')).toBeNull())
  expect(answers.getByText('At the pier')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Show more replies' })).toBeTruthy()
})

test('an edit takes the place of its text, and the same text is no edit', async () => {
  await showComments({ account, objectId })
  await write('Frist')
  const edit = async (text: string) => {
    fireEvent.click((await commentBy('Ada')).getByRole('button', { name: 'Edit' }))
    await write(text, ['Text of the comment', 'Save changes'])
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text of the comment' })).toBeNull())
  }
  await waitFor(async () => expect(await sync.db['own-comments'].count()).toBe(1))
  await confirmAll(sync)
  await edit('Frist')
  expect(await queued()).toEqual([])
  await edit('First')
  expect(await queued()).toMatchObject([{ name: 'comment.edit', args: { text: 'First' } }])
  const own = await commentBy('Ada')
  expect([await own.findByText('First'), await own.findByText('Edited')]).toHaveLength(2)
})

const removeOwn = async () => {
  fireEvent.click((await commentBy('Ada')).getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this comment?' }))
  fireEvent.click(dialog.getByText('Delete'))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
}

test('a comment that has never left the device is taken back, and nobody is told', async () => {
  await queueUntried(sync, comment({ objectId, text: 'Too soon' }))
  await showComments({ account, objectId })
  expect((await commentBy('Ada')).getByText('Too soon')).toBeTruthy()
  await removeOwn()
  expect(await queued()).toEqual([])
})

test('a comment that was sent is deleted', async () => {
  await showComments({ account, objectId })
  await write('Sent')
  await commentBy('Ada')
  await confirmAll(sync)
  await waitFor(async () => expect((await commentBy('Ada')).queryByText('Waiting')).toBeNull())
  await removeOwn()
  expect(await queued()).toMatchObject([{ name: 'comment.remove' }])
})

test('a like is counted at once', async () => {
  const first = comment({ objectId, likes: 2 })
  server.comments = [first]
  await showComments({ account, objectId })
  const like = await screen.findByRole('button', { name: 'Like comment, 2' })
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('false'))
  fireEvent.click(like)
  const liked = await screen.findByRole('button', { name: 'Like comment, 3' })
  expect(liked.getAttribute('aria-pressed')).toBe('true')
  expect(await queued()).toMatchObject([{ name: 'reaction.set', args: { objectId: first._id, on: true } }])
})

test('more pages come on demand', async () => {
  server.comments = Array.from({ length: 26 }, (_, n) => comment({ objectId, text: `Number ${n}` }))
  await showComments({ account, objectId })
  expect(await screen.findByText('Number 25')).toBeTruthy()
  expect(screen.queryByText('Number 0')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('Number 0')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(26)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
