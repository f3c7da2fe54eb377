// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PostEditorPage } from './post-editor-page.tsx'
import { useOwnPost } from './use-own-post.ts'
import type { OwnPost } from './use-own-post.ts'

vi.mock('./use-own-post.ts', () => ({ useOwnPost: vi.fn() }))
vi.mock('./post-menu.tsx', () => ({ PostMenu: () => null }))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => ({ inside: { replica: { account: 'me' } } }) }))
vi.mock('@tanstack/react-router', () => ({ Link: () => <a href="/creator/studio">Back</a> }))

const post = {
  ...{ _id: 'p', text: 'First.', access: 'followers', price: 0, status: 'published', scheduledAt: null },
  ...{ publishedAt: '2026-11-21T09:00:00.000Z', files: [], fileCount: 0, poll: null },
} as unknown as Post
const held: OwnPost = { state: 'held', post, records: [] }
const missing: OwnPost = { state: 'missing', isOffline: false, records: [] }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('a post that goes while somebody types in it is told of, and the focus is at the heading', () => {
  const { give } = page(held)
  const regions = screen.getAllByRole('alert')
  const box = screen.getByRole('textbox', { name: 'Text of the post' })
  box.focus()
  fireEvent.change(box, { target: { value: 'Typed.' } })
  give(missing)
  const told = screen.getByRole('alert')
  expect(told.textContent).toContain('This post is not available')
  // An announced region was there before its text.
  expect(regions).toContain(told)
  expect(screen.getAllByText('Typed.')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('a post that is not there from the start leaves the focus where it is', () => {
  const { give } = page({ state: 'loading' })
  give(missing)
  expect(screen.getByRole('alert').textContent).toContain('This post is not available')
  expect(document.activeElement).toBe(document.body)
})

test('who removes a post in its editor is not told of it as of a loss', () => {
  const { give } = page(held)
  fireEvent.change(screen.getByRole('textbox', { name: 'Text of the post' }), { target: { value: 'Typed.' } })
  give({ ...missing, records: [{ id: 'm', name: 'post.remove', state: 'queued' } as unknown as OutboxRecord] })
  for (const region of screen.queryAllByRole('alert')) expect(region.textContent).toBe('')
  expect(screen.queryByText('Typed.')).toBeNull()
  expect(screen.getByText('This post is not available')).toBeTruthy()
})

function page(first: OwnPost) {
  const shown = (own: OwnPost) => {
    vi.mocked(useOwnPost).mockReturnValue(own)
    return (
      <I18nProvider i18n={i18n}>
        <PostEditorPage postId="p" isOffline={false} contents="here" onLeave={() => {}} onOpen={() => {}} />
      </I18nProvider>
    )
  }
  const { rerender } = render(shown(first))
  return { give: (own: OwnPost) => rerender(shown(own)) }
}
