// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import type { DraftEditor, EditorState } from './draft-editor.ts'
import { noContent } from './edit-between.ts'
import { EditorNotices } from './editor-notices.tsx'

const at = '2026-11-21T09:00:00.000Z'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a publication that never was in a request is taken back at once', () => {
  const { discard } = editorWith([publication({})])
  fireEvent.click(screen.getByText('Move back to drafts'))
  expect(discard).toHaveBeenCalledExactlyOnceWith('p')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('warns that a publication sent without an answer may have arrived', () => {
  const { discard } = editorWith([publication({ attempts: 1 })])
  fireEvent.click(screen.getByText('Move back to drafts'))
  expect(discard).not.toHaveBeenCalled()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/may have reached the server already. If so, it stays/)).toBeTruthy()
  fireEvent.click(dialog.getByText('Move back to drafts'))
  expect(discard).toHaveBeenCalledExactlyOnceWith('p')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('calls a publication that is being taken back so, and no longer offers to take it back', () => {
  const { show } = editorWith([publication({ attempts: 1 })])
  show([publication({ attempts: 1, state: 'cancelling' })])
  expect(screen.getByRole('alert').textContent).toMatch(/Cancelling this post/)
  expect(screen.queryByText('Move back to drafts')).toBeNull()
})

test('a draft that is published again while the first publication is taken back waits to be published', () => {
  const { discard } = editorWith([
    publication({ attempts: 1, state: 'cancelling', id: 'first' }),
    publication({ id: 'again' }),
  ])
  expect(screen.getByRole('alert').textContent).toMatch(/This post is waiting/)
  fireEvent.click(screen.getByText('Move back to drafts'))
  expect(discard).toHaveBeenCalledExactlyOnceWith('again')
})

test.each([
  [null, 'published'],
  ['2999-01-01T00:00:00.000Z', 'scheduled'],
])('a waiting post with the time %s is %s when the connection is back', (scheduledAt, done) => {
  editorWith([publication({})], scheduledAt)
  expect(screen.getByText(`This post is waiting. It is ${done} when you are back online.`)).toBeTruthy()
})

test('the question goes when the post has gone out meanwhile', () => {
  const { discard, show } = editorWith([publication({ attempts: 1 })])
  fireEvent.click(screen.getByText('Move back to drafts'))
  show([])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(discard).not.toHaveBeenCalled()
})

test.each(['Discard the change', 'Try again'])(
  'whoever presses “%s” of a draft is at the heading of the page',
  (word) => {
    const rejection = { kind: 'invalid' as const, message: 'No.' }
    const { show } = editorWith([publication({ name: 'draft.save', state: 'rejected', rejection })])
    const button = screen.getByRole('button', { name: word })
    button.focus()
    fireEvent.click(button)
    show([])
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Write a post' }))
  },
)

/** The editor's notices above a draft with these queued mutations. */
function editorWith(records: OutboxRecord[], scheduledAt: string | null = null) {
  const discard = vi.fn(async () => {})
  const files = { files: [], thumbnail: null, teaser: null }
  const draft = { _id: 'd', ownerId: 'me', ...emptyDraft, ...files, isPublishing: true, createdAt: at, updatedAt: at }
  const state: EditorState = {
    ...{ isReady: true, isGone: false, isKept: true, problem: null },
    draft,
    content: { ...noContent, scheduledAt },
  }
  const above = (outbox: OutboxRecord[]) => (
    <I18nProvider i18n={i18n}>
      <h1 tabIndex={-1}>Write a post</h1>
      <EditorNotices
        {...{ state, outbox, sync: { discard, retry: discard } as unknown as Sync, editor: {} as DraftEditor }}
        onLeave={() => {}}
        onOpen={() => {}}
      />
    </I18nProvider>
  )
  const { rerender } = render(above(records))
  return { discard, show: (outbox: OutboxRecord[]) => rerender(above(outbox)) }
}

function publication(change: Partial<OutboxRecord>): OutboxRecord {
  return {
    ...{ order: 1, id: 'p', lane: 'draft:d', name: 'draft.publish', args: {}, owner: 'me', schema: 2, queuedAt: at },
    ...{ state: 'waiting', attempts: 0, rejection: null },
    ...change,
  }
}
