// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { mutations } from '@vesper/sync/vesper/mutations/registry.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { queuedArgs, wordsOf } from '../core/sync/mutation-words.ts'
import type { EditContext } from '../core/sync/mutation-words.ts'
import { mutationWords } from './mutation-words.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

/** `render` as text. */
function textOf(node: ReactNode): string | null {
  const { container } = render(<I18nProvider i18n={i18n}>{node}</I18nProvider>)
  return container.textContent
}

function description(name: string, args: unknown): string | null {
  const words = wordsOf(mutationWords, name)
  return words ? textOf(<words.Description args={queuedArgs({ args })} />) : null
}

function label(name: string): string | null {
  const words = wordsOf(mutationWords, name)
  return words ? textOf(<words.Label />) : null
}

const states = ['waiting', 'sending', 'rejected', 'cancelling'] as const
const editable = (name: string) => states.filter((state) => wordsOf(mutationWords, name)?.edit?.states.includes(state))

test('every mutation has words', () => {
  expect(Object.keys(mutationWords).toSorted()).toEqual(Object.keys(mutations).toSorted())
  for (const name of Object.keys(mutations)) expect(label(name)).toMatch(/^[A-Z]/)
})

test('a mutation that this version does not know has none', () => {
  expect(wordsOf(mutationWords, 'tip.send')).toBeUndefined()
  expect(wordsOf(mutationWords, 'constructor')).toBeUndefined()
})

test.each([
  ['message.send', { conversationId: '1', text: 'text 1', fileIds: ['f'] }, 'text 1 · 1 photo or video'],
  ['message.send', { conversationId: '1', text: '', fileIds: ['f', 'g'] }, '2 photos or videos'],
  ['message.delete', { conversationId: '1' }, 'Delete a message'],
  ['conversation.open', { recipient: { name: 'Mara' } }, 'Begin a conversation with Mara'],
  ['profile.update', { changes: { bio: 'x', name: '' } }, 'About you: “x”Name: removed'],
  ['performer.update', { changes: { city: 'Malmö', hair: null } }, 'Change your page: City and Hair colour'],
  ['performer.update', { changes: {} }, 'Change your page'],
  ['preferences.update', { changes: {} }, 'Change the app settings'],
  ['follow.set', { performerId: 'p', following: true, performer: { name: 'Mara' } }, 'Follow Mara'],
  ['follow.set', { performerId: 'p', following: false, performer: { name: 'Mara' } }, 'Unfollow Mara'],
  ['follow.set', { performerId: 'p', following: true }, 'Follow a creator'],
  ['cart.set', { quantity: 2, product: { name: 'Print' } }, '2 × Print'],
  ['cart.set', { quantity: 0, product: { name: 'Print' } }, 'Take Print out of the cart'],
  ['cart.clear', { productIds: [] }, 'Empty the cart'],
  ['draft.save', { _id: 'd', base: {}, changes: { text: 'a post' } }, 'a post'],
  ['draft.save', { _id: 'd', base: {}, changes: { price: 5 } }, 'Changes of a draft'],
  ['draft.discard', { _id: 'd' }, 'Discard a draft'],
  ['draft.publish', { _id: 'd' }, 'Publish a post'],
  ['post.publish', { text: 'Fog' }, 'Publish a post: Fog'],
  ['post.publish', { text: '' }, 'Publish a post'],
  ['post.update', { changes: { text: 'Rain' } }, 'Change a post: Rain'],
  ['post.remove', { _id: 'p' }, 'Remove a post'],
  ['reaction.set', { action: 'like', on: true }, 'Like a post'],
  ['reaction.set', { action: 'like', on: false }, 'Unlike a post'],
  ['reaction.set', { action: 'bookmark', on: true }, 'Bookmark a post'],
  ['reaction.set', { action: 'bookmark', on: false }, 'Remove a bookmark'],
])('describes %s with %o as its author would', (name, args, said) => {
  expect(description(name, args)).toBe(said)
})

test('arguments of another version of the app are no error', () => {
  for (const name of Object.keys(mutations)) {
    for (const args of [null, {}]) expect(() => description(name, args)).not.toThrow()
  }
})

describe('editing', () => {
  test('a message can be edited unless it is in a request or taken back', () => {
    expect(editable('message.send')).toEqual(['waiting', 'rejected'])
    expect(editable('message.delete')).toEqual([])
  })

  test('a change of the profile can be edited once it is rejected', () => {
    expect(editable('profile.update')).toEqual(['rejected'])
  })

  test.each([
    [{ name: 'profile.update', args: {}, isCreator: false }, { to: '/user/account' }],
    [{ name: 'profile.update', args: {}, isCreator: true }, { to: '/creator/account' }],
    [{ name: 'performer.update', args: {}, isCreator: true }, { to: '/creator/account' }],
    [
      { name: 'draft.save', args: { _id: 'd' }, isCreator: true },
      { to: '/creator/studio/$draftId', params: { draftId: 'd' } },
    ],
    [
      { name: 'post.update', args: { _id: 'p' }, isCreator: true },
      { to: '/creator/studio/posts/$postId', params: { postId: 'p' } },
    ],
  ])('%o opens its form', async ({ name, args, isCreator }, place) => {
    const navigate = vi.fn(async () => {})
    const record = { args, state: 'rejected' } as unknown as OutboxRecord
    const context = { record, isCreator, navigate } as unknown as EditContext
    await wordsOf(mutationWords, name)?.edit?.open(queuedArgs(record), context)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(place)
  })
})
