// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PostForm } from './post-form.tsx'
import { usePostEdit } from './use-post-edit.ts'

const engine = vi.hoisted(() => ({
  inside: { replica: { account: 'me' } },
  db: { uploads: { bulkGet: async () => [] } },
  discard: vi.fn(async (_id: string) => {}),
  retry: vi.fn(async (_id: string) => {}),
  mutate: vi.fn(async (_name: string, _args: object) => {}),
}))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine }))

const post = {
  ...{ _id: 'p', text: 'First.', access: 'followers', price: 0, status: 'published', scheduledAt: null },
  ...{ files: [], fileCount: 0, poll: null },
} as unknown as Post

const refused = {
  ...{ id: 'r', name: 'post.update', state: 'rejected', rejection: { kind: 'invalid', message: 'No.' } },
  args: { _id: 'p', changes: { access: 'public' } },
} as unknown as OutboxRecord

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('dropping a refused edit keeps the typed one', async () => {
  const box = formWith([refused])
  fireEvent.change(box(), { target: { value: 'Typed.' } })
  fireEvent.click(screen.getByText('Discard the change'))
  await act(async () => {})
  expect(screen.queryByText('Discard the change')).toBeNull()
  expect(box().value).toBe('Typed.')
  expect(screen.getByText('You have unsaved changes.')).toBeTruthy()
})

test.each(['Discard the change', 'Try again'])('whoever presses “%s” is at the heading of the page', async (word) => {
  formWith([refused])
  const button = screen.getByRole('button', { name: word })
  button.focus()
  fireEvent.click(button)
  await act(async () => {})
  expect(screen.queryByText(word)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Edit the post' }))
})

test('discarding an edit moves the focus to the heading of the page', () => {
  const box = formWith([])
  fireEvent.change(box(), { target: { value: 'Typed.' } })
  fireEvent.click(screen.getByText('Discard the changes'))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Discard'))
  expect(box().value).toBe('First.')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Edit the post' }))
})

/** The form of the post, of which these are queued; answers its box for the text. */
function formWith(given: OutboxRecord[], shown = post) {
  function Form() {
    const [records, setRecords] = useState(given)
    const drop = async (dropped: string) => setRecords((held) => held.filter(({ id }) => id !== dropped))
    engine.discard.mockImplementation(drop)
    engine.retry.mockImplementation(drop)
    return (
      <>
        <h1 tabIndex={-1}>Edit the post</h1>
        <PostForm post={shown} records={records} editing={usePostEdit({ post: shown, records, onSaved: () => {} })} />
      </>
    )
  }
  render(
    <I18nProvider i18n={i18n}>
      <Form />
    </I18nProvider>,
  )
  return () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the post' })
}

test('tags and a pin are changes of a post, and a failed file can be removed', async () => {
  const file = (_id: string, status: string) => ({ _id, status, type: 'video', url: '', thumbnailUrl: null, size: 1 })
  const processing = { ...post, status: 'processing', files: [file('a', 'ready'), file('b', 'failed')], fileCount: 2 }
  formWith([], processing as unknown as Post)
  expect(screen.getByText('A file could not be processed. Remove it, and the post goes out without it.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove file 2' }))
  await act(async () => {})
  expect(engine.mutate.mock.lastCall).toEqual(['post.update', { _id: 'p', changes: { removedFileIds: ['b'] } }])
  fireEvent.change(screen.getByRole('textbox', { name: 'Tags' }), { target: { value: 'Studio' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Pin to the top of my page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await act(async () => {})
  expect(engine.mutate.mock.lastCall).toEqual([
    'post.update',
    { _id: 'p', changes: { tags: ['studio'], isPinned: true } },
  ])
})
