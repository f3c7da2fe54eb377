// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { $settings } from '../../core/settings/model.ts'
import { ownPartSeen } from '../../entities/content/use-count-now.ts'
import { fileRecord } from '../../testing/file-record.ts'
import { PostCard } from './post-card.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, title, children }: { to: string; title?: string; children: ReactNode }) => (
    <a href={to} title={title}>
      {children}
    </a>
  ),
  useNavigate: () => () => undefined,
}))
vi.mock('../../entities/reactions/reactions.tsx', () => ({ Reactions: () => null }))
vi.mock(import('./seen-posts.ts'), () => ({ useSeen: () => () => undefined }) as never)

const at = '2026-11-26T10:00:00.000Z'
const locked: Post = {
  ...{ _id: 'p', performerId: 'creator', seq: 1, status: 'published', access: 'paid', price: 30, isLocked: true },
  ...{ ...noContent, fileCount: 1, scheduledAt: null, publishedAt: at, createdAt: at, updatedAt: at },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => signIn('fan'))
afterEach(cleanup)

function signIn(_id: string): void {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id } as Profile })
}

function show(post: Post): void {
  const author = { _id: 'creator', name: 'Mara', username: 'mara', avatar: null }
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <PostCard post={post} author={author as never} now={new Date(at)} />
      </I18nProvider>
    </Provider>,
  )
}

test('a locked post offers itself at its price in tokens and in money', async () => {
  await allSettled($settings, { scope: currentScope(), params: { tokenValue: 0.1, currency: 'USD' } as never })
  show(locked)
  expect(screen.getByRole('button', { name: 'Unlock for 30 tokens ($3.00)' })).toBeTruthy()
})

test.for([
  ['processing', 'Not for sale yet: it is being prepared'],
  ['failed', 'Not for sale: a file is damaged'],
] as const)('a post whose files are %s cannot be bought, and says why', ([unready, text]) => {
  show({ ...locked, unready })
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull()
})

test('a post that was bought says so in the place of its price; its author sees the price', () => {
  const open = { ...locked, isLocked: false, text: 'The whole of it', fileCount: 0 }
  show(open)
  expect(screen.getByText('Bought')).toBeTruthy()
  expect(screen.queryByText(/^30 tokens/)).toBeNull()
  cleanup()
  signIn('creator')
  show(open)
  expect(screen.getByText('30 tokens ($3.00)')).toBeTruthy()
  expect(screen.queryByText('Bought')).toBeNull()
})

test('fans see the end of a post in its last week; its author always sees it', () => {
  const open = { ...locked, isLocked: false, access: 'public', price: 0, fileCount: 0 } as const
  const until = () => screen.queryByText(/^Until /)?.getAttribute('datetime')
  const expiresAt = '2026-12-03T10:00:00.000Z'
  show({ ...open, expiresAt })
  expect(until()).toBe(expiresAt)
  cleanup()
  const later = '2026-12-03T10:00:00.001Z'
  show({ ...open, expiresAt: later })
  expect(until()).toBeUndefined()
  cleanup()
  signIn('creator')
  show({ ...open, expiresAt: later })
  expect(until()).toBe(later)
})

test('files that are still being prepared say so', () => {
  const files = [fileRecord({ _id: 'a', type: 'photo', status: 'processing' }), fileRecord({ status: 'processing' })]
  show({ ...locked, isLocked: false, files, fileCount: 2 })
  expect(screen.getAllByText('Being prepared')).toHaveLength(2)
})

test.for([
  [{ photo: 0, video: 1, audio: 0 }, '1 video'],
  [{ photo: 2, video: 1, audio: 0, durationMs: 192_400 }, '2 photos and 1 video, 3:12'],
  [{ photo: 2, video: 0, audio: 1 }, '2 photos and 1 sound'],
  [{ photo: 1, video: 2, audio: 1 }, '1 photo, 2 videos, and 1 sound'],
  [undefined, '4 photos, videos or sounds'],
] as const)('a locked post names the kinds of its files: %o', ([fileCounts, text]) => {
  show({ ...locked, fileCount: 4, ...(fileCounts && { fileCounts }) })
  expect(screen.getByText(text)).toBeTruthy()
})

test('the number of comments moves with the own ones, and is the one of the server after the next read', () => {
  const open = { ...locked, isLocked: false, comments: 3, fileCount: 0 }
  const count = () => screen.getByTitle('Comments').textContent
  show(open)
  expect(count()).toBe('3')
  const tell = (now: number) => act(() => emit(ownPartSeen, { of: 'comments p', counted: 3, before: now, now }))
  tell(1)
  expect(count()).toBe('3')
  tell(2)
  expect(count()).toBe('4')
  tell(1)
  expect(count()).toBe('3')
  tell(2)
  cleanup()
  show({ ...open, comments: 7 })
  expect(count()).toBe('7')
})

test('a thumbnail and a teaser that are being prepared are not asked for', () => {
  const thumbnail = fileRecord({ type: 'photo', status: 'processing', thumbnailUrl: '/media/t', url: '/media/t' })
  show({ ...locked, thumbnail, teaser: fileRecord({ status: 'processing' }) })
  expect(document.querySelector('img[src="/media/t"]')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Play teaser' })).toBeNull()
  cleanup()
  const ready = { thumbnail: { ...thumbnail, status: 'ready' as const }, teaser: fileRecord() }
  show({ ...locked, ...ready })
  expect(document.querySelector('img[src="/media/t"]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Play teaser' })).toBeTruthy()
})
