import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
// @vitest-environment happy-dom
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { afterEach, expect, test } from 'vitest'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { wordsOfGone } from './unsaved-edit.ts'

afterEach(() => localStorage.clear())

test('forgets only edits without words of posts that are gone', async () => {
  const forms = formsOf('me')
  const typed = { 'post:gone': { price: 5 }, 'post:words': { text: 'Typed.' }, 'post:held': { price: 5 } }
  const others = { 'post:elsewhere': { price: 5 }, profile: { name: 'Me' } }
  for (const [name, values] of Object.entries({ ...typed, ...others })) forms.write(name, values)
  const found = await wordsOfGone(device({ gone: 'removed', words: 'removed', held: 'published' }))
  expect(found).toEqual([{ postId: 'words', text: 'Typed.' }])
  const left = forms.all().map(({ name }) => name)
  expect(left.toSorted()).toEqual(['post:elsewhere', 'post:held', 'post:words', 'profile'])
})

test('words of a change that was refused are left of a post that is gone, unless others were typed or it was removed here', async () => {
  formsOf('me').write('post:both', { text: 'Typed.', price: 5 })
  formsOf('me').write('post:price', { price: 5 })
  const removed = ['both', 'price', 'refused', 'waiting', 'wordless', 'here']
  const outbox = [
    queued('refused', { text: 'Refused.' }, 'rejected'),
    queued('refused', { price: 5 }, 'rejected'),
    queued('both', { text: 'Refused.' }, 'rejected'),
    queued('price', { text: 'Refused.' }, 'rejected'),
    queued('waiting', { text: 'Waits.' }, 'waiting'),
    queued('wordless', { price: 5 }, 'rejected'),
    queued('held', { text: 'Refused.' }, 'rejected'),
    queued('here', { text: 'Refused.' }, 'rejected'),
    { ...queued('here', {}, 'waiting'), name: 'post.remove' },
  ]
  const statuses = Object.fromEntries(removed.map((id) => [id, 'removed'] as const))
  const found = await wordsOfGone(device({ ...statuses, held: 'published' }, outbox))
  expect(found.toSorted((a, b) => (a.postId < b.postId ? -1 : 1))).toEqual([
    { postId: 'both', text: 'Typed.' },
    { postId: 'price', text: 'Refused.' },
    { postId: 'refused', text: 'Refused.' },
  ])
  expect(formsOf('me').all()).toHaveLength(2)
})

function queued(postId: string, changes: object, state: OutboxRecord['state']): OutboxRecord {
  return { name: 'post.update', lane: `post:${postId}`, state, args: { _id: postId, changes } } as OutboxRecord
}

/** A device of the account `me` that holds these posts, and has these queued. */
function device(statuses: Record<string, Post['status']>, queue: OutboxRecord[] = []): Sync {
  const bulkGet = async (ids: string[]) => ids.map((_id) => statuses[_id] && { _id, status: statuses[_id] })
  const outbox = {
    where: () => ({
      startsWith: (start: string) => ({ sortBy: async () => queue.filter(({ lane }) => lane.startsWith(start)) }),
    }),
  }
  return { inside: { replica: { account: 'me' } }, db: { posts: { bulkGet }, outbox } } as unknown as Sync
}
