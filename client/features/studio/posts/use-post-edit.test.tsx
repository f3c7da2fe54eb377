// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import type { PostEdit } from './post-changes.ts'
import { usePostEdit } from './use-post-edit.ts'
import type { PostEditing } from './use-post-edit.ts'

const mutate = vi.fn(async () => ({ id: 'm' }))
const discard = vi.fn(async () => undefined)
vi.mock('../../../core/sync/sync-provider.tsx', () => ({
  useSync: () => ({ inside: { replica: { account: 'me' } }, mutate, discard }),
}))

const due = '2099-11-21T09:00:00.000Z'
const post = {
  ...{ _id: 'p', text: 'First.', access: 'followers', price: 0, status: 'published', scheduledAt: null },
  ...{ files: [], fileCount: 0, poll: null },
} as unknown as Post

beforeEach(() => {
  mutate.mockClear()
  discard.mockClear()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

test('an undone edit is no edit: another device’s changes come in', () => {
  const { editing, give } = editor()
  act(() => editing.current.edit({ text: 'First.x' }))
  expect(editing.current.isEdited).toBe(true)
  act(() => editing.current.edit({ text: 'First.' }))
  expect(editing.current).toMatchObject({ isEdited: false, canSave: false })
  expect(formsOf('me').all()).toEqual([])
  give({ ...post, text: 'Second.' })
  expect(editing.current).toMatchObject({ shown: { text: 'Second.' }, canSave: false })
})

test('a stored edit that the post has by now is no edit, whatever the post has later', () => {
  formsOf('me').write('post:p', { text: 'First.' })
  const { editing, give } = editor()
  expect(formsOf('me').all()).toEqual([])
  give({ ...post, text: 'Second.' })
  expect(editing.current).toMatchObject({ shown: { text: 'Second.' }, isEdited: false })
})

test('an edit outlives the page, in the fields that were typed in, until it is discarded', () => {
  const first = editor()
  act(() => first.editing.current.edit({ text: 'Mine.' }))
  cleanup()
  const { editing } = editor({ ...post, text: 'Second.', access: 'public' })
  expect(editing.current).toMatchObject({ shown: { text: 'Mine.', access: 'public' }, isEdited: true, canSave: true })
  act(() => editing.current.forget())
  expect(editing.current).toMatchObject({ shown: { text: 'Second.' }, isEdited: false })
  expect(formsOf('me').all()).toEqual([])
})

test.each([
  ['a price of what is not sold any more', { access: 'paid', price: 5 }, { access: 'followers' }],
  ['a time of what is out', { scheduledAt: due }, {}],
] as const)('%s is kept by nothing', (_what, typed, then) => {
  const { editing } = editor()
  act(() => editing.current.edit(typed))
  act(() => editing.current.edit(then))
  expect(editing.current.isEdited).toBe(false)
  expect(formsOf('me').all()).toEqual([])
})

test('a price that was typed is there again where the post is sold again', () => {
  const { editing } = editor()
  for (const edit of [{ access: 'paid', price: 5 }, { access: 'followers' }, { access: 'paid' }] as const) {
    act(() => editing.current.edit(edit))
  }
  expect(editing.current).toMatchObject({ shown: { access: 'paid', price: 5 }, isEdited: true, canSave: true })
})

test('a price of what is not sold any more is neither kept nor sent', async () => {
  const first = editor({ ...post, access: 'paid', price: 3 })
  act(() => first.editing.current.edit({ price: 5 }))
  act(() => first.editing.current.edit({ access: 'public' }))
  expect(formsOf('me').all()).toMatchObject([{ values: { access: 'public' } }])
  cleanup()
  const { editing } = editor({ ...post, access: 'paid', price: 3 })
  expect(editing.current).toMatchObject({ shown: { access: 'public', price: 3 }, canSave: true })
  await act(async () => editing.current.save())
  expect(mutate).toHaveBeenCalledWith('post.update', { _id: 'p', changes: { access: 'public', price: 0 } })
})

test('a price that its author gave up does not come back when another device sells the post', () => {
  const { editing, give } = editor()
  act(() => editing.current.edit({ access: 'paid', price: 5 }))
  act(() => editing.current.edit({ access: 'followers' }))
  give({ ...post, access: 'paid', price: 9 })
  expect(editing.current).toMatchObject({ shown: { access: 'paid', price: 9 }, isEdited: false, canSave: false })
})

test('a price that was discarded does not come back when the post is sold', () => {
  const { editing } = editor()
  act(() => editing.current.edit({ access: 'paid', price: 5 }))
  act(() => editing.current.forget())
  act(() => editing.current.edit({ access: 'paid' }))
  expect(editing.current).toMatchObject({ shown: { access: 'paid', price: 0 } })
})

test('a price of what is not sold keeps nothing else from being saved', async () => {
  const { editing } = editor()
  act(() => editing.current.edit({ access: 'paid', price: 5 }))
  act(() => editing.current.edit({ access: 'followers', text: 'Second.' }))
  expect(editing.current).toMatchObject({ problem: null, canSave: true })
  await act(async () => editing.current.save())
  expect(mutate).toHaveBeenCalledWith('post.update', { _id: 'p', changes: { text: 'Second.' } })
})

test('a price that is kept of what is not sold any more elsewhere is no edit', () => {
  formsOf('me').write('post:p', { price: 5 })
  const { editing } = editor()
  expect(editing.current.isEdited).toBe(false)
  expect(formsOf('me').all()).toEqual([])
})

test('keeps the typed edit when another tab saves the post', () => {
  const { editing, give } = editor()
  act(() => editing.current.edit({ text: 'Mine.' }))
  formsOf('me').remove('post:p')
  give({ ...post, access: 'public' })
  expect(editing.current).toMatchObject({ shown: { text: 'Mine.' }, isEdited: true })
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Mine.' } }])
})

test('keeps the typed edit when another tab forgets its own after the post was saved', () => {
  const { editing, give } = editor()
  act(() => editing.current.edit({ text: 'Mine.' }))
  formsOf('me').write('post:p', { text: 'Theirs.' })
  give({ ...post, text: 'Theirs.' })
  formsOf('me').remove('post:p')
  act(() => void dispatchEvent(new Event('storage')))
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Mine.' } }])
})

test('leaves the edit that another tab has just stored', () => {
  const { editing } = editor()
  act(() => editing.current.edit({ text: 'Mine.' }))
  formsOf('me').write('post:p', { text: 'Theirs.' })
  act(() => void dispatchEvent(new Event('storage')))
  expect(editing.current.shown.text).toBe('Mine.')
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Theirs.' } }])
})

test('keeps another tab’s later edit when the post changes', () => {
  const { editing, give } = editor()
  act(() => editing.current.edit({ text: 'Mine.' }))
  formsOf('me').write('post:p', { text: 'Theirs.' })
  give({ ...post, access: 'public' })
  expect(editing.current.shown.text).toBe('Mine.')
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Theirs.' } }])
})

test('keeps text typed between a change of the post and its effects', () => {
  const { editing, give, typeNext } = editor()
  act(() => editing.current.edit({ text: 'Mine.', access: 'public' }))
  typeNext({ text: 'Mine!' })
  give({ ...post, access: 'public' })
  expect(editing.current.shown.text).toBe('Mine!')
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Mine!' } }])
})

test('a full storage brings nothing back of what was typed and saved', async () => {
  const { editing } = editor()
  act(() => editing.current.edit({ text: 'Short.' }))
  vi.stubGlobal('localStorage', full(localStorage))
  act(() => editing.current.edit({ text: 'Long and longer.' }))
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Short.' } }])
  await act(async () => editing.current.save())
  vi.unstubAllGlobals()
  expect(formsOf('me').all()).toEqual([])
})

test.each([
  ['saved', (editing: PostEditing) => editing.save()],
  ['discarded', (editing: PostEditing) => editing.forget()],
  ['undone', (editing: PostEditing) => editing.edit({ text: 'First.' })],
])('what another tab has typed since stays kept where an edit is %s', async (_what, end) => {
  const { editing } = editor()
  act(() => editing.current.edit({ text: 'Mine.' }))
  formsOf('me').write('post:p', { text: 'Theirs.' })
  await act(async () => end(editing.current))
  expect(formsOf('me').all()).toMatchObject([{ values: { text: 'Theirs.' } }])
})

test('shows a refused edit, which does not count as typed', () => {
  const { editing, give } = editor(post, [refused])
  expect(editing.current).toMatchObject({ shown: { text: 'Refused.' }, isEdited: false, canSave: true })
  act(() => editing.current.edit({ text: 'Mended.' }))
  give(post, [])
  expect(editing.current).toMatchObject({ shown: { text: 'Mended.' }, isEdited: true })
  act(() => editing.current.forget())
  expect(editing.current.shown.text).toBe('First.')
})

test('publishing from the editor includes the unsaved edit, or does not happen', async () => {
  const { editing } = editor({ ...post, status: 'scheduled', scheduledAt: due }, [refused])
  await act(async () => editing.current.edit({ text: ' ' }))
  await act(async () => editing.current.publish?.())
  expect(mutate).not.toHaveBeenCalled()
  await act(async () => editing.current.edit({ text: 'Mended.' }))
  await act(async () => editing.current.publish?.())
  expect(mutate).toHaveBeenCalledWith('post.update', { _id: 'p', changes: { text: 'Mended.', scheduledAt: null } })
  expect(discard).toHaveBeenCalledWith('r')
})

function full(storage: Storage): Storage {
  return new Proxy(storage, {
    get: (_storage, name): unknown => {
      if (name === 'setItem') throw new DOMException('', 'QuotaExceededError')
      const value: unknown = Reflect.get(storage, name, storage)
      return typeof value === 'function' ? (value.bind(storage) as unknown) : value
    },
  })
}

const refused = {
  ...{ id: 'r', name: 'post.update', state: 'rejected', args: { _id: 'p', changes: { text: 'Refused.' } } },
} as unknown as OutboxRecord

function editor(given: Post = post, records: OutboxRecord[] = []) {
  let typing: Partial<PostEdit> | undefined
  const useEditor = (props: { post: Post; records: OutboxRecord[] }) => {
    const editing = usePostEdit({ ...props, onSaved: () => {} })
    useLayoutEffect(() => {
      const typed = typing
      typing = undefined
      if (typed) editing.edit(typed)
    })
    return editing
  }
  const { result, rerender } = renderHook(useEditor, { initialProps: { post: given, records } })
  return {
    editing: result,
    give: (next: Post, left: OutboxRecord[] = []) => rerender({ post: next, records: left }),
    /** As a key that is pressed after the next commit and before its effects. */
    typeNext: (typed: Partial<PostEdit>) => void (typing = typed),
  }
}
