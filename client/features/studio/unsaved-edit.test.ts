// @vitest-environment happy-dom
import type { Post } from '@vesper/sync/records/post.ts'
import { expect, test } from 'vitest'
import { formsOf } from '../../kept-forms.ts'
import type { Sync } from '../../with-sync.tsx'
import { wordsOfGone } from './unsaved-edit.ts'

test('[STUDIO-33] of all that was typed, only what has no words and is of a post that is gone is forgotten', async () => {
  const forms = formsOf('me')
  const typed = { 'post:gone': { price: 5 }, 'post:words': { text: 'Typed.' }, 'post:held': { price: 5 } }
  const others = { 'post:elsewhere': { price: 5 }, profile: { name: 'Me' } }
  for (const [name, values] of Object.entries({ ...typed, ...others })) forms.write(name, values)
  const found = await wordsOfGone(device({ gone: 'removed', words: 'removed', held: 'published' }))
  expect(found).toEqual([{ postId: 'words', text: 'Typed.' }])
  const left = forms.all().map(({ name }) => name)
  expect(left.toSorted()).toEqual(['post:elsewhere', 'post:held', 'post:words', 'profile'])
})

/** A device of the account `me` that holds these posts. */
function device(statuses: Record<string, Post['status']>): Sync {
  const bulkGet = async (ids: string[]) => ids.map((_id) => statuses[_id] && { _id, status: statuses[_id] })
  return { inside: { replica: { account: 'me' } }, db: { posts: { bulkGet } } } as unknown as Sync
}
