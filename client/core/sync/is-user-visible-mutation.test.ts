import { laneOfDraft } from '@vesper/sync/vesper/mutations/drafts.ts'
import { expect, test } from 'vitest'
import { countOfInterest, isUserVisibleMutation } from './is-user-visible-mutation.ts'

test('people hear of what they would miss: not of a mark of reading or a setting, unless it is refused', () => {
  expect(isUserVisibleMutation({ name: 'message.send', state: 'waiting' })).toBe(true)
  expect(isUserVisibleMutation({ name: 'conversation.read-all', state: 'waiting' })).toBe(false)
  expect(isUserVisibleMutation({ name: 'preferences.update', state: 'waiting' })).toBe(false)
  expect(isUserVisibleMutation({ name: 'conversation.read-all', state: 'rejected' })).toBe(true)
})

test('a post with its photos is one thing, and each message one of its own', () => {
  const of = (id: string, lane: string, name: string) => ({ id, lane, name, state: 'waiting' as const })
  const draft = laneOfDraft('1')
  const post = [of('a', draft, 'draft.save'), of('b', draft, 'draft.save'), of('c', draft, 'draft.publish')]
  const messages = [of('d', 'c:1', 'message.send'), of('e', 'c:1', 'message.send')]
  expect(countOfInterest([...post, of('f', laneOfDraft('2'), 'draft.save'), ...messages])).toBe(4)
  expect(countOfInterest([of('g', 'p', 'preferences.update')])).toBe(0)
})
